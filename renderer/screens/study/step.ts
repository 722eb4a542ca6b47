import type { ComparisonInfo } from '../../../shared/model/comparison/comparison-info.ts';
import type { Lesson, Study } from '../../../shared/model/comparison/study.ts';

/** The steps of a study, in order. */
export const STEPS = ['predict', 'run', 'reveal', 'explain', 'next'] as const;
export type Step = (typeof STEPS)[number];

export interface StepProps {
  readonly study: Study;
  readonly lesson: Lesson;
  /** Id of the chosen guess; null: none. Once there is a comparison, the one stored with it. */
  readonly guess: string | null;
  readonly sessionId: string | null;
  readonly info: ComparisonInfo | null;
  /** Its result has been shown: nothing of it is hidden any more. */
  readonly isRevealed: boolean;
  readonly go: (step: Step) => void;
}

/** The state of a study: predict, run, reveal, explain, next. */
