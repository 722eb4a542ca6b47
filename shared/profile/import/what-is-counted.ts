/**
 * Whether numbers of a file that does not name their unit can be samples. Samples are looks at a stack, of which there are some thousand: an interval
 * can be made of them. Numbers of the same form may be periods, microseconds or bytes, and an interval of those would say that a share is known better
 * than it is. Where it is not clear, no interval is the safe answer.
 *
 * Numbers can show that they are no samples: millions, fractions, multiples of a period. They cannot show that they are samples. Small whole numbers,
 * with many ones among them, are also the periods of the first samples of perf, which begin at 1 for each processor and each event (23 page faults add
 * up to 200), waits in whole milliseconds, and objects that were allocated. So samples are what a file or its writer says is samples; what merely can
 * be samples is a weight, unless who opens it knows better and says so.
 */
import type { ImportedValues } from '../../foreign/importer.ts';
import { refuse } from '../../foreign/refuse.ts';
import type { Profile } from '../../model/profile/profile.ts';
import { type Said, say } from '../../words/said.ts';
import { findValue } from './choose-value.ts';

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

/** Whether nothing shows that they are something else. `name`: of the file, or what it calls the profile. */
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

/** What is known of the numbers of a profile: they are samples, they may be, or they can hardly be. */
export type Counted = 'samples' | 'unknown' | 'other';

/** As what numbers that may be samples are shown, by the names they are asked for. */
const CHOICES = ['weight', 'samples'];

/** Those of several profiles together. */
function ofAll(counted: readonly Counted[]): Counted {
  return counted.find((one) => one === 'other') ?? counted.find((one) => one === 'unknown') ?? 'samples';
}

/**
 * Whether numbers are shown as samples, and the choice there is, which is one only where they may be samples. `asked`: by its name; null: by what is
 * known of them. Refuses to choose where there is no choice.
 */
export function chooseCounted(
  counted: Counted,
  file: string,
  asked: string | null,
): { readonly isSampled: boolean; readonly values?: ImportedValues } {
  if (counted !== 'unknown') {
    if (asked !== null) refuse('bad-request', say('foreign.noValues', { name: file }), say('foreign.openWithout'));
    return { isSampled: counted === 'samples' };
  }
  const shown = asked === null ? 0 : findValue(file, asked, CHOICES);
  return { isSampled: CHOICES[shown] === 'samples', values: { names: CHOICES, shown } };
}

function noteOf(counted: Counted, isSampled: boolean) {
  if (counted === 'other') return 'foreign.weightOfNumbers';
  return isSampled ? 'foreign.countsOfNumbers' : 'foreign.unknownOfNumbers';
}

interface CountedProfile {
  readonly profile: Profile;
  readonly counted: Counted;
}

interface OfOneUnit<T> {
  readonly read: readonly T[];
  readonly notes: readonly Said[];
  readonly values?: ImportedValues;
}

/** The profiles of a file, which are added up and so are of one unit: where the numbers of one are not samples, all are weights, and it is said. */
export function ofOneUnit<T extends CountedProfile>(given: readonly T[], file: string, asked: string | null): OfOneUnit<T> {
  const counted = ofAll(given.flatMap((one) => (one.profile.unit === 'samples' ? [one.counted] : [])));
  const { isSampled, values } = chooseCounted(counted, file, asked);
  return {
    read: isSampled ? given : given.map((one) => ({ ...one, profile: asWeight(one.profile) })),
    notes: counted === 'samples' ? [] : [say(noteOf(counted, isSampled))],
    ...(values === undefined ? {} : { values }),
  };
}

/** The same profile as weights; `samples` that weigh something else have no intervals. */
export function asWeight(profile: Profile): Profile {
  return profile.unit === 'samples' ? { ...profile, unit: 'weight' } : profile;
}
