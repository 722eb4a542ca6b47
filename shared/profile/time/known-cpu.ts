/** How the CPU time of threads is known, and whether samples can tell in which functions it passed. */
import { percentOf } from '../../base/percent-of.ts';
import type { Microseconds, Percent, TimeWindow } from '../../base/units.ts';
import { type KnownCpu, UNKNOWN_CPU } from '../../model/profile/known-cpu.ts';
import type { Division, Profile } from '../../model/profile/profile.ts';
import { partsBetween } from './divide-samples.ts';
import { clipToProfile } from './sample-weights.ts';

const US_PER_MS = 1_000;

/** From the surest on. */
const SOURCES: readonly KnownCpu['by'][] = ['kernel', 'node', 'estimate', null];

export function leastSure(all: readonly KnownCpu['by'][]): KnownCpu['by'] {
  return SOURCES[Math.max(0, ...all.map((by) => SOURCES.indexOf(by)))]!;
}

/** Of all of them together: as sure as the least sure of them. */
export function knowCpu(profiles: readonly Profile[], window: TimeWindow | null): KnownCpu {
  let [cpuUs, unseenUs, lostUs, intervalUs] = [0, 0, 0, 0];
  for (const profile of profiles) {
    intervalUs = Math.max(intervalUs, profile.intervalUs);
    if (profile.division === undefined) continue;
    const { from, to } = clipToProfile(profile, window);
    const parts = partsBetween(profile.division, from, to);
    const lost = lostCpu(profile, profile.division, window);
    cpuUs += parts.cpuUs + lost;
    unseenUs += parts.unseenUs + lost;
    lostUs += lost;
  }
  const by = profiles.length === 0 ? null : leastSure(profiles.map(({ division }) => division?.by ?? null));
  if (by === null) return UNKNOWN_CPU;
  return { by, cpuMs: cpuUs / US_PER_MS, unseenMs: unseenUs / US_PER_MS, lostMs: lostUs / US_PER_MS, intervalUs };
}

function lostCpu(profile: Profile, division: Division, window: TimeWindow | null): Microseconds {
  const { from, to } = lostTime(profile, window);
  return to > from ? partsBetween(division, from, to).cpuUs : 0;
}

/** The part of `window` in which the thread went on after its last sample that is known. Empty: `to` is not above `from`. */
export function lostTime(
  { endTime, division }: Profile,
  window: TimeWindow | null,
): { readonly from: Microseconds; readonly to: Microseconds } {
  const until = division?.lostUntil ?? endTime;
  if (window === null) return { from: endTime, to: until };
  return { from: Math.max(endTime, window.fromMs * US_PER_MS), to: Math.min(until, window.toMs * US_PER_MS) };
}

/** Of the CPU time, so much passed without a sample on CPU; null: not known. */
export function unseenPercent({ by, cpuMs, unseenMs }: KnownCpu): Percent | null {
  return by === null ? null : percentOf(unseenMs, cpuMs);
}

/**
 * With 400 samples a share of one half is known to within 5 percentage points, 19 times out of 20. Where more than a twentieth of the CPU time passed
 * without a sample, shares of functions were off by 4 to 37 points, and below that mostly by less than 5.
 */
export const NEEDED_SAMPLES = 400;
const MOST_UNSEEN: Percent = 5;

/** Why a sentence may not name functions; null: it may. `samples`: on CPU. `lost`: most of what was not seen. */
export function whyNotTold(samples: number, cpu: KnownCpu): 'few' | 'unseen' | 'lost' | null {
  if (isMuchUnseen(cpu) && isMostlyLost(cpu)) return 'lost';
  if (samples < NEEDED_SAMPLES) return 'few';
  return isMuchUnseen(cpu) ? 'unseen' : null;
}

/** Of what no sample tells, most is what was lost with a thread. */
export function isMostlyLost({ unseenMs, lostMs }: KnownCpu): boolean {
  return lostMs > unseenMs / 2;
}

export function isMuchUnseen(cpu: KnownCpu): boolean {
  return (unseenPercent(cpu) ?? 0) >= MOST_UNSEEN;
}
