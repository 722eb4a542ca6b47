/**
 * Whether numbers of a file that does not name their unit can be samples. Samples are looks at a stack, of which there are some thousand: an interval
 * can be made of them. Numbers of the same form may be periods, microseconds or bytes, of which there are millions, and an interval of those would say
 * that a share is known to the last digit. Where it is not clear, no interval is the safe answer.
 */
import type { Profile } from '../../model/profile/profile.ts';
import { type Said, say } from '../../words/said.ts';

/** Of one stack: a quarter of an hour at 1,000 samples a second, always in the same place. */
const MOST_OF_STACK = 1_000_000;
/** Of a stack on average. */
const MOST_ON_AVERAGE = 100_000;
/** A period that all numbers are multiples of: samples come one at a time. */
const LEAST_PERIOD = 1_000;
/** Among so many stacks, some are rare: the smallest number is small. */
const MANY_STACKS = 10;
const MOST_OF_RARE = 1_000;

/** By what their writers call such files: off-CPU time, allocations. */
const NO_SAMPLES = /off[-_. ]?cpu|malloc|alloc|bytes/i;
/** A unit of time, which may be a part of any other name: `-us` is a country, too. */
const OF_TIME = /[-_.](?:us|ns|ms|usecs?|msecs?|nsecs?|micros|millis|nanos)(?:[-_.]|$)/i;
const MOST_OF_TIME = 10_000;

/** `name`: of the file, or what it calls the profile. */
export function canBeSamples(numbers: Float64Array, name: string): boolean {
  if (NO_SAMPLES.test(name)) return false;
  let [largest, smallest, sum, period] = [0, Number.POSITIVE_INFINITY, 0, 0];
  for (const number of numbers) {
    if (!Number.isInteger(number)) return false;
    if (number === 0) continue;
    largest = Math.max(largest, number);
    smallest = Math.min(smallest, number);
    sum += number;
    period = commonDivisor(period, number);
  }
  if (largest >= MOST_OF_STACK || sum >= MOST_ON_AVERAGE * numbers.length) return false;
  if (numbers.length > 1 && period >= LEAST_PERIOD) return false;
  if (OF_TIME.test(name) && largest >= MOST_OF_TIME) return false;
  return !(numbers.length >= MANY_STACKS && smallest >= MOST_OF_RARE);
}

function commonDivisor(a: number, b: number): number {
  let [high, low] = [a, b];
  while (low > 0) [high, low] = [low, high % low];
  return high;
}

interface Counted {
  readonly profile: Profile;
  /** Its numbers can be samples. */
  readonly isSampled: boolean;
}

/** The profiles of a file, which are added up and so are of one unit: where the numbers of one can hardly be samples, all are weights, and it is said. */
export function ofOneUnit<T extends Counted>(given: readonly T[]): { readonly read: readonly T[]; readonly notes: readonly Said[] } {
  if (!given.some(({ profile, isSampled }) => profile.unit === 'samples' && !isSampled)) return { read: given, notes: [] };
  return { read: given.map((one) => ({ ...one, profile: asWeight(one.profile) })), notes: [say('foreign.weightOfNumbers')] };
}

/** The same profile as weights; `samples` that weigh something else have no intervals. */
export function asWeight(profile: Profile): Profile {
  return profile.unit === 'samples' ? { ...profile, unit: 'weight' } : profile;
}
