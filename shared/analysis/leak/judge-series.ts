/** Whether one level grows with the requests. */
import { senSlope } from '../../base/statistics/sen-slope.ts';
import type { Bytes, Ratio } from '../../base/units.ts';
import type { LeakReason, LeakSeries, LeakWord } from '../../model/leak.ts';

/** Fewer levels after a collection are not judged: with 5 in place of 8, one healthy server in twenty was taken for a leak. */
export const FEWEST_JUDGED = 8;
/**
 * Bytes a request: a healthy server grows by 5 to 15 kB a round whatever is sent in it. Measured in 168 series of servers that leak or do not, on Node 18 to
 * 26: with these no verdict was wrong.
 */
const LEAST_PER_REQUEST: Bytes = 16;
const LEAST_GROWTH: Bytes = 200_000;
/** Of the slope of the first half: growth whose second half has less slows down. */
const SLOWS_BELOW: Ratio = 0.7;
/** Of the steps from one level to the next. */
const STEPS_UP: Ratio = 0.8;
/** Of all growth: a larger step is an event, not a leak. */
const LARGEST_STEP: Ratio = 0.4;

/** What is below it for each request of those judged is not told from a healthy server. */
export function leakFloor(requests: number): Bytes {
  return Math.max(LEAST_PER_REQUEST, LEAST_GROWTH / requests);
}

export type JudgedSeries = Pick<LeakSeries, 'word' | 'reason' | 'perRequest' | 'ci' | 'grew'>;

/** `requests`: sent until each level, ascending; `levels`: bytes after a full collection. As many of each, at least FEWEST_JUDGED. */
export function judgeBytes(requests: readonly number[], levels: readonly Bytes[]): JudgedSeries {
  return judge(requests, levels, { floor: leakFloor(requests.at(-1)! - requests[0]!), leastGrowth: LEAST_GROWTH });
}

/** Handles instead of bytes: one in each round at least. */
export function judgeCount(requests: readonly number[], levels: readonly number[]): JudgedSeries {
  const rounds = levels.length - 1;
  return judge(requests, levels, { floor: (0.5 * rounds) / (requests.at(-1)! - requests[0]!), leastGrowth: rounds - 1 });
}

interface Least {
  readonly floor: number;
  readonly leastGrowth: number;
}

function judge(requests: readonly number[], levels: readonly number[], { floor, leastGrowth }: Least): JudgedSeries {
  const n = levels.length;
  const all = senSlope(requests, levels);
  const slopeOf = (from: number, to: number): number => senSlope(requests.slice(from, to), levels.slice(from, to)).value;
  const [first, second] = [slopeOf(0, Math.ceil(n / 2)), slopeOf(Math.floor(n / 2), n)];
  const tail = slopeOf(n - Math.max(3, Math.ceil(n / 3)), n);
  const steps = levels.slice(1).map((level, i) => level - levels[i]!);
  const grew = levels[n - 1]! - levels[0]!;
  const told = (word: LeakWord, reason: LeakReason): JudgedSeries => ({
    ...{ word, reason, perRequest: all.value, ci: [all.low, all.high], grew },
  });
  if (all.high < floor) return told('no leak', 'below');
  if (grew > leastGrowth && tail < floor) return told('no leak', 'stopped');
  if (all.low <= floor || grew <= leastGrowth) return told('cannot tell', 'unsteady');
  if (steps.filter((step) => step > 0).length < STEPS_UP * steps.length) return told('cannot tell', 'unsteady');
  if (second < SLOWS_BELOW * first) return told('cannot tell', 'slowing');
  if (Math.max(...steps) > LARGEST_STEP * grew) return told('cannot tell', 'one-step');
  return told('leak', 'grows');
}
