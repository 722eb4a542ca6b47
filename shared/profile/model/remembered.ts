/** The answers that were used last, by their questions. */
export class Remembered<T extends object> {
  /** Least recently used first. */
  private readonly answers = new Map<string, T>();

  constructor(private readonly most: number) {}

  get(question: string, make: () => T): T {
    const answer = this.answers.get(question) ?? make();
    this.answers.delete(question);
    this.answers.set(question, answer);
    const [oldest] = this.answers.keys();
    if (this.answers.size > this.most) this.answers.delete(oldest!);
    return answer;
  }

  /** Does nothing when the question has another answer by now. */
  forget(question: string, answer: T): void {
    if (this.answers.get(question) === answer) this.answers.delete(question);
  }

  clear(): void {
    this.answers.clear();
  }
}
