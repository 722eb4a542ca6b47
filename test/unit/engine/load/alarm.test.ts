import { describe, expect, test } from 'vitest';
import { Alarm, type Clock } from '../../../../electron/engine/load/alarm.ts';
import { seededRandom } from '../../../helpers/random.ts';

/** A clock with timers as coarse as Node's: they fire up to a millisecond early or late. */
class CoarseClock implements Clock {
  time = 0;
  waits = 0;
  private pending: { at: number; callback: () => void } | null = null;

  constructor(private readonly errorUs: () => number) {}

  now(): number {
    return this.time;
  }

  after(delay: number, callback: () => void): () => void {
    expect(Number.isInteger(delay)).toBe(true);
    this.waits += 1;
    this.pending = { at: this.time + Math.max(1, delay * 1_000 + this.errorUs()), callback };
    return () => {
      this.pending = null;
    };
  }

  /** Lets the next timer fire; false: there is none. */
  fire(): boolean {
    const { pending } = this;
    if (pending === null) return false;
    this.pending = null;
    this.time = pending.at;
    pending.callback();
    return true;
  }
}

function ring(at: number, errorUs: () => number): { lateUs: number; waits: number } {
  const clock = new CoarseClock(errorUs);
  let rang: number | null = null;
  const alarm = new Alarm(clock, () => {
    expect(rang).toBeNull();
    rang = clock.now();
  });
  alarm.set(at);
  while (clock.fire());
  return { lateUs: rang! - at, waits: clock.waits };
}

describe('an alarm', () => {
  test('fires once, never early, and at most one 1 ms timer late', () => {
    const random = seededRandom(3);
    for (let i = 0; i < 2_000; i++) {
      const { lateUs, waits } = ring(random() * 50_000, () => (random() - 0.5) * 2_000);
      expect(lateUs).toBeGreaterThanOrEqual(0);
      expect(lateUs).toBeLessThan(2_000);
      expect(waits).toBeLessThan(20);
    }
  });

  test('uses one timer for an hour when timers are exact', () => {
    expect(ring(3_600e6, () => 0)).toEqual({ lateUs: 0, waits: 1 });
  });

  test('fires at the last time set, and not at all when cancelled', () => {
    const clock = new CoarseClock(() => 0);
    const rang: number[] = [];
    const alarm = new Alarm(clock, () => rang.push(clock.now()));
    alarm.set(50_000);
    alarm.set(20_000);
    while (clock.fire());
    alarm.set(90_000);
    alarm.clear();
    expect(clock.fire()).toBe(false);
    alarm.set(Infinity);
    expect(clock.fire()).toBe(false);
    expect(rang).toEqual([20_000]);
  });

  test('can be set again while it fires', () => {
    const clock = new CoarseClock(() => 0);
    const rang: number[] = [];
    const alarm: Alarm = new Alarm(clock, () => {
      rang.push(clock.now());
      if (rang.length < 3) alarm.set(clock.now() + 10_000);
    });
    alarm.set(10_000);
    while (clock.fire());
    expect(rang).toEqual([10_000, 20_000, 30_000]);
  });
});
