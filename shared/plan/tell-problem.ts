import { type Said, say } from '../words/said.ts';
import type { PlanProblem } from './problem.ts';

/** The sentence with its place, where it has one. */
export function tellProblem({ says, at }: PlanProblem): Said {
  return at === null ? says : say('plan.at', { line: at.line, column: at.column, says });
}
