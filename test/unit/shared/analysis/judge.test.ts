/** What is read from requests sent at once and from levels of closed load: services with hidden parameters, simulated with seeded noise. */
import { describe, expect, test } from 'vitest';
import {
  capacityOf,
  decisiveSteps,
  judgeSynchronous,
  judgeWorkers,
  reachedBeyond,
  readStep,
  stillGrows,
} from '../../../../shared/analysis/probe/judge.ts';
import { planLevels, planRates } from '../../../../shared/analysis/probe/levels.ts';
import { layoutStep } from '../../../../shared/charts/step-bars.ts';
import type { ProbeLevel, ProbeStep } from '../../../../shared/model/probe.ts';
import { seededRandom } from '../../../helpers/random.ts';

/** `slots` workers that each take `serviceMs`, with up to a tenth of noise. */
function sendAtOnce(connections: number, slots: number, serviceMs: number, random: () => number): ProbeStep {
  const times = Array.from({ length: connections }, (_, nth) => (Math.floor(nth / slots) + 1) * serviceMs * (1 + 0.1 * random()));
  return { connections, times: times.sort((a, b) => a - b), failed: 0 };
}

function hold(connections: number, slots: number, serviceMs: number, noise: number): ProbeLevel {
  const throughput = (Math.min(connections, slots) / serviceMs) * 1e3 * noise;
  return { connections, seconds: 1, failed: 0, throughput, latencyMs: null };
}

describe.each([1, 2, 3, 4, 8, 16])('%d at once', (slots) => {
  const random = seededRandom(slots);
  const serviceMs = 25;

  test('the step is at one more', () => {
    for (let round = 0; round < 50; round++) {
      expect(readStep(sendAtOnce(slots, slots, serviceMs, random), serviceMs)).toBe('none');
      expect(readStep(sendAtOnce(slots + 1, slots, serviceMs, random), serviceMs)).toBe(slots);
      expect(readStep(sendAtOnce(4 * slots, slots, serviceMs, random), serviceMs)).toBe(slots);
    }
  });

  test('the capacity is that number, and is not told while throughput grows', () => {
    const levels = planLevels(slots, 64, serviceMs / 1e3, 60).map(({ connections }) =>
      hold(connections, slots, serviceMs, 0.98 + 0.04 * random()),
    );
    expect(Math.round(capacityOf(levels, serviceMs)!)).toBe(slots);
    const growing = [1, 2, 4, 8, 16].map((connections) => hold(connections, 1_000, serviceMs, 1));
    expect(capacityOf(growing, serviceMs)).toBeNull();
  });
});

const SEEN = { serviceMs: 25, slots: null, neverWaited: false, capacity: null, grows: false, reached: null, cut: null } as const;

test.each([
  [
    { slots: 3, capacity: 3.1 },
    { workers: 3, reason: null },
  ],
  // By chance three times: more connections were answered faster.
  [
    { slots: 1, reached: 2.9 },
    { workers: null, reason: 'not-steady' },
  ],
  [
    { slots: 1, reached: 1.1 },
    { workers: 1, reason: null },
  ],
  [{ slots: 3 }, { workers: 3, reason: null }],
  [
    { slots: 3, serviceMs: 5 },
    { workers: null, reason: 'not-steady' },
  ],
  [
    { slots: 3, serviceMs: 5, cut: 'budget' },
    { workers: null, reason: 'budget' },
  ],
  [
    { slots: 3, capacity: 1.2 },
    { workers: null, reason: 'not-steady' },
  ],
  [{ neverWaited: true }, { workers: null, reason: 'not-saturated' }],
  [{ grows: true }, { workers: null, reason: 'not-saturated' }],
  // Neither steps nor equal levels, but more connections would show no more.
  [{}, { workers: null, reason: 'not-steady' }],
  [{ capacity: 1.9 }, { workers: null, reason: 'not-steady' }],
  [
    { serviceMs: 0.3, capacity: 4 },
    { workers: null, reason: 'too-fast' },
  ],
  [{ cut: 'budget' }, { workers: null, reason: 'budget' }],
  [
    { slots: 3, cut: 'no-answer' },
    { workers: null, reason: 'no-answer' },
  ],
] as const)('%o', (seen, judged) => {
  expect(judgeWorkers({ ...SEEN, ...seen })).toEqual(judged);
});

