import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Microseconds } from '../../../../shared/base/units.ts';
import { clockUs } from '../hrtime.ts';
import { threadCpu } from '../requests/work-clock.ts';
import { HeapMeter, readLevels } from './heap-meter.ts';
import type { MainState } from './main-state.ts';

/** Often enough that the worker, which samples every 250 ms, always finds a fresh one. */
export const HEARTBEAT_MS = 100;
/** One wake-up in 20 ms is free; more frequent ones cost more and show nothing new (a stall is reported by its maximum). */
const DELAY_RESOLUTION_MS = 20;
/** What the profiler of collections knows waits in the memory of the process until it is read, also where nobody asks for it. */
const HEAP_READ_AFTER_US: Microseconds = 1_000_000;

/**
 * Writes event-loop, heap and GC figures of the main thread into shared memory, for as long as the process lives. Returns what writes them at
 * once, between two heartbeats, and what was allocated with them. `countsThread`: its CPU time, too, which the system does not tell. `onBeat`: what
 * else is to be looked at.
 */
export function sampleMainThread(state: MainState, countsThread: boolean, onBeat: () => void): () => void {
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  const meter = new HeapMeter((kind, us) => state.raisePause(kind, us));
  let [heap, readAt] = [meter.read(), clockUs()];
  const readHeap = (clock: Microseconds) => {
    [heap, readAt] = [meter.read(), clock];
  };
  let expectedUs = clockUs() + HEARTBEAT_MS * 1e3;
  const write = (clock: Microseconds, lateUs: Microseconds) => {
    const stallUs = Math.max(takeMaxUs(delay), lateUs, 0);
    const { active, idle } = performance.eventLoopUtilization();
    const mainCpuUs = (countsThread ? threadCpu() : null) ?? 0;
    state.write({ clock, eluActiveUs: active * 1e3, eluIdleUs: idle * 1e3, mainCpuUs, ...heap, ...readLevels() }, stallUs);
  };
  const beat = () => {
    const clock = clockUs();
    // `delay` is idle-based and may not have seen a stall that ends right now; the lateness of our own timer has.
    meter.ours(() => {
      if (clock - readAt > HEAP_READ_AFTER_US) readHeap(clock);
      write(clock, clock - expectedUs);
    });
    expectedUs = clock + HEARTBEAT_MS * 1e3;
    onBeat();
    timer.refresh();
  };
  // No interval: those are the program's, and told as such (shared-work.ts).
  const timer = setTimeout(beat, HEARTBEAT_MS).unref();
  beat();
  return () =>
    meter.ours(() => {
      const clock = clockUs();
      readHeap(clock);
      write(clock, 0);
    });
}

/** The monitor's maximum includes its own resolution. */
function takeMaxUs(delay: ReturnType<typeof monitorEventLoopDelay>): Microseconds {
  const us = delay.count > 0 ? delay.max / 1e3 - DELAY_RESOLUTION_MS * 1e3 : 0;
  delay.reset();
  return us;
}
