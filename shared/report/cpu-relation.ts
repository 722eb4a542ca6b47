/** How the figures of CPU time of a run belong together: each of them is a part of that of its processes. */
import { formatMs } from '../format/figures.ts';
import type { RunReport } from '../model/report.ts';
import { text } from '../words/words.ts';

/** Null: threads are not told apart by the kernel, they do not add up, or none has a profile. */
export function cpuRelationNote({ server, routes }: Pick<RunReport, 'server'> & Partial<Pick<RunReport, 'routes'>>): string | null {
  const told = server.map(({ cpuByThread }) => cpuByThread ?? null);
  if (told.length === 0 || told.some((one) => one?.by !== 'kernel' || !one.agrees)) return null;
  const rows = told.flatMap((one) => one!.rows);
  const sum = (some: typeof rows): number => some.reduce((all, { cpuMs }) => all + cpuMs, 0);
  const sampled = rows.filter(({ samples }) => samples !== null);
  if (sampled.length === 0) return null;
  const own = sum(rows.filter(({ kind }) => kind === 'loopscope' || kind === 'profiler'));
  const all = told.reduce((total, one) => total + one!.processMs, 0);
  return text('run.server.cpuRelation', {
    all: formatMs(all),
    sampled: formatMs(sum(sampled)),
    threads: sampled.length,
    rest: formatMs(Math.max(0, all - sum(sampled) - own)),
    own: formatMs(own),
    routes: routes?.cpu ? 'yes' : 'no',
  });
}
