/** CPU time of a process that is not its main thread's: of worker threads, libuv's pool, V8's helpers. The profile does not see it. */
import type { RunReport, ServerFigures } from '../model/report.ts';
import type { Percent } from '../model/units.ts';
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

/** As a message; null: too little to report. */
export function describeOtherThreads({ server, profile }: Pick<RunReport, 'server' | 'profile'>): Said | null {
  const percent = otherThreadsPercent(server);
  if (percent === 0) return null;
  const told = { percent: Math.round(percent) };
  return profile === null ? say('runWarning.threads', told) : say('runWarning.threadsProfile', told);
}
