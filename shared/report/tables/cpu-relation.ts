/** How the figures of CPU time of a run belong together: each of them is a part of that of its processes. */
import { formatMs } from '../../format/figures.ts';
import type { RunReport } from '../../model/report.ts';
import { text } from '../../words/words.ts';

const US_PER_MS = 1_000;

/**
 * Null: threads are not told apart by the kernel, they do not add up, or none has a profile. What functions and lines are shares of is the CPU time
 * of the intervals in which there was a sample on CPU; the rest of the same threads is named with its amount.
 */
export function cpuRelationNote({
  server,
  profile,
  routes,
}: Pick<RunReport, 'server' | 'profile'> & Partial<Pick<RunReport, 'routes'>>): string | null {
  if (profile === null || profile.base !== 'cpu' || profile.hot.cpu.by !== 'kernel') return null;
  const told = server.map(({ cpuByThread }) => cpuByThread ?? null);
  if (told.length === 0 || told.some((one) => one?.by !== 'kernel' || !one.agrees)) return null;
  const rows = told.flatMap((one) => one!.rows);
  const sum = (some: typeof rows): number => some.reduce((all, { cpuMs }) => all + cpuMs, 0);
  const { threads, hot, weight } = profile;
  if (threads.length === 0 || threads.some(({ pid }) => server.every((one) => one.pid !== pid))) return null;
  const { cpuMs } = hot.cpu;
  // What tables of functions say that they are of; with whole samples at the ends it may be a little more.
  const sampledMs = Math.min(cpuMs, weight / US_PER_MS);
  const own = sum(rows.filter(({ kind }) => kind === 'loopscope' || kind === 'profiler'));
  const all = told.reduce((total, one) => total + one!.processMs, 0);
  return text('run.server.cpuRelation', {
    all: formatMs(all),
    profiled: formatMs(cpuMs),
    threads: threads.length,
    sampled: formatMs(sampledMs),
    unseen: cpuMs > sampledMs ? formatMs(cpuMs - sampledMs) : 'none',
    rest: formatMs(Math.max(0, all - cpuMs - own)),
    own: formatMs(own),
    routes: routes?.cpu ? 'yes' : 'no',
  });
}
