import { getHeapStatistics } from 'node:v8';
import type { Bytes, Microseconds } from '../../../shared/base/units.ts';
import { clockUs } from './hrtime.ts';
import type { FromAgent, HeapStats } from './protocol.ts';
import { HEARTBEAT_MS } from './threads/loop-sampler.ts';
import type { MainFigures, MainState } from './threads/main-state.ts';
import type { OwnThreads } from './threads/own-threads.ts';
import type { ThreadHeaps } from './threads/thread-heaps.ts';

/** A heartbeat this late is not jitter: the main thread is blocked. */
const BLOCKED_AFTER_US = 2 * HEARTBEAT_MS * 1e3;

interface Reading {
  readonly clock: Microseconds;
  readonly figures: MainFigures;
  readonly mainThread: ThreadTime;
}

type ThreadTime = ReturnType<OwnThreads['timesOf']>;

/**
 * Samples the process from the worker thread at intervals.
 *
 * Event-loop utilization is Node's own while no profile is taken. On Linux V8 samples by signals, each of which interrupts
 * the waiting event loop, and libuv forgets to count the rest of that wait as idle: an idle server seems 70 % busy. While
 * profiling, activity is therefore the time the main thread ran or was ready to run, as the kernel counts it; waits inside
 * synchronous calls are missing from it. So it is, too, where a thread that is too busy for it has not reported since the sample before.
 */
export class StatsReader {
  private before: Reading | null = null;
  private activeUs = 0;
  private idleUs = 0;

  constructor(
    private readonly state: MainState,
    private readonly threads: Pick<OwnThreads, 'timesOf'>,
    private readonly isProfiling: () => boolean,
    /** Memory that our thread shares with the main thread. */
    private readonly sharedBytes: Bytes,
    private readonly heaps: Pick<ThreadHeaps, 'read'>,
  ) {}

  /** Null until the main thread has written its first figures. */
  read(): Extract<FromAgent, { type: 'stats' }> | null {
    const figures = this.state.read();
    if (figures === null) return null;
    const now: Reading = { clock: clockUs(), figures, mainThread: this.threads.timesOf('main') };
    const ageUs = Math.max(now.clock - figures.clock - HEARTBEAT_MS * 1e3, 0);
    const blocked = ageUs > BLOCKED_AFTER_US;
    if (this.before) this.addActivity(this.before, now, blocked);
    this.before = now;
    // process.cpuUsage counts the whole process, its worker threads included.
    const { user, system } = process.cpuUsage();
    const own = this.threads.timesOf('loopscope');
    return {
      type: 'stats',
      clock: now.clock,
      cpuUs: user + system,
      rss: process.memoryUsage.rss(),
      heapUsed: figures.heapUsed,
      ownBytes: ownBytes() + this.sharedBytes,
      eluActiveUs: this.activeUs,
      eluIdleUs: this.idleUs,
      loopStallUs: Math.max(this.state.takeStall(), blocked ? ageUs : 0),
      gcCount: figures.gcCount,
      gcUs: figures.gcUs,
      heap: this.heapOf(figures, blocked),
      responses: this.state.responseTimes(),
      ownThreadsUs: now.mainThread && own && now.mainThread.ranUs + own.ranUs,
    };
  }

  private heapOf(main: MainFigures, isBlocked: boolean): HeapStats {
    const { heapTotal: total, ofWorkers, external, arrayBuffers, allocated, behind, toldAt } = this.heaps.read(main);
    const pauses = this.state.takePauses();
    const { fullCount, fullUs, stepCount, stepUs } = main;
    return {
      ...{ total, ofWorkers, external, arrayBuffers },
      collections: Number.isNaN(main.allocated)
        ? null
        : {
            allocated: main.allocated + allocated,
            behind: behind + (isBlocked ? 1 : 0),
            toldAt,
            ...{ fullCount, fullUs, stepCount, stepUs, pauses },
            live: Number.isNaN(main.liveHeap) ? null : main.liveHeap,
          },
    };
  }

  private addActivity(before: Reading, now: Reading, blocked: boolean): void {
    const elapsed = now.clock - before.clock;
    const active = elapsed * (blocked ? 1 : (this.kernelShare(before, now, elapsed) ?? nodeShare(before.figures, now.figures)));
    this.activeUs += active;
    this.idleUs += elapsed - active;
  }

  private kernelShare(before: Reading, now: Reading, elapsed: Microseconds): number | null {
    const hasReported = now.figures.clock !== before.figures.clock;
    if ((!this.isProfiling() && hasReported) || before.mainThread === null || now.mainThread === null) return null;
    const [from, to] = [before.mainThread, now.mainThread];
    return Math.min((to.ranUs + to.waitedUs - from.ranUs - from.waitedUs) / elapsed, 1);
  }
}

/** What is surely ours of the memory of the process: all that this thread has. What it takes to have one more thread, and V8's profiler, cannot be told. */
function ownBytes(): Bytes {
  const { total_physical_size, malloced_memory, external_memory } = getHeapStatistics();
  return total_physical_size + malloced_memory + external_memory;
}

function nodeShare(before: MainFigures, now: MainFigures): number {
  const active = now.eluActiveUs - before.eluActiveUs;
  const idle = now.eluIdleUs - before.eluIdleUs;
  return active + idle > 0 ? Math.min(Math.max(active / (active + idle), 0), 1) : 0;
}
