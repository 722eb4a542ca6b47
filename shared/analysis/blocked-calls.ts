/** In which calls a thread waited for so long that it matters: for another program, another thread, a pipe or a disk, while nothing else could run. */
import type { Milliseconds, Percent, Ratio } from '../base/units.ts';
import type { BlockedCall, ThreadShare } from '../model/report.ts';
import { NEEDED_SAMPLES } from '../profile/time/known-cpu.ts';
import { unsampledOf } from '../session/thread-figures.ts';

export interface WaitingCall extends Pick<BlockedCall, 'call' | 'calledBy' | 'calledByPackage'> {
  /** Of the time. */
  readonly percent: Percent;
}

export interface BlockedInCalls {
  /** In all calls that are known. */
  readonly percent: Percent;
  readonly first: WaitingCall;
  /** Null: the first has most of it, and more than any other. */
  readonly second: WaitingCall | null;
  /** A part of the time was not sampled: it waited for so long at least. */
  readonly isLeast: boolean;
}

/**
 * Of the time. Who comes while a thread waits, waits as well: one request in ten. As of worker threads that are blocked, and of the shares that name
 * code; one call of 100 ms a second, which a request may be in, is as much.
 */
const TOLD_FROM: Percent = 10;
/** "Most of it". */
const MOST: Ratio = 0.5;
/** Of two that differ by less, neither has more than any other. */
const ABOUT_AS_MUCH: Ratio = 2 / 3;
/** As much as the parts of the time of a thread differ from it anyway. */
const UNSAMPLED_FROM: Ratio = 0.05;

/** Null: it did not wait for long, or it is not known well enough. `durationMs`: of the time that shares are of. */
export function findBlockedInCalls(thread: ThreadShare, durationMs: Milliseconds): BlockedInCalls | null {
  const [first, second] = thread.blockedIn ?? [];
  // A share of one half is then known to within 5 percentage points.
  if (first === undefined || thread.samples < NEEDED_SAMPLES || durationMs <= 0) return null;
  // It never came back to anything else: what only starts the server waits for its end, and what hangs has a sentence of its own.
  if (first.samples >= thread.samples) return null;
  const shareOf = (ms: Milliseconds): Percent => Math.min(100, (100 * ms) / durationMs);
  const allMs = thread.blockedIn!.reduce((sum, { blockedMs }) => sum + blockedMs, 0);
  if (shareOf(allMs) < TOLD_FROM) return null;
  const told = ({ call, blockedMs, calledBy, calledByPackage }: BlockedCall): WaitingCall => ({
    ...{ call, percent: shareOf(blockedMs) },
    ...(calledBy && { calledBy }),
    ...(calledByPackage && { calledByPackage }),
  });
  const isAlone = second === undefined || (first.blockedMs > MOST * allMs && second.blockedMs < ABOUT_AS_MUCH * first.blockedMs);
  return {
    percent: shareOf(allMs),
    first: told(first),
    second: isAlone ? null : told(second),
    isLeast: unsampledOf(thread, durationMs) >= UNSAMPLED_FROM * durationMs,
  };
}

/** The thread that waited for longest. Null: none did for long enough. */
export function findLongestBlocked(
  threads: readonly ThreadShare[],
  durationMs: Milliseconds,
): { readonly thread: ThreadShare; readonly blocked: BlockedInCalls } | null {
  const found = threads.flatMap((thread) => {
    const blocked = findBlockedInCalls(thread, durationMs);
    return blocked === null ? [] : [{ thread, blocked }];
  });
  return found.sort((a, b) => b.blocked.percent - a.blocked.percent)[0] ?? null;
}
