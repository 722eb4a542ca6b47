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

import { atLeastMs } from '../load/bounds.ts';
import type { Distribution } from '../model/distribution.ts';
import { inFlightOf } from '../model/load-models.ts';
import type { RunReport } from '../model/report.ts';
import { GENERATOR_LIMIT_PERCENT, isEnding, LATENESS_LIMIT_MS } from '../model/run.ts';
import type { ServerFigures, ThreadFigures } from '../model/server-figures.ts';
import type { Milliseconds, Percent, Ratio } from '../model/units.ts';
import { knowsLoops, NEGLIGIBLE_CPU } from './known-loops.ts';
import { metricOf } from './metrics.ts';
import { findNotIdleWorkers, type NotIdleWorkers } from './not-idle-workers.ts';
import { threadsOfProgram } from './other-threads.ts';

/** `requests`: of the plan that it is an average over; 1 without a plan. */
interface AverageOver {
  readonly requests: number;
}

/** `workers`: those of which it is not known that they were idle, though they used no core. */
interface Idle {
  readonly idlePercent: Percent;
  readonly workers: NotIdleWorkers | null;
}

export type WaitingPart =
  /** Nearly all of the latency is work, and waiting until the loop has done the work of the others. */
  | (AverageOver & {
      readonly kind: 'waits-in-line';
      readonly workMs: Milliseconds;
      readonly waitMs: Milliseconds;
      readonly others: number;
    })
  /** Some of it may be waiting for something else: so much at most. */
  | (AverageOver & {
      readonly kind: 'waits-for-both';
      readonly workMs: Milliseconds;
      readonly lineMs: Milliseconds;
      readonly elseMs: Milliseconds;
    })
  /** `oneByOne`: what they wait for serves one at a time. */
  | (Idle & { readonly kind: 'waits-elsewhere'; readonly oneByOne: boolean })
  /**
   * So much at least. `machine`: a loop that waits for a core counts as busy, as on a busy machine. `clients`: not all of them always had a
   * request in flight, so that it is them that it waited for.
   */
  | (Idle & { readonly kind: 'idle'; readonly why: 'machine' | 'clients' })
  /**
   * Worker threads were blocked, and no thread was busy for more than `busiestPercent` of the time. Not said of what: threads that work for a
   * request one after the other may take all of its latency.
   */
  | {
      readonly kind: 'workers-blocked';
      readonly workers: NotIdleWorkers & { readonly blockedMs: Milliseconds };
      readonly busiestPercent: Percent;
    }
  /** Of the mean latency so much at most: the CPU time of a request, that of all its processes and threads. */
  | (AverageOver & { readonly kind: 'little-work'; readonly workMs: Milliseconds; readonly latencyMs: Milliseconds })
  /** What would show how many requests are served at a time. `known`: one, as the run shows already, so that one connection is enough; else a sweep of these `levels`. */
  | { readonly kind: 'try-one'; readonly known: boolean; readonly levels: readonly number[] }
  /** `percent`: of a core, too much; null: so late were 1 % of the requests sent. */
  | { readonly kind: 'generator-limit'; readonly percent: Percent }
  | { readonly kind: 'generator-limit'; readonly percent: null; readonly lateMs: Milliseconds }
  | { readonly kind: 'collecting'; readonly percent: Percent };

/** Why there is no sentence about waiting, where the user can do something about it. `percent`: of a core. */
export type UnsaidPart =
  | { readonly kind: 'waiting-unsaid'; readonly why: 'programs' | 'host'; readonly percent: Percent }
  | { readonly kind: 'waiting-unsaid'; readonly why: 'processes' | 'few' | 'unlike'; readonly percent: null };

/** With less, part of the latency is nobody's work, and the line is not always full. */
const BUSY_FROM: Ratio = 0.95;
/** The sentence gives a reason for most of the latency, or none. */
const IDLE_FROM: Ratio = 0.5;
/** Figures of the same thing that come from different clocks agree to within this much. */
const AGREES: Ratio = 0.1;
/** Requests that are alike wait alike; where the slowest and the fastest tenth differ by more, there are several kinds, and no sentence is about all. */
const ALIKE_WITHIN = 1.5;
/** More than this is not little. */
const LITTLE_UP_TO: Ratio = 0.25;
/** What is certain to be waiting in line has to be worth a sentence. */
const LINE_FROM: Ratio = 0.25;
/** Other programs that use more of the machine than this make the server wait for a processor. */
const MOST_FOREIGN: Ratio = 0.25;
/** Every request needs some; a quarter of what the server does is worth a look. */
const COLLECTING_FROM: Percent = 25;
/** One at a time is seen in a line; one of fewer proves nothing. */
const LEAST_LINE = 4;
/**
 * Responses that the quickest one leaves time for, had it been one of so many at a time: 1 plus what it takes besides, which is a tenth or more of
 * it where that is some milliseconds. Two at a time would be 2; less than 1 is a first that was quicker than the rest.
 */
