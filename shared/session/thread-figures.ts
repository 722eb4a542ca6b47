/** The CPU time of a process by thread: rows that add up to it. */
import type { Microseconds, Milliseconds, Ratio } from '../base/units.ts';
import { MAIN_THREAD } from '../model/profile/profile.ts';
import type { ThreadShare } from '../model/report.ts';
import type { CpuByThread, ThreadFigures } from '../model/server-figures.ts';
import {
  type ProcessThread,
  type ThreadIntervals,
  type ThreadKind,
  type ThreadTimes,
  type TimeOfThread,
  timeBetween,
} from '../model/thread-times.ts';
import { TOLD_FROM } from './divide-profiles.ts';
import type { RunRecording } from './recording.ts';
import { titleOfThread } from './title-of-thread.ts';

const US_PER_MS = 1_000;
/** In the order of a table. Threads of the last ones are not told one by one. */
const JOINED: readonly ThreadKind[] = ['ended workers', 'v8', 'libuv', 'other', 'profiler', 'loopscope', 'not told apart'];
/**
 * The times of all threads and that of the process agree within 0.2 %, as long as none ends; five times that is an error, or a thread that was
 * not seen.
 */
const AGREES_WITHIN = 0.01;
/**
 * A running thread is told up to a tick (4 ms) late, and from outside the process is counted in 1/100 s, user and system apart, at both ends: of
 * less than this a percentage says nothing.
 */
const TOO_LITTLE_US: Microseconds = 40_000;

/** A profile begins and ends some time, up to two readings of the threads, after and before what else is known of a thread. */
const UNSAMPLED_FROM_MS: Milliseconds = 100;
const UNSAMPLED_FROM: Ratio = 0.05;

const NOT_SAMPLED = { samples: null, blockedMs: null, idleMs: null };

/** Less is an error of measuring, and would be a row of 0.0 ms. */
const SHOWN_FROM_US: Microseconds = 50;

/** Null: it is not known. `from` and `to` are on the engine's clock. `sampled`: what the profile of the same time says of its threads. */
export function computeCpuByThread(
  recording: RunRecording,
  pid: number,
  from: Microseconds,
  to: Microseconds,
  sampled: readonly ThreadShare[] = [],
): CpuByThread | null {
  const times = recording.threadTimes(pid);
  if (times === null || to <= from) return null;
  const whole = timeBetween(times.whole, from, to);
  if (whole.seenUs === 0) return null;
  const titled = (thread: ProcessThread): string =>
    (thread.thread === null || thread.kind !== 'worker' ? '' : titleOfThread(recording, { pid, thread: thread.thread })) || thread.title;
  const shareOf = (thread: number | null) => sampled.find((one) => one.pid === pid && one.thread === thread);
  return {
    by: times.by,
    durationMs: (to - from) / US_PER_MS,
    processMs: whole.ranUs / US_PER_MS,
    ...rowsOf(times, whole, from, to, titled, shareOf),
  };
}

/** `seenMs`: of its time in the run. */
function withSamples(row: ThreadFigures, share: ThreadShare | undefined, seenMs: Milliseconds): ThreadFigures {
  if (share === undefined) return row;
  const { samples, blockedMs, idleMs, waitedForCoreMs, stoppedMs } = share;
  // Of the same intervals as what is beside them, so that the parts of a thread add up to its time.
  const figures = { ...row, samples, blockedMs, idleMs, ...(waitedForCoreMs === null ? {} : { waitedForCoreMs, stoppedMs }) };
  const { lostMs = 0 } = share;
  const unsampledMs = unsampledOf(share, seenMs) - lostMs;
  const isMuch = (missing: Milliseconds): boolean => missing >= Math.max(UNSAMPLED_FROM_MS, UNSAMPLED_FROM * seenMs);
  return { ...figures, ...(isMuch(unsampledMs) ? { unsampledMs } : {}), ...(isMuch(lostMs) ? { lostMs } : {}) };
}

/** Of so long a time, what no part of the thread covers: it was not sampled then. */
export function unsampledOf({ cpuMs, blockedMs, idleMs, waitedForCoreMs, stoppedMs }: ThreadShare, durationMs: Milliseconds): Milliseconds {
  return durationMs - cpuMs - blockedMs - idleMs - (waitedForCoreMs ?? 0) - stoppedMs;
}

interface Timed {
  readonly thread: ProcessThread;
  readonly time: TimeOfThread;
  readonly hasEnded: boolean;
}

