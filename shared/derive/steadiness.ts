/** Whether a run was steady, derived from each whole second: the number of expected responses, or at a set rate the median response time. */
import { describeSteadiness } from '../analysis/steady.ts';
import type { Milliseconds, Seconds } from '../base/units.ts';
import { BUCKET_US, type LoadAccumulator } from '../load/load-accumulator.ts';
import type { RunSteadiness } from '../model/report.ts';

const SECOND_MS: Milliseconds = 1_000;
/** With fewer, the number of responses a second varies by more than 5 % by chance. */
const FEWEST_RESPONSES_A_SECOND = 100;
/** With fewer, so does their median. */
const FEWEST_OF_MEDIAN = 20;

/** `throughput` where the server sets the rate, `latency` where the load does. */
export type SteadinessOf = 'throughput' | 'latency';

/**
 * Of the whole seconds between these two, of a run that is over. Null: it goes on or was cut off; fewer than ten whole seconds, or a second with too few
 * responses to be one point of a series.
 */
export function computeSteadiness(
  load: LoadAccumulator,
  of: SteadinessOf = 'throughput',
  from: Seconds = 0,
  to: Seconds = Number.POSITIVE_INFINITY,
): RunSteadiness | null {
  if (load.endUs === null) return null;
  const { completed, unexpected, p50 } = load.series(0);
  const first = Math.ceil(from);
  const end = Math.min(completed.length, Math.floor(Math.min(to, load.durationUs / BUCKET_US)));
  const seconds = Array.from({ length: Math.max(0, end - first) }, (_, nth) => first + nth);
  const responses = seconds.map((second) => completed[second]! - unexpected[second]!);
  const isLatency = of === 'latency';
  const enough = isLatency ? Math.min(...responses) >= FEWEST_OF_MEDIAN : middleOf(responses) >= FEWEST_RESPONSES_A_SECOND;
  const series = isLatency ? seconds.map((second) => p50[second]!) : responses;
  const found = enough && series.every(Number.isFinite) ? describeSteadiness(series, isLatency ? 'time' : 'speed') : null;
  if (found === null) return null;
  const { label, spreadPercent, warmupEnd } = found;
  return {
    label,
    ...(isLatency ? { of } : {}),
    spreadPercent: Number.isFinite(spreadPercent) ? spreadPercent : null,
    warmupMs: warmupEnd === null ? null : warmupEnd * seconds.length * SECOND_MS,
  };
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
