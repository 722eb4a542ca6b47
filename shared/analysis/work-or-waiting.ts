/**
 * Whether the time of a response was work, waiting in line for the one event loop, or waiting for something else. Said only where the figures
 * carry it, and the load keeps the same number of requests in flight, as a closed one does. For n in flight (Little's law, n = rate * latency)
 *
 *   latency      = n / rate                     rate: responses per ms
 *   work of one  = busy / rate                  busy: share of the time in which the loop runs code
 *   idle share of the server <= share of the latency in which a request waits for something else
 *
 * The last line holds because a request can wait for no more than the work of all n: latency - n * work = latency * (1 - busy).
 */

import type { Milliseconds, Ratio } from '../base/units.ts';
import type { Distribution } from '../model/distribution.ts';
import type { RunReport } from '../model/report.ts';
import { isEnding } from '../model/run.ts';
import type { ServerFigures, ThreadFigures } from '../model/server-figures.ts';
import { knowsLoops, NEGLIGIBLE_CPU } from './known-loops.ts';
import { threadsOfProgram } from './other-threads.ts';

/** With less, part of the latency is nobody's work, and the line is not always full. */
export const BUSY_FROM: Ratio = 0.95;
/** The sentence gives a reason for most of the latency, or none. */
export const IDLE_FROM: Ratio = 0.5;
/** Figures of the same thing that come from different clocks agree to within this much. */
export const AGREES: Ratio = 0.1;
/** Requests that are alike wait alike; where the slowest and the fastest tenth differ by more, there are several kinds, and no sentence is about all. */
const ALIKE_WITHIN = 1.5;
/** Other programs that use more of the machine than this make the server wait for a processor. */
const MOST_FOREIGN: Ratio = 0.25;

/** So busy all the time that it is the limit, whatever else is. */
export function isServerFull({ server }: Pick<RunReport, 'server'>): boolean {
  return busiestOf(server, 'mean') >= BUSY_FROM;
}

/** Of all event loops, and of worker threads, whose loops nobody looks into: they are as busy as they run or wait for a core. */
export function busiestOf(server: readonly ServerFigures[], of: 'mean' | 'max'): Ratio {
  return Math.max(0, ...server.flatMap((process) => [process.elu?.[of] ?? 0, ...workersOf(process)]));
}

function workersOf(process: ServerFigures): Ratio[] {
  const workers = threadsOfProgram(process)?.filter(({ kind }) => kind === 'worker') ?? [];
  return workers.map((row) => busyOf(row) / process.cpuByThread!.durationMs);
}

/** Waiting for a core is being busy: on a busy machine a thread that has work may not get to it. */
function busyOf({ cpuMs, waitedForCoreMs }: ThreadFigures): Milliseconds {
  return cpuMs + (waitedForCoreMs ?? 0);
}

export function isOver({ ending }: RunReport): boolean {
  return isEnding(ending) && ending !== 'failed';
}

/** While a run goes on nothing averages out. Where the load process was the limit, no waiting is the server's. */
export function isWaitingKnown(run: RunReport): boolean {
  return run.requests.completed > 0 && isOver(run) && !run.generator.limited;
}

/** Of a calm machine: the process that alone did the work, if its loop, or a worker thread, was busy all the time. Null: it is not so, or not known. */
export function oneBusyLoop(run: RunReport): ServerFigures | null {
  const [only, ...others] = workingOf(run.server);
  const isBusy = !isDisturbed(run) && busiestOf(run.server, 'mean') >= BUSY_FROM && knowsLoops(run);
  return isBusy && only !== undefined && others.length === 0 ? only : null;
}

export function isDisturbed({ machine }: Pick<RunReport, 'machine'>): boolean {
  if (!machine) return false;
  const others = (machine.foreignPercent?.mean ?? 0) + (machine.stealPercent?.mean ?? 0);
  return others > MOST_FOREIGN * 100 * machine.cores;
}

export function workingOf(server: readonly ServerFigures[]): ServerFigures[] {
  return server.filter(({ elu, cpuPercent }) => (elu?.mean ?? 0) * 100 >= NEGLIGIBLE_CPU || cpuPercent.mean >= NEGLIGIBLE_CPU);
}

/** All processes and threads together: a line for any of them is not something else. Null: not known of each that worked. */
export function idleOf(run: RunReport): Ratio | null {
  if (!knowsLoops(run)) return null;
  const { server } = run;
  const busy = Math.max(
    server.reduce((sum, { elu }) => sum + (elu?.mean ?? 0), 0),
    server.reduce((sum, { cpuPercent }) => sum + cpuPercent.mean, 0) / 100,
    server.reduce((sum, process) => sum + busyThreads(process), 0),
  );
  return 1 - busy;
}

/** All threads of the program together, the main one with the time in which its loop was busy. 0: they are not told apart. */
function busyThreads(process: ServerFigures): Ratio {
  const rows = threadsOfProgram(process);
  if (rows === null) return 0;
  const { durationMs } = process.cpuByThread!;
  const shares = rows.map((row) => Math.max(busyOf(row) / durationMs, row.kind === 'main' ? (process.elu?.mean ?? 0) : 0));
  return shares.reduce((sum, share) => sum + share, 0);
}

/** How many of the requests of a plan an average is of: those with a response. */
export function requestsOfPlan({ load, byRequest }: Pick<RunReport, 'load' | 'byRequest'>): number {
  if (load.plan === undefined) return 1;
  return byRequest?.filter(({ requests }) => requests.completed > 0).length ?? load.plan.requests.length;
}

/** Of a plan: whoever thinks between two requests has none in flight, which Little's law tells. Then it is them that an idle server waits for. */
export function areAllInFlight({ latencyMs, requests, load }: RunReport, inFlight: number): boolean {
  if (!load.plan?.hasPauses) return true;
  const mean = latencyMs?.mean ?? null;
  return mean !== null && (requests.completed * mean) / load.durationMs >= (1 - AGREES) * inFlight;
}

export function hasErrors({ failed, unexpected, unanswered }: RunReport['requests']): boolean {
  return failed + unexpected + (unanswered ?? 0) > 0;
}

export function areAlike({ percentiles, weak, mean }: Distribution): boolean {
  const { '10': low, '50': middle, '90': high } = percentiles;
  if (low == null || middle == null || high == null || mean === null || weak.includes('90')) return false;
  return high <= ALIKE_WITHIN * low && Math.abs(mean - middle) <= AGREES * mean;
}
