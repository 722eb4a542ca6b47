/** The figures of a profile for reports and the command line. */
import type { HeavyRow, ProfileFigures } from '../model/report.ts';
import type { Microseconds } from '../model/units.ts';
import { computeCallTree, type ProfileQueryOptions } from './call-tree.ts';
import { isIdle } from './frame-kind.ts';
import { listFunctions } from './functions.ts';
import type { Profile } from './profile.ts';
import { clipToProfile, computeNodeWeights } from './sample-weights.ts';

/**
 * `samples` are all taken in the window, idle ones too; `durationMs` is from the first process's start to the last one's
 * end inside it; `idleMs` adds up over processes. `overheadPercent` is not known from a profile alone: null.
 */
export function computeProfileFigures(profiles: readonly Profile[], options: ProfileQueryOptions, heavyLimit: number): ProfileFigures {
  const { samples, idleUs } = countSamples(profiles, options);
  return {
    samples,
    durationMs: computeSpan(profiles, options) / 1_000,
    intervalUs: profiles.reduce((largest, profile) => Math.max(largest, profile.intervalUs), 0),
    effectiveIntervalUs: computeEffectiveInterval(profiles, options),
    idleMs: idleUs / 1_000,
    base: options.base,
    overheadPercent: null,
    heavy: listFunctions(computeCallTree(profiles, options)).slice(0, heavyLimit).map(toHeavyRow),
  };
}

function countSamples(profiles: readonly Profile[], { window }: ProfileQueryOptions): { samples: number; idleUs: Microseconds } {
  let samples = 0;
  let idleUs = 0;
  for (const profile of profiles) {
    const weights = computeNodeWeights(profile, window);
    const idle = profile.frames.map(isIdle);
    profile.frame.forEach((frame, node) => {
      samples += weights.samples[node]!;
      if (idle[frame]) idleUs += weights.self[node]!;
    });
  }
  return { samples, idleUs };
}

function computeSpan(profiles: readonly Profile[], { window }: ProfileQueryOptions): Microseconds {
  let from = Infinity;
  let to = -Infinity;
  for (const profile of profiles) {
    const clipped = clipToProfile(profile, window);
    if (clipped.to <= clipped.from) continue;
    from = Math.min(from, clipped.from);
    to = Math.max(to, clipped.to);
  }
  return Math.max(0, to - from);
}

/** Median time between samples of one process, in µs; 0 when there are not two. */
export function computeEffectiveInterval(profiles: readonly Profile[], { window }: Pick<ProfileQueryOptions, 'window'>): Microseconds {
  const parts = profiles.map((profile) => {
    const { from, to } = clipToProfile(profile, window);
    const times = profile.sampleTime.filter((time) => time >= from && time < to);
    return times.subarray(1).map((time, i) => time - times[i]!);
  });
  const deltas = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    deltas.set(part, at);
    at += part.length;
  }
  // Nearest rank, as every percentile here.
  return deltas.length === 0 ? 0 : deltas.sort()[Math.ceil(deltas.length / 2) - 1]!;
}

function toHeavyRow({ index: _index, hasMore: _hasMore, ...row }: ReturnType<typeof listFunctions>[number]): HeavyRow {
  return row;
}
