/** What is said of a profile. */
import { formatMs } from '../format/figures.ts';
import type { ProfileFigures } from '../model/report.ts';
import type { TargetProcess, TargetThread } from '../model/run.ts';
import { MAIN_THREAD } from '../profile/profile.ts';
import { processName } from './charts.ts';
import { text } from './words.ts';

/** How long it was taken, and of how many processes and threads. */
export function coversText({ durationMs, idleMs, processMs, processes, threads }: ProfileFigures): string {
  const figures = { time: formatMs(durationMs), idle: formatMs(idleMs) };
  if (threads.length <= 1) return text('run.overview.profiledValue', figures);
  const several = { ...figures, processes: String(processes), together: formatMs(processMs) };
  if (threads.length === processes) return text('run.overview.profiledSeveral', several);
  return text('run.overview.profiledThreads', { ...several, processes, threads: String(threads.length) });
}

/** "main 4242"; of a worker thread "main 4242, thread 3: resize.js". */
export function laneNameOf(
  { pid, thread }: { readonly pid: number; readonly thread: number },
  processes: readonly Pick<TargetProcess, 'pid' | 'role' | 'member'>[],
  threads: readonly TargetThread[],
): string {
  const process = processName(
    processes.find((one) => one.pid === pid),
    pid,
  );
  if (thread === MAIN_THREAD) return process;
  const title = threads.find((one) => one.pid === pid && one.thread === thread)?.title ?? '';
  return text('run.flameChart.threadLane', { process, thread: threadName({ thread, title }) });
}

/** "main thread", "thread 3 resize.js". */
export function threadName({ thread, title }: Pick<TargetThread, 'thread' | 'title'>): string {
  if (thread === MAIN_THREAD) return text('run.profile.mainThread');
  return text('run.profile.threadOf', { thread: String(thread), title, named: title === '' ? 'no' : 'yes' });
}
