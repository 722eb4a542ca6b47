/**
 * Worker threads that used no core and were not idle for certain. A thread in `Atomics.wait`, `spawnSync` or a read that waits may do that for a
 * request, or because it has no work, as those of some pools do: which of both, cannot be told. One that waits for messages in its event loop is idle.
 */
import type { Milliseconds, Ratio } from '../base/units.ts';
import { MAIN_THREAD } from '../model/profile/profile.ts';
import type { RunReport, ThreadShare } from '../model/report.ts';
import { threadsOfRun } from './threads-of-run.ts';

export interface NotIdleWorkers {
  readonly threads: number;
  /** All of them together; null: without a profile nobody knows whether they were blocked. */
  readonly blockedMs: Milliseconds | null;
  /** Most of it; null: not known, or none has most. */
  readonly call: string | null;
  /** Part of their time has no samples: it was so much at least. */
  readonly isLeast: boolean;
}

/** Of the time of the run; blocked for less, all together, they are not what most of a latency is waiting for. */
const BLOCKED_FROM: Ratio = 0.1;
const MOST: Ratio = 0.5;

/** Null: there are none. */
export function findNotIdleWorkers({ server, profile, load }: RunReport): NotIdleWorkers | null {
  const all = threadsOfRun({ server, profile });
  // With those that have ended, which have no row of their own.
  const blocked = (profile?.threads ?? []).filter(({ thread, blockedMs }) => thread !== MAIN_THREAD && blockedMs > 0);
  const blockedMs = blocked.reduce((sum, { blockedMs: ms }) => sum + ms, 0);
  if (blockedMs >= BLOCKED_FROM * load.durationMs) {
    const call = mostIn(blocked);
    const isLeast = all.some(({ kind, unsampledMs }) => kind === 'worker' && unsampledMs !== undefined);
    return { threads: blocked.length, blockedMs, call, isLeast };
  }
  const threads = all
    .filter(({ kind, samples }) => samples === null && (kind === 'worker' || (kind === 'ended workers' && profile === null)))
    .reduce((sum, one) => sum + one.threads, 0);
  return threads > 0 ? { threads, blockedMs: null, call: null, isLeast: false } : null;
}

/** The call that they were in for most of the time in which they were blocked, whoever made it. Null: none, or it is not known. */
function mostIn(threads: readonly ThreadShare[]): string | null {
  const sums = new Map<string, Milliseconds>();
  for (const { call, blockedMs } of threads.flatMap(({ blockedIn }) => blockedIn ?? [])) sums.set(call, (sums.get(call) ?? 0) + blockedMs);
  const all = threads.reduce((sum, { blockedMs }) => sum + blockedMs, 0);
  return [...sums].find(([, ms]) => ms > MOST * all)?.[0] ?? null;
}
