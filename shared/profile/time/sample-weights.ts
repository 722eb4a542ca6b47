/** How much each node of a profile weighs: the one place where samples become microseconds, bytes or ticks. */
import { firstNotBelow } from '../../base/ascending.ts';
import type { Microseconds, TimeWindow } from '../../base/units.ts';
import type { Profile } from '../../model/profile/profile.ts';
import type { TimeBase } from '../../model/profile/time-base.ts';
import { isHeapKind } from '../../model/setup/captures.ts';
import { LEAST_WORK, RUNS, readCalls } from './blocking-calls.ts';

export interface NodeWeights {
  /** By node, in the unit of the profile. */
  readonly self: Float64Array;
  /** Samples taken inside the window, by node. */
  readonly samples: Float64Array;
}

/** Whether each sample is one look at a stack, or one allocation that stands for as many bytes, or as many looks as it weighs. What was counted otherwise has no number of samples to make intervals of. */
export function areSampled(profiles: readonly Profile[]): boolean {
  return profiles.every(
    ({ kind, weights, unit, isTraced = false }) =>
      !isTraced && (weights === null || unit === 'samples' || unit === 'ticks' || isHeapKind(kind)),
  );
}

/** The part of `window` in which a profile has samples, in µs; null is the whole. Empty: `to` is not above `from`. */
export function clipToProfile(profile: Profile, window: TimeWindow | null): { readonly from: Microseconds; readonly to: Microseconds } {
  const from = window === null ? -Infinity : window.fromMs * 1_000;
  const to = window === null ? Infinity : window.toMs * 1_000;
  return { from: Math.max(from, profile.startTime), to: Math.min(to, profile.endTime) };
}

/** How much of a sample is in the base where nothing but its stack is known: by node. */
function partsOfBase(profile: Profile, base: TimeBase): Float64Array | null {
  if (base === 'wall' || profile.unit !== 'microseconds') return null;
  const blocked = Float64Array.from(readCalls(profile), (is) => (is === RUNS ? 0 : 1 - LEAST_WORK));
  return base === 'blocked' ? blocked : blocked.map((part) => 1 - part);
}

/**
 * Weight by node inside `window`. Of a thread that is known to have run for so long, a sample has what it stands for, where it was taken. Otherwise
 * a sample that measures time covers [time i, time i+1), clipped exactly to the window; what has a weight of its own counts where it was
 * taken, as all do when they are counted. So neighbouring windows add up.
 */
export function computeNodeWeights(profile: Profile, window: TimeWindow | null, base: TimeBase = 'cpu'): NodeWeights {
  const { sampleNode, sampleTime, unit, taken } = profile;
  const self = new Float64Array(profile.parent.length);
  const samples = new Float64Array(profile.parent.length);
  const from = window === null ? -Infinity : window.fromMs * 1_000;
  const to = window === null ? Infinity : window.toMs * 1_000;
  const weigh = weigherOf(profile, from, to, base);
  // The sample before the first one inside still covers the beginning of the window.
  const first = Math.max(0, firstNotBelow(sampleTime, from) - 1);
  for (let i = first; i < sampleTime.length && sampleTime[i]! < to; i++) {
    const { weight, count } = weigh(i);
    const node = sampleNode[i]!;
    if (weight > 0) self[node]! += weight;
    // Counted samples come many at a time.
    if (sampleTime[i]! >= from) samples[node]! += taken?.[i] ?? (unit === 'samples' ? weight : count);
  }
  return { self, samples };
}

/** What a sample weighs in [from, to), and as how many it counts if it was taken there. The object is the same each time. */
export function weigherOf(
  profile: Profile,
  from: Microseconds,
  to: Microseconds,
  base: TimeBase = 'cpu',
): (sample: number) => { readonly weight: number; readonly count: number } {
  const { sampleNode, sampleTime, endTime, weights, division } = profile;
  const found = { weight: 0, count: 1 };
  if (division !== undefined && base !== 'wall') {
    const amounts = base === 'cpu' ? division.cpu : division.blocked;
    return (i) => {
      found.weight = sampleTime[i]! >= from && sampleTime[i]! < to ? amounts[i]! : 0;
      found.count = base === 'cpu' ? division.counted[i]! : amounts[i]! > 0 ? 1 - division.counted[i]! : 0;
      return found;
    };
  }
  const parts = partsOfBase(profile, base);
  return (i) => {
    const taken = sampleTime[i]!;
    const next = sampleTime[i + 1] ?? endTime;
    const weight = weights === null ? Math.min(next, to) - Math.max(taken, from) : taken >= from ? weights[i]! : 0;
    found.count = parts?.[sampleNode[i]!] ?? 1;
    found.weight = weight * found.count;
    return found;
  };
}