const ONE_AT_A_TIME: readonly [Ratio, Ratio] = [0.7, 1.4];
/**
 * Greatest spread (standard deviation / mean) of what they wait for. With more, two at a time whose first one is quick look like one at a time;
 * with this much, that one would have to be 2.5 standard deviations from the mean.
 */
const EVEN_WITHIN: Ratio = 0.12;
/** Standard deviations of a normal distribution from its 10th to its 90th percentile. */
const DEVIATIONS_P10_TO_P90 = 2.56;

/**
 * Connections of a sweep that finds how many requests are served at a time. Where that is no more than the run had in flight, throughput is flat
 * from there to twice as many, which is what a knee needs.
 */
const LEVELS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/** Of the 99th percentile of the latency, which counts from when a request was due: with less, its time is not that of the load process. */
const LATE_SHARE: Ratio = 1 / 2;

export function computeWaitingParts(run: RunReport): WaitingPart[] {
  const { generator, server } = run;
  // While a run goes on neither the load process has been judged nor does anything average out.
  if (!isOver(run)) return [];
  if (generator.limited) return generatorLimit(run);
  const working = workingOf(server);
  const busy = busiestOf(server, 'mean');
  const only = working.length === 1 ? working[0]! : null;
  const waits = isDisturbed(run)
    ? idleAtLeast(run)
    : only !== null && busy >= BUSY_FROM && knowsLoops(run)
      ? inLine(run, only)
      : elsewhere(run);
  return [
    ...waits,
    ...(isIdle(waits) ? littleWork(run) : waits.length === 0 ? blockedWorkers(run) : []),
    ...(only === null ? [] : collecting(run, only)),
    ...tryOne(run, waits),
  ];
}

/** Of whole runs: how the load process did is not known of a part. */
function generatorLimit({ generator, server, window, latencyMs }: RunReport): WaitingPart[] {
  if (window !== null || server.every(({ elu }) => elu === null)) return [];
  const percent = generator.busiestPercent ?? generator.cpuPercent;
  if (percent !== null && percent > GENERATOR_LIMIT_PERCENT) return isServerFull({ server }) ? [] : [{ kind: 'generator-limit', percent }];
  // Some seconds are enough to be late in, and when they were is not known: the server must not have been busy in any.
  const lateMs = generator.latenessMs?.p99 ?? 0;
  // Most of what the slowest took is the server's then, whoever was late besides.
  const slowMs = atLeastMs(latencyMs, '99');
  if (lateMs < LATE_SHARE * slowMs) return [];
  return lateMs <= LATENESS_LIMIT_MS || busiestOf(server, 'max') >= BUSY_FROM ? [] : [{ kind: 'generator-limit', percent: null, lateMs }];
}

/** So busy all the time that it is the limit, whatever else is. */
export function isServerFull({ server }: Pick<RunReport, 'server'>): boolean {
  return busiestOf(server, 'mean') >= BUSY_FROM;
}

