/** CPU time of a process that is not its main thread's: of worker threads, libuv's pool, V8's helpers. The profile sees the worker threads only. */
import type { Milliseconds, Percent } from '../base/units.ts';
import { MAIN_THREAD } from '../model/profile/profile.ts';
import type { ProfileFigures, RunReport } from '../model/report.ts';
import type { ServerFigures, ThreadFigures } from '../model/server-figures.ts';
import type { ThreadKind } from '../model/thread-times.ts';
import { type Said, say } from '../words/said.ts';

/**
 * Of one core; processes at or above this are reported. The helpers of V8 (garbage collection, compilation) come to 5 to 20 % beside a main
 * thread that is busy with JavaScript alone; a quarter of a core is work of the program.
 */
const SAID_FROM: Percent = 25;
/** Less is reported, too, if it is more than the main thread used itself, which helpers never do: on a busy machine no process gets a whole core. */
const SAID_ABOVE_MAIN_FROM: Percent = 10;

const OURS: readonly ThreadKind[] = ['profiler', 'loopscope'];

type Threads = Pick<ServerFigures, 'cpuPercent' | 'elu' | 'otherThreadsPercent' | 'cpuByThread'>;

/**
 * Rows of the CPU time of a process that are the program's own: not those of Loopscope, nor of the profiler. Null: threads are not told apart, or
 * whose some of the time is, which may be the main one's.
 */
export function threadsOfProgram({ cpuByThread }: Pick<ServerFigures, 'cpuByThread'>): readonly ThreadFigures[] | null {
  if (cpuByThread?.by !== 'kernel' || (!cpuByThread.agrees && cpuByThread.unseenMs > 0)) return null;
  return cpuByThread.rows.some(({ kind }) => kind === 'main') ? cpuByThread.rows.filter(({ kind }) => !OURS.includes(kind)) : null;
}

/** CPU of Loopscope in a process, with the profiler: of one core. Null: threads are not told apart. */
export function ownCpuPercent({ cpuByThread }: Pick<ServerFigures, 'cpuByThread'>): Percent | null {
  if (cpuByThread?.by !== 'kernel') return null;
  return (100 * sumOf(cpuByThread.rows.filter(({ kind }) => OURS.includes(kind)))) / cpuByThread.durationMs;
}

/** So much of a core, over all processes in which it is enough to be reported. */
export function otherThreadsPercent(server: readonly Threads[]): Percent {
  return server
    .map((process) => ({ others: othersOf(process), all: allOf(process) }))
    .filter(({ others, all }) => others >= SAID_FROM || (others >= SAID_ABOVE_MAIN_FROM && others > all / 2))
    .reduce((sum, { others }) => sum + others, 0);
}

/**
 * Where the system does not tell it thread by thread: what is above the time in which the loop was busy, as the main thread used at
 * most one core of that. Less than the truth where the main thread waited for a processor or inside a synchronous call.
 */
function othersOf(process: Threads): Percent {
  const { cpuPercent, elu, otherThreadsPercent: told, cpuByThread } = process;
  const rows = threadsOfProgram(process);
  if (rows !== null && cpuByThread) return (100 * sumOf(rows.filter(({ kind }) => kind !== 'main'))) / cpuByThread.durationMs;
  return told ?? (elu === null ? 0 : cpuPercent.mean - 100 * elu.mean);
}

/** Without what is Loopscope's, as far as that is known. */
function allOf(process: Threads): Percent {
  return process.cpuPercent.mean - (ownCpuPercent(process) ?? 0);
}

function sumOf(rows: readonly Pick<ThreadFigures, 'cpuMs'>[]): Milliseconds {
  return rows.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

/** As a message; null: too little to report. With a profile it is about what that does not show. */
export function describeOtherThreads({ server, profile, load }: Pick<RunReport, 'server' | 'profile' | 'load'>): Said | null {
  if (profile === null) {
    const percent = otherThreadsPercent(server);
    return percent === 0 ? null : say('runWarning.threads', { percent: Math.round(percent) });
  }
  const percent = otherThreadsPercent(server.map((process) => withoutProfiled(process, profile, load.durationMs)));
  return percent === 0 ? null : say('runWarning.threadsProfile', { percent: Math.round(percent) });
}

type Process = RunReport['server'][number];

/**
 * CPU time of worker threads of a process, also of those that have ended, that no profile is of; 0: none, or it is not known. What a profile has lost
 * with its thread is told with it.
 */
export function unprofiledWorkersMs(process: Pick<ServerFigures, 'pid' | 'cpuByThread'>, profile: ProfileFigures): Milliseconds {
  const workers = (threadsOfProgram(process) ?? []).filter(isWorker);
  // One that has ended has a profile of its own, and no row.
  return Math.max(0, sumOf(workers) - profiledWorkersMs(process, profile) - profile.hot.cpu.lostMs);
}

function isWorker({ kind }: ThreadFigures): boolean {
  return kind === 'worker' || kind === 'ended workers';
}

function profiledWorkersMs(process: Pick<ServerFigures, 'pid'>, { threads }: ProfileFigures): Milliseconds {
  return sumOf(threads.filter(({ pid, thread }) => pid === process.pid && thread !== MAIN_THREAD));
}

/** What the profile shows of other threads than the main one is not told again. */
function withoutProfiled(process: Process, profile: ProfileFigures, durationMs: Milliseconds): Process {
  const { cpuByThread } = process;
  if (threadsOfProgram(process) !== null && cpuByThread) {
    const others = cpuByThread.rows.filter((row) => !isWorker(row));
    const some = cpuByThread.rows.find(isWorker);
    const rest = some === undefined ? [] : [{ ...some, cpuMs: unprofiledWorkersMs(process, profile) }];
    return { ...process, cpuByThread: { ...cpuByThread, rows: [...others, ...rest] } };
  }
  const percent = (100 * profiledWorkersMs(process, profile)) / durationMs;
  return percent > 0 ? { ...process, otherThreadsPercent: Math.max(0, othersOf(process) - percent) } : process;
}

/** Where the threads that were seen do not account for the CPU time of their process. */
export function describeUnseenThreads({ server }: Pick<RunReport, 'server'>): Said[] {
  return server.flatMap(({ pid, cpuByThread }) => {
    if (cpuByThread?.by !== 'kernel' || cpuByThread.agrees) return [];
    const { processMs, unseenMs } = cpuByThread;
    const figures = {
      pid: String(pid),
      process: { figure: processMs, as: 'time' },
      other: { figure: Math.abs(unseenMs), as: 'time' },
    } as const;
    return [unseenMs > 0 ? say('runWarning.threadsUnseen', figures) : say('runWarning.threadsTooMuch', figures)];
  });
}
