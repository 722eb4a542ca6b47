/** What a lesson says, step by step. Texts are markdown. */
export interface LessonTexts {
  readonly question: string;
  readonly before: string;
  readonly reveal: string;
  readonly explain: string;
  readonly tryNext: string;
}
