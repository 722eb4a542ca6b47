/**
 * Figures in the file of another tool that contradict each other. Tools have faults, and files are cut, merged and edited: whichever of the two is
 * wrong, neither is a result.
 */

import { formatCount, formatExact } from '../format/figures.ts';
import { failuresIn, type ToldOutcomes, unexpectedIn } from '../model/load/load-outcomes.ts';
import { type ForeignTimes, type LoadResult, type LoadTool, TIMED, type Timed } from '../model/load/load-result.ts';
import { type Said, say } from '../words/said.ts';

export type Judged = ToldOutcomes & Pick<LoadResult, 'times' | 'periods' | 'durationMs'>;

export interface Impossible {
  /** Which figures are not to be told as results. */
  readonly of: Timed | 'requests' | 'rate' | 'periods';
  readonly says: Said;
}

/**
 * By how much figures of one file may seem to contradict each other: Artillery's percentiles are of a sketch with an error of 1 %, wrk prints three
 * digits, histograms of autocannon keep three; k6 and ab print what they have.
 */
const ROUGH: { readonly [T in LoadTool]: number } = { autocannon: 0.002, artillery: 0.025, k6: 1e-6, ab: 1e-6, wrk: 0.011, wrk2: 0.011 };
/** What rounding to whole milliseconds makes of one of them. */
const ROUNDED_MS = 1;
/** k6 interpolates percentiles: of fewer values what they say of the mean is not exact. */
const LEAST_INTERPOLATED = 100;
/** Of a mean that percentiles bound: enough for what is rounded in each of them. */
const ROUGH_MEAN = 0.1;

export function impossibleIn(told: Judged): Impossible[] {
  const { tool, times, requests } = told;
  return [
    ...impossibleCounts(told),
    ...impossibleRate(told),
    ...TIMED.flatMap((of) => {
      const says = impossibleTimes(tool, of, times[of], requests.completed ?? requests.sent);
      return says === null ? [] : [{ of, says }];
    }),
    ...impossibleSums(told),
  ];
}

/** Null: they can be. `requests`: how many there were, where the times do not say how many they are. */
export function impossibleTimes(tool: LoadTool, of: Timed, times: ForeignTimes | null, requests: number | null): Said | null {
  if (times === null) return null;
  const { min, max, mean } = times;
  const isAbove = (one: number | null, other: number | null): boolean =>
    one !== null && other !== null && one - other > Math.max(ROUGH[tool] * other, 0.01);
  const what = { of };
  if (isAbove(min, max)) return say('foreign.impossibleMin', { ...what, min: formatExact(min), max: formatExact(max) });
  const listed = Object.entries(times.percentiles)
    .map(([percentile, ms]) => ({ percentile: Number(percentile), ms }))
    .sort((one, other) => one.percentile - other.percentile);
  const high = listed.find(({ ms }) => isAbove(ms, max));
  if (high !== undefined)
    return say('foreign.impossibleHigh', { ...what, percentile: high.percentile, value: formatExact(high.ms), max: formatExact(max) });
  // The smallest that autocannon tells is the smallest above 0.
  const low = listed.find(({ ms }) => isAbove(min, ms) && !(tool === 'autocannon' && ms === 0));
  if (low !== undefined)
    return say('foreign.impossibleLow', { ...what, percentile: low.percentile, value: formatExact(low.ms), min: formatExact(min) });
  const falling = listed.findIndex(({ ms }, at) => at > 0 && isAbove(listed[at - 1]!.ms, ms));
  if (falling > 0) {
    const [before, after] = [listed[falling - 1]!, listed[falling]!];
    return say('foreign.impossibleOrder', {
      ...{ ...what, lower: before.percentile, lowerValue: formatExact(before.ms) },
      ...{ higher: after.percentile, higherValue: formatExact(after.ms) },
    });
  }
  if (isAbove(mean, max)) return say('foreign.impossibleMeanHigh', { ...what, mean: formatExact(mean), max: formatExact(max) });
  if (isAbove(min, mean) && tool !== 'autocannon')
    return say('foreign.impossibleMeanLow', { ...what, mean: formatExact(mean), min: formatExact(min) });
  const count = times.count ?? requests ?? 0;
  const isInexact = tool === 'k6' && count < LEAST_INTERPOLATED;
  const odd = isInexact ? null : oddPercentile(times, listed);
  return odd && say('foreign.impossibleMean', { ...what, mean: formatExact(mean), percentile: odd.percentile, value: formatExact(odd.ms) });
}

