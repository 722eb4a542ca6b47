/** The CPU time of processes by thread, and of threads with a profile what became of the rest of their time. */
import { threadsOfRun } from '../../analysis/threads-of-run.ts';
import { percentOf } from '../../base/percent-of.ts';
import type { Milliseconds } from '../../base/units.ts';
import { formatCount, formatMs, formatNumber, NOTHING } from '../../format/figures.ts';
import { formatWeightNumber, weightUnit } from '../../format/weights.ts';
import type { ProfileFigures, RunReport, ThreadShare } from '../../model/report.ts';
import type { ThreadFigures } from '../../model/server-figures.ts';
import { timeOf } from '../../phrases/profile-words.ts';
import { text } from '../../words/words.ts';
import type { Cell, ReportTable } from '../table.ts';
import { numeric } from './columns.ts';
import { EVERYWHERE, type Profiled, type RunTable } from './run-table.ts';

const US_PER_MS = 1_000;

/** Null: neither the system nor a profile tells threads apart. */
export function threadsTable({
  server = [],
  profile,
}: Pick<RunReport, 'profile'> & Partial<Pick<RunReport, 'server'>>): ReportTable | null {
  if (server.length === 0 && profile !== null && profile.threads.every(isOfFile)) return threadsOfFile(profile);
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
      ...rows.flatMap(notesOfThread),
    ].join(' '),
  };
}

/** A file of another tool has no processes: each of its profiles is a thread, and which one is the main one it does not say. */
function isOfFile({ pid }: ThreadShare): boolean {
  return pid === 0;
}

function threadsOfFile({ threads, unit, isSampled = true }: ProfileFigures): ReportTable | null {
  const isTime = unit === 'microseconds';
  const weightOf = ({ weight, cpuMs }: ThreadShare): number => (isTime ? cpuMs * US_PER_MS : (weight ?? 0));
  const all = threads.reduce((sum, one) => sum + weightOf(one), 0);
  if (all === 0) return null;
  return {
    caption: text('run.threads.titleOfFile'),
    columns: [
      { ...numeric(text('run.threads.thread')), share: 7 },
      { title: text('run.threads.name'), share: 30 },
      numeric(isTime ? text('run.threads.cpu') : text('run.threads.weight', { unit: weightUnit(unit) })),
      numeric(text('run.threads.share')),
      ...(isTime ? [numeric(text('run.threads.blocked')), numeric(text('run.threads.idle'))] : []),
      ...(isTime && isSampled ? [numeric(text('run.threads.samples'))] : []),
    ],
    rows: threads.map((one) => [
      String(one.thread),
      one.title === '' ? NOTHING : { text: one.title, tone: 'code' },
      formatWeightNumber(weightOf(one), unit),
      formatNumber(percentOf(weightOf(one), all), 1),
      ...(isTime ? [formatNumber(one.blockedMs, 1), formatNumber(one.idleMs, 1)] : []),
      ...(isTime && isSampled ? [formatCount(one.samples)] : []),
    ]),
    note: text('run.threads.noteOfFile', { is: isTime ? 'time' : 'counted' }),
  };
}

/** What is missing in the times of a thread. */
function notesOfThread({ pid, thread, unsampledMs, lostMs }: ThreadFigures & { readonly pid: number }): string[] {
  if (thread === null) return [];
  const note = (key: 'run.threads.noteUnsampled' | 'run.threads.noteLost', missing: Milliseconds | undefined): string[] =>
    missing === undefined ? [] : [text(key, { pid: String(pid), thread, time: formatMs(missing) })];
  return [...note('run.threads.noteUnsampled', unsampledMs), ...note('run.threads.noteLost', lostMs)];
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
