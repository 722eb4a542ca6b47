/** Marks and measures that the program makes: `performance.mark`, `performance.measure`. Only their names and times; what else they carry is the user's. */
import { type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';
import type { Microseconds } from '../../../shared/base/units.ts';
import { clockUs } from './hrtime.ts';

/** Name, start on the agent's clock, duration; a duration of -1 is a mark. */
export type TimingReport = readonly [name: string, at: Microseconds, us: Microseconds];

/** Timings beyond the limit are counted, without a message each. */
const COUNTED_EVERY_MS = 250;
/** Limits per second and per program: each timing is stored, and more would not be read. Those beyond are counted. */
const MOST_A_SECOND = 200;
const MOST = 20_000;
const MOST_CHARACTERS = 200;

/** Observes from now on. Returns a function that reports the rest, for the end of the program. */
export function observeTimings(tell: (timings: readonly TimingReport[], lost: number) => void): () => void {
  const zero = clockUs() - performance.now() * 1e3;
  let held: TimingReport[] = [];
  let [lost, taken, second, ofSecond] = [0, 0, 0, 0];
  const flush = (): void => {
    if (held.length === 0 && lost === 0) return;
    tell(held, lost);
    [held, lost] = [[], 0];
  };
  const take = (entries: readonly PerformanceEntry[]): void => {
    const hadLost = lost > 0;
    for (const { name, entryType, startTime, duration } of entries) {
      const now = Math.floor(startTime / 1e3);
      if (now !== second) [second, ofSecond] = [now, 0];
      if (ofSecond >= MOST_A_SECOND || taken >= MOST) {
        lost += 1;
        continue;
      }
      [ofSecond, taken] = [ofSecond + 1, taken + 1];
      held.push([String(name).slice(0, MOST_CHARACTERS), zero + startTime * 1e3, entryType === 'mark' ? -1 : duration * 1e3]);
    }
    // A signal may end the program at any moment, and with it what waits.
    if (held.length > 0) flush();
    else if (lost > 0 && !hadLost) setTimeout(flush, COUNTED_EVERY_MS).unref();
  };
  const observer = new PerformanceObserver((list) => {
    try {
      take(list.getEntries());
    } catch {
      // An exception here would end the user's program.
    }
  });
  observer.observe({ entryTypes: ['mark', 'measure'] });
  return () => {
    take((observer as unknown as { takeRecords(): PerformanceEntry[] }).takeRecords());
    flush();
  };
}