test('more connections are only recommended while throughput grows', () => {
  const reached = (...throughputs: number[]) => throughputs.map((throughput, at) => ({ connections: at + 1, throughput }));
  expect(stillGrows(reached(165, 338, 489, 563, 528), 5)).toBe(false);
  expect(stillGrows(reached(165, 338, 489, 563, 580), 5)).toBe(false);
  expect(stillGrows(reached(165, 338, 489, 563, 700), 5)).toBe(true);
  // The time was not enough for all that were allowed.
  expect(stillGrows(reached(165, 338, 489, 563, 700), 24)).toBe(false);
});

test('what levels beyond the step reach', () => {
  const levels = [1, 2, 4].map((connections) => hold(connections, connections, 25, 1));
  expect(reachedBeyond(levels, 1, 25)).toBe(4);
  expect(reachedBeyond(levels, 4, 25)).toBeNull();
});

test('a service that gets slower bit by bit has no step', () => {
  const times = Array.from({ length: 8 }, (_, nth) => 25 * (1 + nth / 4));
  expect(readStep({ connections: 8, times, failed: 0 }, 25)).toBeNull();
  expect(readStep({ connections: 2, times: [25], failed: 1 }, 25)).toBeNull();
});

test('whether another route waits is told, or that it cannot be', () => {
  expect(judgeSynchronous(20, 0.3, 242)).toBe(true);
  expect(judgeSynchronous(20, 0.3, 0.5)).toBe(false);
  expect(judgeSynchronous(20, 0.3, 7)).toBeNull();
});

test('where there is not room for all levels, those that show the end of growth come first', () => {
  expect(planLevels(16, 64, 1.4, 120).map(({ connections }) => connections)).toEqual([1, 2, 3, 4, 16, 24, 32]);
  expect(planLevels(16, 64, 1.4, 10)).toEqual([]);
  expect(planLevels(null, 8, 0.025, 60).map(({ connections }) => connections)).toEqual([1, 2, 3, 4, 6, 8]);
});

test('the step is shown by the most at once of which none waited, and the fewest of which one did', () => {
  const of = (connections: number, waiting: number) => ({
    connections,
    times: Array.from({ length: connections }, (_, at) => (at < connections - waiting ? 25 : 50)),
    failed: 0,
  });
  const steps = [of(2, 0), of(4, 0), of(8, 3), of(5, 0), of(6, 1), of(5, 0)];
  expect(decisiveSteps(steps, 25).map(({ connections }) => connections)).toEqual([5, 6]);
  expect(decisiveSteps(steps.slice(0, 2), 25).map(({ connections }) => connections)).toEqual([4]);
  expect(decisiveSteps([of(2, 1)], 25).map(({ connections }) => connections)).toEqual([2]);
  expect(decisiveSteps([], 25)).toEqual([]);
});

test('a bar for each request, as long as its time, and a mark at each service time', () => {
  const frame = { width: 420, height: 100, left: 0, right: 20, top: 0, bottom: 20 };
  const { bars, marks, thickness } = layoutStep({ connections: 3, times: [25, 26, 50], failed: 0 }, 25, 50, frame);
  expect(marks[1]! / marks[0]!).toBeCloseTo(2);
  expect(bars.map(({ waited }) => waited)).toEqual([false, false, true]);
  expect(bars[2]!.x).toBe(marks[1]);
  expect(bars[2]!.y + thickness).toBeLessThanOrEqual(80);
});

test('rates lie around the highest throughput, and are not tried where there is no time for them', () => {
  expect(planRates(118, 60)).toEqual({ rates: [59, 82.6, 94.4, 106, 118, 130, 148], holdS: 2 });
  expect(planRates(4, 60)).toBeNull();
  expect(planRates(4, 600)!.holdS).toBe(15);
});
