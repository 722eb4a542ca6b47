import { expect, test } from 'vitest';
import { OwnTime } from '../../../../electron/engine/agent/requests/own-time.ts';

interface Program {
  /** Of each request, µs: what the program takes, and of it our functions, of which there are `calls`. */
  readonly us: number;
  readonly ownUs: number;
  readonly calls: number;
  /** From one request to the next. */
  readonly everyUs: number;
  /** For how long another program has the core, in some of our functions. */
  readonly stallUs?: number;
}

/** Runs it until its cost is known or `seconds` have passed. Null: it was not. */
function costOf(
  { us, ownUs, calls, everyUs, stallUs = 0 }: Program,
  seconds: number,
): { cpu: number; ofTime: number; time: number } | null {
  let [now, cpu] = [1e9, 0];
  let found: { cpu: number; ofTime: number; time: number } | null = null;
  const begun = now;
  let made = 0;
  const own = new OwnTime(
    ({ cpuPercent, timePercent }, time) => {
      found = { cpu: cpuPercent, ofTime: timePercent, time: time - begun };
    },
    () => cpu,
    () => now,
  );
  const work = (took: number): void => {
    now += took;
    cpu += took;
  };
  while (found === null && now < begun + seconds * 1e6) {
    const next = now + everyUs;
    own.requestAt(now);
    for (let call = 0; call < calls; call++) {
      own.time(() => {
        work(ownUs / calls);
        if (++made % 50 === 0) now += stallUs;
      });
    }
    work(us - ownUs);
    now = next;
  }
  return found;
}

test('twice the time of our functions is told, of the time of the main thread and of its CPU time', () => {
  const found = costOf({ us: 500, ownUs: 20, calls: 40, everyUs: 1_000 }, 5);
  expect(found!.cpu).toBeCloseTo(8, 1);
  expect(found!.ofTime).toBeCloseTo(4, 1);
});

test('it is measured in the second second of requests', () => {
  const { time } = costOf({ us: 500, ownUs: 20, calls: 40, everyUs: 1_000 }, 5)!;
  expect(time).toBeGreaterThanOrEqual(1_500_000);
  expect(time).toBeLessThan(1_600_000);
});

test('a program with little to do is measured until it has used a tenth of a second', () => {
  expect(costOf({ us: 500, ownUs: 20, calls: 40, everyUs: 50_000 }, 5)).toBeNull();
  expect(costOf({ us: 500, ownUs: 20, calls: 40, everyUs: 50_000 }, 30)!.cpu).toBeCloseTo(8, 1);
});

test('time in which the thread has no core is not ours', () => {
  const interrupted = costOf({ us: 500, ownUs: 20, calls: 40, everyUs: 20_000, stallUs: 5_000 }, 60);
  expect(interrupted!.cpu).toBeCloseTo(8, 0);
});

test('without our functions nothing is told', () => {
  expect(costOf({ us: 500, ownUs: 0, calls: 1, everyUs: 1_000 }, 5)!.cpu).toBe(0);
});