/** `shareOf`: what a profile says of a thread, by its number; if nobody told the time of the main one, it is estimated from that. */
function rowsOf(
  { by, threads }: ThreadTimes,
  whole: TimeOfThread,
  from: Microseconds,
  to: Microseconds,
  titleOf: (thread: ProcessThread) => string,
  shareOf: (thread: number | null) => ThreadShare | undefined,
): Pick<CpuByThread, 'rows' | 'unseenMs' | 'agrees'> {
  const timed: Timed[] = threads
    .filter(({ thread, intervals }) => thread.start < to && endOf(intervals) > from)
    .map(({ thread, intervals }) => ({
      thread,
      time: timeBetween(intervals, from, to),
      hasEnded: thread.ended && endOf(intervals) <= to,
    }))
    // It lives as long as its process.
    .filter(({ thread, time }) => thread.kind !== 'main' || time.seenUs >= TOLD_FROM * whole.seenUs);
  const told = timed.reduce((sum, { time }) => sum + time.ranUs, 0);
  // A thread that ends takes with it what it has used since it was last read; the process keeps it.
  const restUs = whole.ranUs - told;
  const hasEnded = timed.some(({ hasEnded: one }) => one);
  const restKind: ThreadKind = hasEnded ? 'ended workers' : 'not told apart';
  const figures = (kind: ThreadKind, of: readonly Timed[], restOf: Microseconds): Omit<ThreadFigures, 'thread' | 'tid' | 'title'> => {
    const sum = (part: keyof TimeOfThread): number => of.reduce((all, { time }) => all + time[part], 0) / US_PER_MS;
    const known = by === 'kernel';
    return {
      kind,
      threads: of.length,
      cpuMs: sum('ranUs') + restOf / US_PER_MS,
      waitedForCoreMs: known ? sum('waitedUs') : null,
      stoppedMs: known ? sum('stoppedUs') : null,
      ...NOT_SAMPLED,
    };
  };
  const single = timed.filter(isSingle);
  const isMainTold = single.some(({ thread: { kind } }) => kind === 'main');
  const ofMain = shareOf(MAIN_THREAD);
  const estimatedUs = isMainTold || ofMain === undefined ? 0 : Math.min(Math.max(0, restUs), ofMain.cpuMs * US_PER_MS);
  const rows: ThreadFigures[] = single
    .sort((a, b) => Number(b.thread.kind === 'main') - Number(a.thread.kind === 'main') || b.time.ranUs - a.time.ranUs)
    .map((one) => {
      const { kind, thread, tid } = one.thread;
      const row = { ...figures(kind, [one], 0), thread, tid, title: titleOf(one.thread) };
      return withSamples(row, shareOf(thread), one.time.seenUs / US_PER_MS);
    });
  if (estimatedUs > 0) {
    const unknown = { waitedForCoreMs: null, stoppedMs: null, ...NOT_SAMPLED };
    const main = { kind: 'main', threads: 1, thread: MAIN_THREAD, tid: null, title: '' } as const;
    rows.unshift(withSamples({ ...main, cpuMs: estimatedUs / US_PER_MS, ...unknown }, ofMain, 0));
  }
  for (const kind of JOINED) {
    const of = timed.filter((one) => !isSingle(one) && rowOf(one) === kind);
    const rest = kind === restKind && restUs - estimatedUs >= SHOWN_FROM_US ? restUs - estimatedUs : 0;
    if (of.length > 0 || rest > 0)
      rows.push({ ...figures(kind, of, rest), thread: null, tid: of.length === 1 ? of[0]!.thread.tid : null, title: '' });
  }
  const isLittle = Math.abs(restUs) <= TOO_LITTLE_US || Math.abs(restUs) <= AGREES_WITHIN * whole.ranUs;
  return { rows, unseenMs: restUs / US_PER_MS, agrees: isLittle || (hasEnded && restUs > 0) };
}

/** Of the time of the process, how long its main thread was in calls that wait, as its samples say; 0: in none, or not known. */
export function blockedShareOf(cpuByThread: CpuByThread | null | undefined): Ratio {
  if (!cpuByThread || cpuByThread.durationMs <= 0) return 0;
  return (cpuByThread.rows.find(({ kind }) => kind === 'main')?.blockedMs ?? 0) / cpuByThread.durationMs;
}

function endOf({ start, end }: ThreadIntervals): Microseconds {
  return end[end.length - 1] ?? start;
}

function isSingle({ thread: { kind }, hasEnded }: Timed): boolean {
  return kind === 'main' || (kind === 'worker' && !hasEnded);
}

function rowOf({ thread: { kind } }: Timed): ThreadKind {
  return kind === 'worker' ? 'ended workers' : kind;
}
