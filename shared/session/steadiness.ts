/** Whether a run was steady, derived from how many requests were answered as expected in each whole second. */
import { describeSteadiness } from '../analysis/steady.ts';
import { BUCKET_US, type LoadAccumulator } from '../load/load-accumulator.ts';
import type { RunSteadiness } from '../model/report.ts';
import type { Milliseconds } from '../model/units.ts';

const SECOND_MS: Milliseconds = 1_000;
/** With fewer, the answers of a second differ by more than 5 % because they are so few. */
const FEWEST_ANSWERS_A_SECOND = 100;

/** Null: it goes on or was cut off; fewer than ten whole seconds, or a second with too few responses to be one point of a series. */
export function computeSteadiness(load: LoadAccumulator): RunSteadiness | null {
  if (load.endUs === null) return null;
  const { completed, unexpected } = load.series(0);
  const seconds = Math.min(completed.length, Math.floor(load.durationUs / BUCKET_US));
  const answers = Array.from({ length: seconds }, (_, second) => completed[second]! - unexpected[second]!);
  const middle = [...answers].sort((a, b) => a - b)[answers.length >> 1] ?? 0;
  const found = middle < FEWEST_ANSWERS_A_SECOND ? null : describeSteadiness(answers, 'speed');
  if (found === null) return null;
  const { label, spreadPercent, warmupEnd } = found;
  return {
    label,
    spreadPercent: Number.isFinite(spreadPercent) ? spreadPercent : null,
    warmupMs: warmupEnd === null ? null : warmupEnd * seconds * SECOND_MS,
  };
}
