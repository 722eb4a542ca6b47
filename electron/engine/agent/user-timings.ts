/** Marks and measures that the program makes: `performance.mark`, `performance.measure`. Only their names and times; what else they carry is the user's. */
import { type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';
import type { Microseconds } from '../../../shared/base/units.ts';
import { clockUs } from './hrtime.ts';

/** Name, when it was or began (of the agent's clock), how long it took; -1: a mark. */
export type TimingReport = readonly [name: string, at: Microseconds, us: Microseconds];

/** What is only counted costs no message each. */
const COUNTED_EVERY_MS = 250;
/** Of a second and of the program: nobody reads more of them, and each is stored. Those after are counted. */
const MOST_A_SECOND = 200;
const MOST = 20_000;
const MOST_CHARACTERS = 200;

/** Observes from now on. The result tells what is left, at the end of the program. */
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
      // What it throws would end the user's program.
    }
  });
  observer.observe({ entryTypes: ['mark', 'measure'] });
  return () => {
    take((observer as unknown as { takeRecords(): PerformanceEntry[] }).takeRecords());
    flush();
  };
}
