/** How much each node of a profile weighs: the one place where samples become microseconds, bytes or ticks. */
import type { Microseconds, TimeWindow } from '../model/units.ts';
import type { Profile } from './profile.ts';

export interface NodeWeights {
  /** By node, in the unit of the profile. */
  readonly self: Float64Array;
  /** Samples taken inside the window, by node. */
  readonly samples: Float64Array;
}

/** First index whose time is not below `time`. */
export function lowerBound(times: Float64Array, time: Microseconds): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The part of `window` in which a profile has samples, in µs; null is the whole. Empty: `to` is not above `from`. */
export function clipToProfile(profile: Profile, window: TimeWindow | null): { readonly from: Microseconds; readonly to: Microseconds } {
  const from = window === null ? -Infinity : window.fromMs * 1_000;
  const to = window === null ? Infinity : window.toMs * 1_000;
  return { from: Math.max(from, profile.startTime), to: Math.min(to, profile.endTime) };
}

/**
 * Weight by node inside `window`. A sample that measures time covers [time i, time i+1), clipped exactly to the window, so neighbouring
 * windows add up; what has a weight of its own counts where it was taken, as all do when they are counted.
 */
export function computeNodeWeights(profile: Profile, window: TimeWindow | null): NodeWeights {
  const { sampleNode, sampleTime, endTime, weights, unit } = profile;
  const self = new Float64Array(profile.parent.length);
  const samples = new Float64Array(profile.parent.length);
  const from = window === null ? -Infinity : window.fromMs * 1_000;
  const to = window === null ? Infinity : window.toMs * 1_000;
  // The sample before the first one inside still covers the beginning of the window.
  const first = Math.max(0, lowerBound(sampleTime, from) - 1);
  for (let i = first; i < sampleTime.length && sampleTime[i]! < to; i++) {
    const taken = sampleTime[i]!;
    const next = i + 1 < sampleTime.length ? sampleTime[i + 1]! : endTime;
    const weight = weights === null ? Math.min(next, to) - Math.max(taken, from) : taken >= from ? weights[i]! : 0;
    const node = sampleNode[i]!;
    if (weight > 0) self[node]! += weight;
    // Counted samples come many at a time.
    if (taken >= from) samples[node]! += unit === 'samples' ? weight : 1;
  }
  return { self, samples };
}
