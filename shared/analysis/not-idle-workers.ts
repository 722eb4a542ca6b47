/**
 * Worker threads that used no core and were not idle for certain. A thread in `Atomics.wait`, `spawnSync` or a read that waits may do that for a
 * request, or because it has no work, as those of some pools do: which of both, cannot be told. One that waits for messages in its event loop is idle.
 */
import type { RunReport } from '../model/report.ts';
import type { Percent } from '../model/units.ts';
import { MAIN_THREAD } from '../profile/profile.ts';
import { threadsOfProgram } from './other-threads.ts';

export interface NotIdleWorkers {
  readonly threads: number;
  /** Of their time, on average; null: without a profile nobody knows whether they were blocked. */
  readonly blockedPercent: Percent | null;
  /** Most of it; null: not known, or none has most. */
  readonly call: string | null;
}

/** A thread that is blocked for less is not what most of a latency is waiting for. */
const BLOCKED_FROM: Percent = 10;
const MOST: Percent = 50;

/** Null: there are none. */
export function findNotIdleWorkers({ server, profile, load }: RunReport): NotIdleWorkers | null {
  const workers = server.flatMap((process) =>
    (threadsOfProgram(process) ?? []).filter(({ kind }) => kind === 'worker').map(({ thread }) => ({ pid: process.pid, thread })),
  );
  const sampled = (profile?.threads ?? []).filter(({ thread }) => thread !== MAIN_THREAD);
  const unknown = workers.filter((one) => !sampled.some(({ pid, thread }) => pid === one.pid && thread === one.thread));
  const shares = sampled.map(({ blockedMs }) => (100 * blockedMs) / load.durationMs).filter((percent) => percent >= BLOCKED_FROM);
  if (shares.length > 0) {
    const [first] = profile!.blocked;
    const call = first !== undefined && first.percent > MOST && first.call !== '' ? first.call : null;
    return { threads: shares.length, blockedPercent: shares.reduce((sum, percent) => sum + percent, 0) / shares.length, call };
  }
  return unknown.length > 0 ? { threads: unknown.length, blockedPercent: null, call: null } : null;
}
