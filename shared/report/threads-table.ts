/** The CPU time of processes by thread, and of threads with a profile what became of the rest of their time. */
import { formatCount, formatNumber, NOTHING } from '../format/figures.ts';
import { percentOf } from '../format/percent-of.ts';
import type { CpuByThread, ProfileFigures, RunReport, ThreadFigures, ThreadShare } from '../model/report.ts';
import type { ThreadKind } from '../model/thread-times.ts';
import { MAIN_THREAD } from '../profile/profile.ts';
import { timeOf } from '../words/profile-words.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';

interface Row {
  readonly pid: number;
  /** Null: none of JavaScript, or several. */
  readonly thread: number | null;
  readonly name: Cell;
  readonly cpuMs: number;
  readonly waitedForCoreMs: number | null;
  readonly stoppedMs: number | null;
  /** Null: it has no profile. */
  readonly share: ThreadShare | null;
}

/** Null: neither the system nor a profile tells threads apart. */
export function threadsTable({
  server = [],
  profile,
}: Pick<RunReport, 'profile'> & Partial<Pick<RunReport, 'server'>>): ReportTable | null {
  const shares = profile?.unit === 'microseconds' ? profile.threads : [];
  const told = server.flatMap(({ pid, cpuByThread }) => (cpuByThread ? [{ pid, ...cpuByThread }] : []));
  const rows = told.flatMap(({ pid, rows: of }) => of.map((row) => rowOf(pid, row, shares)));
  // Those of processes whose threads nobody told apart.
  for (const share of shares) if (!told.some(({ pid }) => pid === share.pid)) rows.push(rowOfShare(share));
  const all = rows.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  if (all === 0) return null;
  const numeric = (title: string) => ({ title, numeric: true });
  const ms = (value: number | null | undefined): string => (value == null ? NOTHING : formatNumber(value, 1));
  const isStopped = rows.some(({ stoppedMs }) => (stoppedMs ?? 0) > 0);
  const isDivided = shares.length > 0;
  return {
    caption: text('run.threads.title'),
    columns: [
      { title: text('run.server.pid') },
      numeric(text('run.threads.thread')),
      { title: text('run.threads.name') },
      numeric(text('run.threads.cpu')),
      numeric(text('run.threads.share')),
      ...(isDivided ? [numeric(text('run.threads.blocked'))] : []),
      numeric(text('run.threads.waited')),
      ...(isDivided ? [numeric(text('run.threads.idle'))] : []),
      ...(isStopped ? [numeric(text('run.threads.stopped'))] : []),
      numeric(text('run.threads.samples')),
    ],
    rows: rows.map(({ pid, thread, name, cpuMs, waitedForCoreMs, stoppedMs, share }) => [
      String(pid),
      thread === null ? NOTHING : String(thread),
      name,
      ms(cpuMs),
      formatNumber(percentOf(cpuMs, all), 1),
      ...(isDivided ? [ms(share?.blockedMs)] : []),
      ms(waitedForCoreMs),
      ...(isDivided ? [ms(share?.idleMs)] : []),
      ...(isStopped ? [ms(stoppedMs)] : []),
      share === null ? NOTHING : formatCount(share.samples),
    ]),
    note: [text('run.threads.note'), ...notesOf(told), ...(isDivided ? notesOfProfile(profile!.dividedBy) : [])].join(' '),
  };
}

function notesOf(told: readonly CpuByThread[]): string[] {
  return told.some(({ by }) => by === 'node') ? [text('run.threads.noteNode')] : [];
}

/** How sure what is told of the threads of a profile is. */
function notesOfProfile(by: ProfileFigures['dividedBy']): string[] {
  const of = timeOf({ by });
  const parts = text('run.threads.noteBlocked');
  return of === 'cpu' ? [parts] : [parts, text(of === 'estimate' ? 'run.threads.noteEstimate' : 'run.threads.noteSampled')];
}

function rowOf(pid: number, { kind, thread, title, threads, ...times }: ThreadFigures, shares: readonly ThreadShare[]): Row {
  const share = thread === null ? undefined : shares.find((one) => one.pid === pid && one.thread === thread);
  const named = kind === 'worker' && title !== '';
  return {
    pid,
    thread,
    name: named ? { text: title, tone: 'code' } : nameOf(kind, threads),
    ...times,
    // Of the same intervals as what is beside them, so that the parts of a thread add up to its time.
    ...(share?.waitedForCoreMs == null ? {} : { waitedForCoreMs: share.waitedForCoreMs, stoppedMs: share.stoppedMs }),
    share: share ?? null,
  };
}

function nameOf(kind: ThreadKind, threads: number): string {
  switch (kind) {
    case 'ended workers':
      return text('run.threads.kind.ended', { threads });
    case 'v8':
    case 'libuv':
    case 'other':
    case 'profiler':
      return text(`run.threads.kind.${kind}`, { threads: String(threads) });
    case 'not told apart':
      return text('run.threads.kind.unknown');
    default:
      return text(`run.threads.kind.${kind}`);
  }
}

function rowOfShare(share: ThreadShare): Row {
  const { pid, thread, title, cpuMs, waitedForCoreMs, stoppedMs } = share;
  const name: Cell = thread === MAIN_THREAD ? text('run.threads.kind.main') : { text: title, tone: 'code' };
  return { pid, thread, name, cpuMs, waitedForCoreMs, stoppedMs, share };
}
