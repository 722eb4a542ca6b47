import { readFileSync } from 'node:fs';
import type { Microseconds } from '../../../shared/model/units.ts';
import { clockUs } from './hrtime.ts';
import { HEARTBEAT_MS } from './loop-sampler.ts';
import type { MainFigures, MainState } from './main-state.ts';
import type { FromAgent } from './protocol.ts';

/** A heartbeat this late is no jitter: the main thread is blocked. */
const BLOCKED_AFTER_US = 2 * HEARTBEAT_MS * 1e3;

interface Look {
  readonly clock: Microseconds;
  readonly figures: MainFigures;
  readonly mainThreadUs: Microseconds | null;
}

/**
 * Looks at the process from the worker thread, every now and then.
 *
 * Event-loop utilization is Node's own while no profile is taken. On Linux V8 samples by signals, each of which interrupts
 * the waiting event loop, and libuv forgets to count the rest of that wait as idle: an idle server seems 70 % busy. While
 * profiling, activity is therefore the time the main thread ran or was ready to run, as the kernel counts it; waits inside
 * synchronous calls are missing from it.
 */
export class StatsReader {
  private before: Look | null = null;
  private activeUs = 0;
  private idleUs = 0;

  constructor(
    private readonly state: MainState,
    private readonly isProfiling: () => boolean,
  ) {}

  /** Null until the main thread has written its first figures. */
  read(): Extract<FromAgent, { type: 'stats' }> | null {
    const figures = this.state.read();
    if (figures === null) return null;
    const now: Look = { clock: clockUs(), figures, mainThreadUs: readMainThreadUs() };
    const ageUs = Math.max(now.clock - figures.clock - HEARTBEAT_MS * 1e3, 0);
    const blocked = ageUs > BLOCKED_AFTER_US;
    if (this.before) this.addActivity(this.before, now, blocked);
    this.before = now;
    // process.cpuUsage counts the whole process, its worker threads included.
    const { user, system } = process.cpuUsage();
    return {
      type: 'stats',
      clock: now.clock,
      cpuUs: user + system,
      rss: process.memoryUsage.rss(),
      heapUsed: figures.heapUsed,
      eluActiveUs: this.activeUs,
      eluIdleUs: this.idleUs,
      loopStallUs: Math.max(this.state.takeStall(), blocked ? ageUs : 0),
      gcCount: figures.gcCount,
      gcUs: figures.gcUs,
    };
  }

  private addActivity(before: Look, now: Look, blocked: boolean): void {
    const elapsed = now.clock - before.clock;
    const active = elapsed * (blocked ? 1 : (this.kernelShare(before, now, elapsed) ?? nodeShare(before.figures, now.figures)));
    this.activeUs += active;
    this.idleUs += elapsed - active;
  }

  private kernelShare(before: Look, now: Look, elapsed: Microseconds): number | null {
    if (!this.isProfiling() || before.mainThreadUs === null || now.mainThreadUs === null) return null;
    return Math.min((now.mainThreadUs - before.mainThreadUs) / elapsed, 1);
  }
}

function nodeShare(before: MainFigures, now: MainFigures): number {
  const active = now.eluActiveUs - before.eluActiveUs;
  const idle = now.eluIdleUs - before.eluIdleUs;
  return active + idle > 0 ? Math.min(Math.max(active / (active + idle), 0), 1) : 0;
}

/** Time the main thread has run or waited for a processor. Linux only; the main thread's id is that of the process. */
function readMainThreadUs(): Microseconds | null {
  if (process.platform !== 'linux') return null;
  try {
    const [ran, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ');
    return (Number(ran) + Number(waited)) / 1e3;
  } catch {
    return null;
  }
}
