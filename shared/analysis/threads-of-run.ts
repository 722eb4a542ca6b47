/** All threads of a run, whoever told of them: one object for each, with its CPU time and what its samples say of the rest. */
import { MAIN_THREAD } from '../model/profile/profile.ts';
import type { ProfileFigures, RunReport, ThreadShare } from '../model/report.ts';
import type { ThreadFigures } from '../model/server-figures.ts';

export interface ThreadOfRun extends ThreadFigures {
  readonly pid: number;
}

/** Process by process. Those of processes whose threads nobody but the profile tells apart come last. */
export function threadsOfRun({ server = [], profile }: Partial<Pick<RunReport, 'server'>> & Pick<RunReport, 'profile'>): ThreadOfRun[] {
  const told = server.flatMap(({ pid, cpuByThread }) => (cpuByThread ? cpuByThread.rows.map((row) => ({ pid, ...row })) : []));
  const others = sharesOf(profile).filter(({ pid }) => !told.some((one) => one.pid === pid));
  return [...told, ...others.map(threadOfShare)];
}

function sharesOf(profile: ProfileFigures | null): readonly ThreadShare[] {
  return profile?.unit === 'microseconds' ? profile.threads : [];
}

function threadOfShare({ activeMs: _, tid = null, kind, ...share }: ThreadShare): ThreadOfRun {
  return { ...share, tid, kind: kind ?? (share.thread === MAIN_THREAD ? 'main' : 'worker'), threads: 1 };
}
