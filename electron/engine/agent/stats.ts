import { clockUs } from './hrtime.ts';
import { HEARTBEAT_MS } from './loop-sampler.ts';
import type { MainState } from './main-state.ts';
import type { FromAgent } from './protocol.ts';

/** A heartbeat this late is no jitter: the main thread is blocked. */
const BLOCKED_AFTER_US = 2 * HEARTBEAT_MS * 1e3;

/** One look at the process, from the worker thread. Null until the main thread has written its first figures. */
export function readStats(state: MainState): Extract<FromAgent, { type: 'stats' }> | null {
  const figures = state.read();
  if (figures === null) return null;
  const clock = clockUs();
  const ageUs = Math.max(clock - figures.clock - HEARTBEAT_MS * 1e3, 0);
  const blocked = ageUs > BLOCKED_AFTER_US;
  // process.cpuUsage counts the whole process, its worker threads included.
  const { user, system } = process.cpuUsage();
  return {
    type: 'stats',
    clock,
    cpuUs: user + system,
    rss: process.memoryUsage.rss(),
    heapUsed: figures.heapUsed,
    // A blocked loop is an active one, and cannot say so itself.
    eluActiveUs: figures.eluActiveUs + (blocked ? clock - figures.clock : 0),
    eluIdleUs: figures.eluIdleUs,
    loopStallUs: Math.max(state.takeStall(), blocked ? ageUs : 0),
    gcCount: figures.gcCount,
    gcUs: figures.gcUs,
  };
}
