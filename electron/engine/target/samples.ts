import type { Microseconds } from '../../../shared/base/units.ts';
import { HEAP_FIGURES, type HeapSample, type ServerSample } from '../../../shared/model/run.ts';
import type { FromAgent } from '../agent/protocol.ts';
import { TICK_US } from '../machine/cpu-times.ts';

export type Stats = Extract<FromAgent, { type: 'stats' }>;

/** Turns two consecutive samples of the agent into what happened between them. */
export function sampleFromStats(pid: number, before: Stats, now: Stats): ServerSample {
  const active = now.eluActiveUs - before.eluActiveUs;
  const idle = now.eluIdleUs - before.eluIdleUs;
  return {
    at: now.clock,
    pid,
    cpuPercent: share(now.cpuUs - before.cpuUs, now.clock - before.clock) * 100,
    rss: now.rss,
    heapUsed: now.heapUsed,
    ownBytes: now.ownBytes,
    elu: clamp01(share(active, active + idle)),
    loopStall: now.loopStallUs,
    gcCount: Math.max(now.gcCount - before.gcCount, 0),
    gcTime: Math.max(now.gcUs - before.gcUs, 0),
    otherThreadsPercent: otherThreads(before, now),
    ...heapBetween(before.heap, now.heap),
    ...now.responses,
  };
}

function heapBetween(before: Stats['heap'], { total, ofWorkers, external, arrayBuffers, collections: now }: Stats['heap']): HeapSample {
  const levels = { heapTotal: total, workersHeap: ofWorkers, external, arrayBuffers };
  const since = before.collections;
  if (now === null || since === null) return { ...UNKNOWN_COLLECTIONS, ...levels };
  const fullCount = now.fullCount - since.fullCount;
  return {
    ...levels,
    allocated: now.allocated - since.allocated,
    behind: now.behind,
    toldAt: now.toldAt,
    liveHeap: fullCount === 0 ? Number.NaN : (now.live ?? Number.NaN),
    fullCount,
    fullTime: now.fullUs - since.fullUs,
    stepCount: now.stepCount - since.stepCount,
    stepTime: now.stepUs - since.stepUs,
    minorPause: now.pauses.minor,
    fullPause: now.pauses.full,
    stepPause: now.pauses.step,
  };
}

const UNKNOWN_COLLECTIONS = Object.fromEntries(HEAP_FIGURES.map((name) => [name, Number.NaN])) as unknown as HeapSample;

/** NaN: not known. */
function otherThreads(before: Stats, now: Stats): number {
  if (before.ownThreadsUs === null || now.ownThreadsUs === null) return Number.NaN;
  return share(now.cpuUs - before.cpuUs - (now.ownThreadsUs - before.ownThreadsUs), now.clock - before.clock) * 100;
}

/** What Linux reports about a process that has no agent. */
export interface OutsideReading {
  readonly at: Microseconds;
  /** In whole ticks of 10 ms. */
  readonly cpuUs: Microseconds;
  /** Of each thread, exactly; empty: not told. What a thread has used that has ended meanwhile is missing. */
  readonly threadsUs: ReadonlyMap<string, Microseconds>;
  readonly rss: number;
}

/** The ticks of two readings say it to a tick; within that the threads are exact. */
function usedBetween(before: OutsideReading, now: OutsideReading): Microseconds {
  const ticksUs = now.cpuUs - before.cpuUs;
  let exactUs = 0;
  for (const [thread, us] of now.threadsUs) exactUs += Math.max(us - (before.threadsUs.get(thread) ?? 0), 0);
  return now.threadsUs.size === 0 || exactUs < ticksUs - TICK_US ? ticksUs : exactUs;
}

export function sampleFromOutside(pid: number, before: OutsideReading, now: OutsideReading): ServerSample {
  const cpuPercent = share(usedBetween(before, now), now.at - before.at) * 100;
  return {
    at: now.at,
    pid,
    cpuPercent,
    rss: now.rss,
    heapUsed: Number.NaN,
    elu: Number.NaN,
    loopStall: Number.NaN,
    gcCount: 0,
    gcTime: 0,
  };
}

function share(part: number, whole: number): number {
  return whole > 0 ? Math.max(part, 0) / whole : 0;
}

/** An estimate for a blocked loop may exceed what the loop itself reports afterwards. */
function clamp01(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}