/** Of all event loops, and of worker threads, whose loops nobody looks into: they are as busy as they run or wait for a core. */
function busiestOf(server: readonly ServerFigures[], of: 'mean' | 'max'): Ratio {
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

/** The server had nothing to do for most of the time. */
export function isIdle(parts: readonly { readonly kind: string }[]): boolean {
  return parts.some(({ kind }) => kind === 'waits-elsewhere' || kind === 'idle');
}

function isOver({ ending }: RunReport): boolean {
  return isEnding(ending) && ending !== 'failed';
}

export function isDisturbed({ machine }: Pick<RunReport, 'machine'>): boolean {
  if (!machine) return false;
  const others = (machine.foreignPercent?.mean ?? 0) + (machine.stealPercent?.mean ?? 0);
  return others > MOST_FOREIGN * 100 * machine.cores;
}

/** `parts`: what is said. */
export function computeUnsaid(run: RunReport, parts: readonly WaitingPart[]): UnsaidPart[] {
  const { server, generator, latencyMs, machine, window, load } = run;
  const inFlight = inFlightOf(load, load.pipelining);
  if (inFlight === null || !isOver(run) || generator.limited || window !== null || latencyMs === null) return [];
  if (server.every(({ elu }) => elu === null)) return [];
  // Said to be little, which is known on a busy machine, too.
  if (parts.some(({ kind }) => kind === 'little-work')) return [];
  if (isDisturbed(run)) {
    const [programs, host] = [machine?.foreignPercent?.mean ?? 0, machine?.stealPercent?.mean ?? 0];
    return [{ kind: 'waiting-unsaid', ...(programs >= host ? { why: 'programs', percent: programs } : { why: 'host', percent: host }) }];
  }
  const isBusy = server.some(({ elu }) => (elu?.mean ?? 0) >= BUSY_FROM);
  if (!isBusy || inFlight < 2 || parts.some(({ kind }) => kind.startsWith('waits-'))) return [];
  if (workingOf(server).length > 1) return [{ kind: 'waiting-unsaid', why: 'processes', percent: null }];
  if (latencyMs.weak.includes('90')) return [{ kind: 'waiting-unsaid', why: 'few', percent: null }];
  return areAlike(latencyMs) ? [] : [{ kind: 'waiting-unsaid', why: 'unlike', percent: null }];
}

function workingOf(server: readonly ServerFigures[]): ServerFigures[] {
  return server.filter(({ elu, cpuPercent }) => (elu?.mean ?? 0) * 100 >= NEGLIGIBLE_CPU || cpuPercent.mean >= NEGLIGIBLE_CPU);
}

/** Of a machine that is busy: a loop that waits for a core counts as busy, so that it was idle at least so long. */
function idleAtLeast(run: RunReport): WaitingPart[] {
  const idle = idleOf(run);
  return idle === null || idle < IDLE_FROM
    ? []
    : [{ kind: 'idle', idlePercent: idle * 100, why: 'machine', workers: findNotIdleWorkers(run) }];
}

/**
 * Of a server of which it cannot be said that it was idle. That takes all threads together, and each that is ready counts while other programs have
 * its core, so that it comes and goes with these; how long threads were blocked does not.
 */
function blockedWorkers(run: RunReport): WaitingPart[] {
  const { server, load } = run;
  const workers = findNotIdleWorkers(run);
  if (workers === null || workers.blockedMs === null || workers.blockedMs < IDLE_FROM * load.durationMs) return [];
  if (server.some((process) => threadsOfProgram(process) === null)) return [];
  const busiest = busiestOf(server, 'mean');
  if (busiest > 1 - IDLE_FROM) return [];
  return [{ kind: 'workers-blocked', workers: { ...workers, blockedMs: workers.blockedMs }, busiestPercent: busiest * 100 }];
}

/** All processes and threads together: a line for any of them is not something else. Null: not known of each that worked. */
function idleOf(run: RunReport): Ratio | null {
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

function inLine(run: RunReport, process: ServerFigures): WaitingPart[] {
  const { cpuPercent, elu, otherThreadsPercent: threads } = process;
  const { latencyMs, requests, load, window } = run;
  const inFlight = inFlightOf(load, load.pipelining);
  if (inFlight === null || !latencyMs || window !== null || inFlight < 2 || !areAlike(latencyMs) || hasErrors(requests)) return [];
  const perMs = requests.completed / load.durationMs;
  const loop = elu!.mean;
  // A loop that is busy without using its processor waits inside a call, or for a core.
  const told = threadsOfProgram(process)?.find(({ kind }) => kind === 'main');
  const ran = told === undefined ? (cpuPercent.mean - (threads ?? 0)) / 100 : told.cpuMs / process.cpuByThread!.durationMs;
  const main = Math.min(loop, ran);
  if (main < loop * (1 - 2 * AGREES)) return [];
  const all = latencyMs.mean;
  if (all === null) return [];
  if (Math.abs(perMs * all - inFlight) > AGREES * inFlight) return [];
  const workMs = loop / perMs;
  // The quickest request waited for everything else as long as the others do, and in line hardly.
  const elseMs = Math.max(0, latencyMs.min - workMs);
  if (elseMs <= AGREES * all)
    return [{ kind: 'waits-in-line', requests: requestsOfPlan(run), workMs, waitMs: all - workMs, others: inFlight - 1 }];
  const lineMs = all - latencyMs.min;
  return lineMs >= LINE_FROM * all ? [{ kind: 'waits-for-both', requests: requestsOfPlan(run), workMs, lineMs, elseMs }] : [];
}

export function requestsOfPlan({ load }: Pick<RunReport, 'load'>): number {
  return load.plan?.requests.length ?? 1;
}

/** Of a plan: whoever thinks between two requests has none in flight, which Little's law tells. Then it is them that an idle server waits for. */
function areAllInFlight({ latencyMs, requests, load }: RunReport, inFlight: number): boolean {
  if (load.plan === undefined) return true;
  const mean = latencyMs?.mean ?? null;
  return mean !== null && (requests.completed * mean) / load.durationMs >= (1 - AGREES) * inFlight;
}

function hasErrors({ failed, unexpected, unanswered }: RunReport['requests']): boolean {
  return failed + unexpected + (unanswered ?? 0) > 0;
}

function areAlike({ percentiles, weak, mean }: Distribution): boolean {
  const { '10': low, '50': middle, '90': high } = percentiles;
  if (low == null || middle == null || high == null || mean === null || weak.includes('90')) return false;
  return high <= ALIKE_WITHIN * low && Math.abs(mean - middle) <= AGREES * mean;
}

function elsewhere(run: RunReport): WaitingPart[] {
  const { latencyMs, generator, load, requests } = run;
  const idle = idleOf(run);
  // Between two requests of a connection its load process works.
  const generating = generator.cpuPercent;
  const inFlight = inFlightOf(load, load.pipelining);
  if (inFlight === null || !latencyMs || idle === null || generating === null || idle - generating / 100 < IDLE_FROM) return [];
  const found = { idlePercent: idle * 100, workers: findNotIdleWorkers(run) };
  if (!areAllInFlight(run, inFlight)) return [{ kind: 'idle', ...found, why: 'clients' }];
  return [{ kind: 'waits-elsewhere', ...found, oneByOne: isOneByOne(latencyMs, requests.completed / load.durationMs, inFlight) }];
}

/** CPU time is work, whatever the machine did besides, so that this needs no busy loop and no calm machine. */
function littleWork(run: RunReport): WaitingPart[] {
  const { latencyMs, requests } = run;
  const workMs = metricOf(run, 'cpuMsPerRequest');
  const mean = latencyMs?.mean ?? null;
  if (workMs === null || mean === null || hasErrors(requests)) return [];
  return workMs <= LITTLE_UP_TO * mean ? [{ kind: 'little-work', requests: requestsOfPlan(run), workMs, latencyMs: mean }] : [];
}

function tryOne(run: RunReport, waits: readonly WaitingPart[]): WaitingPart[] {
  const { load, window, requests } = run;
  const inFlight = inFlightOf(load, load.pipelining);
  // The throughput of connections that wait for ever, or whose requests go wrong, is no measure of one.
  if (window !== null || inFlight === null || inFlight < 2 || load.pipelining > 1 || hasErrors(requests)) return [];
  // Other programs would have their part in each level.
  if (isDisturbed(run)) return [];
  if (!areAllInFlight(run, inFlight) || (!isIdle(waits) && !waits.some(({ kind }) => kind === 'waits-for-both'))) return [];
  const known = waits.some((part) => part.kind === 'waits-elsewhere' && part.oneByOne);
  return [{ kind: 'try-one', known, levels: levelsBeyond(inFlight) }];
}

/** Up to the first that is twice as many. */
function levelsBeyond(inFlight: number): number[] {
  return LEVELS.filter((_, nth) => nth === 0 || LEVELS[nth - 1]! < 2 * inFlight);
}

/** Whether they wait in line for something that takes about the same time for each, and serves one of them at a time. */
function isOneByOne(latencyMs: Distribution, perMs: number, inFlight: number): boolean {
  const { '10': low, '50': middle, '90': high } = latencyMs.percentiles;
  if (inFlight < LEAST_LINE || low == null || middle == null || high == null || latencyMs.weak.includes('90')) return false;
  // The latency is the sum of the times of all in flight, whose spread is smaller by the root of their number.
  const spread = (Math.sqrt(inFlight) * (high - low)) / (DEVIATIONS_P10_TO_P90 * middle);
  const atOnce = perMs * latencyMs.min;
  return spread <= EVEN_WITHIN && atOnce >= ONE_AT_A_TIME[0] && atOnce <= ONE_AT_A_TIME[1];
}

/** Of the time in which the loop was busy, where that was most of it. */
function collecting({ load }: RunReport, { gc, elu }: ServerFigures): WaitingPart[] {
  if (gc === null || elu === null || elu.mean < IDLE_FROM) return [];
  const percent = (100 * gc.totalMs) / (elu.mean * load.durationMs);
  return percent >= COLLECTING_FROM ? [{ kind: 'collecting', percent }] : [];
}
