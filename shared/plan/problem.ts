import type { Said } from '../words/said.ts';

/** Both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where in a plan, by the keys of its file: `requests`, 2, `headers`. */
export type PlanPath = readonly (string | number)[];

/** Why a plan cannot be used, one sentence for each reason. */
export interface PlanProblem {
  readonly says: Said;
  readonly path: PlanPath;
  /** Null: the plan was not read from a text. */
  readonly at: Place | null;
}

/** Nobody reads more of them at once. */
export const MOST_PROBLEMS = 50;
