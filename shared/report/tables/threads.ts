/** The CPU time of processes by thread, and of threads with a profile what became of the rest of their time. */
import { threadsOfRun } from '../../analysis/threads-of-run.ts';
import { percentOf } from '../../base/percent-of.ts';
import { formatCount, formatMs, formatNumber, NOTHING } from '../../format/figures.ts';
import type { ProfileFigures, RunReport } from '../../model/report.ts';
import type { ThreadFigures } from '../../model/server-figures.ts';
import { timeOf } from '../../phrases/profile-words.ts';
import { text } from '../../words/words.ts';
import type { Cell, ReportTable } from '../table.ts';
import { numeric } from './columns.ts';
import { EVERYWHERE, type Profiled, type RunTable } from './run-table.ts';

/** Null: neither the system nor a profile tells threads apart. */
export function threadsTable({
  server = [],
  profile,
}: Pick<RunReport, 'profile'> & Partial<Pick<RunReport, 'server'>>): ReportTable | null {
  const rows = threadsOfRun({ server, profile });
  const all = rows.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  if (all === 0) return null;
  const ms = (value: number | null | undefined): string => (value == null ? NOTHING : formatNumber(value, 1));
  const isStopped = rows.some(({ stoppedMs }) => (stoppedMs ?? 0) > 0);
  const isDivided = rows.some(({ samples }) => samples !== null);
  return {
    caption: text('run.threads.title'),
    columns: [
      { title: text('run.server.pid'), share: 8 },
      { ...numeric(text('run.threads.thread')), share: 7 },
      { title: text('run.threads.name'), share: 30 },
      numeric(text('run.threads.cpu')),
      numeric(text('run.threads.share')),
      ...(isDivided ? [numeric(text('run.threads.blocked'))] : []),
      numeric(text('run.threads.waited')),
      ...(isDivided ? [numeric(text('run.threads.idle'))] : []),
      ...(isStopped ? [numeric(text('run.threads.stopped'))] : []),
      numeric(text('run.threads.samples')),
    ],
    rows: rows.map((row) => [
      String(row.pid),
      row.thread === null ? NOTHING : String(row.thread),
      nameOf(row),
      ms(row.cpuMs),
      formatNumber(percentOf(row.cpuMs, all), 1),
      ...(isDivided ? [ms(row.blockedMs)] : []),
      ms(row.waitedForCoreMs),
      ...(isDivided ? [ms(row.idleMs)] : []),
      ...(isStopped ? [ms(row.stoppedMs)] : []),
      row.samples === null ? NOTHING : formatCount(row.samples),
    ]),
    note: [
      text('run.threads.note'),
      ...(server.some(({ cpuByThread }) => cpuByThread?.by === 'node') ? [text('run.threads.noteNode')] : []),
      ...(isDivided && profile !== null ? notesOfProfile(profile.dividedBy) : []),
      ...rows.flatMap(({ pid, thread, unsampledMs }) =>
        thread === null || unsampledMs === undefined
          ? []
          : [text('run.threads.noteUnsampled', { pid: String(pid), thread, time: formatMs(unsampledMs) })],
      ),
    ].join(' '),
  };
}

/** How sure what is told of the threads of a profile is. */
function notesOfProfile(by: ProfileFigures['dividedBy']): string[] {
  const of = timeOf({ by });
  const parts = text('run.threads.noteBlocked');
  return of === 'cpu' ? [parts] : [parts, text(of === 'estimate' ? 'run.threads.noteEstimate' : 'run.threads.noteSampled')];
}

function nameOf({ kind, title, threads }: ThreadFigures): Cell {
  switch (kind) {
    case 'worker':
      return title === '' ? text('run.threads.kind.worker') : { text: title, tone: 'code' };
    case 'ended workers':
      return text('run.threads.kind.ended', { threads });
    case 'v8':
    case 'libuv':
    case 'other':
    case 'profiler':
      return text(`run.threads.kind.${kind}`, { threads: String(threads) });
    case 'not told apart':
      return text('run.threads.kind.unknown');
    case 'main':
    case 'loopscope':
      return text(`run.threads.kind.${kind}`);
  }
}

export const THREADS: RunTable<Profiled> = {
  id: 'threads',
  section: 'threads',
  of: threadsTable,
  on: EVERYWHERE,
  key: 'runs[].profile.threads',
  isLater: true,
};