interface Listed {
  readonly percentile: number;
  readonly ms: number;
}

/** Of percentiles with which the mean cannot be what it is: the one that leaves the least room. Null: it can be. */
function oddPercentile({ min, max, mean }: ForeignTimes, listed: readonly Listed[]): Listed | null {
  if (mean === null || listed.length === 0) return null;
  // Between two percentiles all values are at most the higher one, and at least the lower one.
  const all = [{ percentile: 0, ms: min ?? 0 }, ...listed, { percentile: 100, ms: max ?? Number.POSITIVE_INFINITY }];
  const steps = all.slice(1).map((one, at) => ({ share: (one.percentile - all[at]!.percentile) / 100, low: all[at]!.ms, high: one.ms }));
  const most = steps.reduce((sum, { share, high }) => sum + (share > 0 ? share * high : 0), 0);
  if (mean > most * (1 + ROUGH_MEAN) + ROUNDED_MS) return listed.at(-1)!;
  const least = steps.reduce((sum, { share, low }) => sum + share * low, 0);
  return mean < least * (1 - ROUGH_MEAN) - ROUNDED_MS ? listed[0]! : null;
}

function impossibleCounts(told: Judged): Impossible[] {
  const { sent, completed } = told.requests;
  const unexpected = unexpectedIn(told);
  const withStatus = Object.values(told.status).reduce((sum, count) => sum + count, 0);
  if (sent !== null && completed !== null && completed > sent) return [ofRequests('foreign.impossibleCompleted', completed, sent)];
  const failed = failuresIn(told);
  // Errors of others are of connections, too, on which nothing was sent.
  if (told.tool === 'k6' && sent !== null && failed !== null && failed > sent)
    return [ofRequests('foreign.impossibleFailed', failed, sent)];
  if (completed !== null && unexpected !== null && unexpected > completed)
    return [ofRequests('foreign.impossibleUnexpected', unexpected, completed)];
  if (completed !== null && withStatus > completed) return [ofRequests('foreign.impossibleStatuses', withStatus, completed)];
  return [];
}

function ofRequests(
  key: 'foreign.impossibleCompleted' | 'foreign.impossibleFailed' | 'foreign.impossibleUnexpected' | 'foreign.impossibleStatuses',
  more: number,
  all: number,
): Impossible {
  return { of: 'requests', says: say(key, { more: formatCount(more), all: formatCount(all) }) };
}

/** Whose rate is all that completed over the time that they print. */
const RATE_OF_ALL: readonly LoadTool[] = ['ab', 'wrk', 'wrk2'];
/** They print the time with three digits, ab to the millisecond. */
const ROUGH_RATE = 0.02;
const ROUGH_MS = 5;

export function impossibleRate({
  tool,
  requests,
  durationMs,
  rate,
}: Pick<Judged, 'tool' | 'requests' | 'durationMs' | 'rate'>): Impossible[] {
  const { completed } = requests;
  if (!RATE_OF_ALL.includes(tool) || completed === null || durationMs === null || rate === null || durationMs <= 2 * ROUGH_MS) return [];
  const [least, most] = [completed / (durationMs + ROUGH_MS), completed / (durationMs - ROUGH_MS)].map((perMs) => perMs * 1_000) as [
    number,
    number,
  ];
  if (rate.mean >= least * (1 - ROUGH_RATE) && rate.mean <= most * (1 + ROUGH_RATE)) return [];
  const told = { rate: formatExact(rate.mean), requests: formatCount(completed), seconds: formatExact(durationMs / 1_000) };
  return [{ of: 'rate', says: say('foreign.impossibleRate', told) }];
}

/** What a tool counts in each period adds up to what it counts in all. */
function impossibleSums(told: Judged): Impossible[] {
  const { periods, requests } = told;
  if (periods.length === 0) return [];
  const differs = (of: 'completed' | 'failed', all: number | null): Impossible[] => {
    const sum = periods.reduce((before, period) => before + period[of], 0);
    if (all === null || sum === all) return [];
    return [{ of: 'periods', says: say('foreign.impossibleSum', { of, all: formatCount(all), sum: formatCount(sum) }) }];
  };
  return [...differs('completed', requests.completed), ...differs('failed', failuresIn(told))];
}
