import { monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Microseconds } from '../../../../shared/base/units.ts';
import { clockUs } from '../hrtime.ts';
import { threadCpu } from '../requests/work-clock.ts';
import type { MainState } from './main-state.ts';

/** Often enough that the worker, which samples every 250 ms, always finds a fresh one. */
export const HEARTBEAT_MS = 100;
/** One wake-up in 20 ms is free; more frequent ones cost more and show nothing new (a stall is reported by its maximum). */
const DELAY_RESOLUTION_MS = 20;

/**
 * Writes event-loop, heap and GC figures of the main thread into shared memory, for as long as the process lives. Returns what writes them at
 * once, between two heartbeats. `countsThread`: its CPU time, too, which the system does not tell. `onBeat`: what else is to be looked at.
 */
export function sampleMainThread(state: MainState, countsThread: boolean, onBeat: () => void): () => void {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  const gc = countGc();
  let expectedUs = clockUs() + HEARTBEAT_MS * 1e3;
  const write = (clock: Microseconds, lateUs: Microseconds) => {
    const stallUs = Math.max(takeMaxUs(delay), lateUs, 0);
    const { active, idle } = performance.eventLoopUtilization();
    const heapUsed = getHeapStatistics().used_heap_size;
    const mainCpuUs = (countsThread ? threadCpu() : null) ?? 0;
    state.write({ clock, eluActiveUs: active * 1e3, eluIdleUs: idle * 1e3, heapUsed, gcCount: gc.count, gcUs: gc.us, mainCpuUs }, stallUs);
  };
  const beat = () => {
    const clock = clockUs();
    // `delay` is idle-based and may not have seen a stall that ends right now; the lateness of our own timer has.
    write(clock, clock - expectedUs);
    expectedUs = clock + HEARTBEAT_MS * 1e3;
    onBeat();
    timer.refresh();
  };
  // No interval: those are the program's, and told as such (shared-work.ts).
  const timer = setTimeout(beat, HEARTBEAT_MS).unref();
  beat();
  return () => write(clockUs(), 0);
}

/** The monitor's maximum includes its own resolution. */
function takeMaxUs(delay: ReturnType<typeof monitorEventLoopDelay>): Microseconds {
  const us = delay.count > 0 ? delay.max / 1e3 - DELAY_RESOLUTION_MS * 1e3 : 0;
  delay.reset();
  return us;
}

function countGc(): { count: number; us: Microseconds } {
  const total = { count: 0, us: 0 };
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      total.count += 1;
      total.us += entry.duration * 1e3;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return total;
}
