/** How the figures of CPU time of a run belong together: each of them is a part of that of its processes. */
import { formatMs } from '../format/figures.ts';
import type { RunReport } from '../model/report.ts';
import { text } from '../words/words.ts';

type Told = Pick<RunReport, 'server' | 'profile'> & Partial<Pick<RunReport, 'routes'>>;

/** Null: threads are not told apart by the kernel, they do not add up, or none has a profile. */
export function cpuRelationNote({ server, profile, routes }: Told): string | null {
  const told = server.flatMap(({ pid, cpuByThread }) => (cpuByThread ? [{ pid, ...cpuByThread }] : []));
  if (told.length === 0 || told.length < server.length || told.some(({ by, agrees }) => by !== 'kernel' || !agrees)) return null;
  const rows = told.flatMap(({ pid, rows }) => rows.map((row) => ({ pid, ...row })));
  const sum = (some: readonly { readonly cpuMs: number }[]): number => some.reduce((all, { cpuMs }) => all + cpuMs, 0);
  const sampled = rows.filter(({ samples }) => samples !== null);
  if (sampled.length === 0) return null;
  const own = sum(rows.filter(({ kind }) => kind === 'loopscope' || kind === 'profiler'));
  const all = told.reduce((total, { processMs }) => total + processMs, 0);
  // The profile of a process that ends is over before it has ended.
  const covered = sum(
    (profile?.threads ?? []).filter((one) => sampled.some(({ pid, thread }) => pid === one.pid && thread === one.thread)),
  );
  return text('run.server.cpuRelation', {
    all: formatMs(all),
    sampled: formatMs(sum(sampled)),
    threads: sampled.length,
    whole: formatMs(covered) === formatMs(sum(sampled)) ? 'yes' : 'no',
    covered: formatMs(covered),
    rest: formatMs(Math.max(0, all - sum(sampled) - own)),
    own: formatMs(own),
    routes: routes?.cpu ? 'yes' : 'no',
  });
}
