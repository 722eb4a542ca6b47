/** CPU time of a process that is not its main thread's: of worker threads, libuv's pool, V8's helpers. The profile sees the worker threads only. */
import type { RunReport, ServerFigures } from '../model/report.ts';
import type { Milliseconds, Percent } from '../model/units.ts';
import { MAIN_THREAD } from '../profile/profile.ts';
import { type Said, say } from '../words/said.ts';

/**
 * Of one core; processes at or above this are reported. The helpers of V8 (garbage collection, compilation) come to 5 to 20 % beside a main
 * thread that is busy with JavaScript alone; a quarter of a core is work of the program.
 */
const SAID_FROM: Percent = 25;
/** Less is reported, too, if it is more than the main thread used itself, which helpers never do: on a busy machine no process gets a whole core. */
const SAID_ABOVE_MAIN_FROM: Percent = 10;

type Threads = Pick<ServerFigures, 'cpuPercent' | 'elu' | 'otherThreadsPercent'>;

/** So much of a core, over all processes in which it is enough to be reported. */
export function otherThreadsPercent(server: readonly Threads[]): Percent {
  return server
    .map((process) => ({ others: othersOf(process), all: process.cpuPercent.mean }))
    .filter(({ others, all }) => others >= SAID_FROM || (others >= SAID_ABOVE_MAIN_FROM && others > all / 2))
    .reduce((sum, { others }) => sum + others, 0);
}

/**
 * Where the system does not tell it thread by thread: what is above the time in which the loop was busy, as the main thread used at
 * most one core of that. Less than the truth where the main thread waited for a processor or inside a synchronous call.
 */
function othersOf({ cpuPercent, elu, otherThreadsPercent: told }: Threads): Percent {
  return told ?? (elu === null ? 0 : cpuPercent.mean - 100 * elu.mean);
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

/** Activity in a profile is at least the CPU time: waiting for a core is part of it. */
function withoutProfiled(process: Process, { threads }: NonNullable<RunReport['profile']>, durationMs: Milliseconds): Process {
  const profiled = threads.filter(({ pid, thread }) => pid === process.pid && thread !== MAIN_THREAD);
  const percent = (100 * profiled.reduce((sum, { activeMs }) => sum + activeMs, 0)) / durationMs;
  return percent > 0 ? { ...process, otherThreadsPercent: Math.max(0, othersOf(process) - percent) } : process;
}
