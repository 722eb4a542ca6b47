import { expect, test } from 'vitest';
import { meanOfQueue, queueOf } from '../../../../shared/analysis/queueing.ts';
import { layoutQueue } from '../../../../shared/charts/queue-curve.ts';
import type { ComparisonSetup } from '../../../../shared/model/comparison/comparison.ts';
import type { Setup } from '../../../../shared/model/setup/setup.ts';
import { tellQueue } from '../../../../shared/phrases/queueing.ts';
import { comparisonOf } from '../../../helpers/studies.ts';
import { makePasses, makeReport } from './runs.ts';

const setup = comparisonOf('queueing', 'quick');

/** Ten pairs: evenly spaced 5.25 ms each, at random this mean. */
function measured(of: ComparisonSetup, ...means: number[]) {
  return measuredOf(480, of, ...means);
}

function measuredOf(sent: number, of: ComparisonSetup, ...means: number[]) {
  const passes = makePasses(means.length, (variant, round) => {
    const report = makeReport(variant === 0 ? { p50Ms: 5.25, meanMs: 5.4 } : { p50Ms: 12, meanMs: means[round]! });
    return { ...report, requests: { ...report.requests, sent } };
  });
  return queueOf({ setup: of, passes });
}

test('M/D/1: the mean latency at 50, 80 and 90 %, and none where more come than can be served', () => {
  expect([0, 0.5, 0.8, 0.9].map((busy) => meanOfQueue(5, busy))).toEqual([5, 7.5, expect.closeTo(15), expect.closeTo(27.5)]);
  expect(meanOfQueue(5, 1)).toBeNull();
});

test('the service time is that of requests that are evenly spaced; each run at random lies so far from the curve', () => {
  // 160 a second of 5.25 ms: busy for 84 %, so 5.25 + 0.84 x 5.25 / (2 x 0.16) = 19.03 ms.
  const queue = measured(setup, 19.03, 20.93, 17.13)!;
  expect(queue).toMatchObject({ serviceMs: 5.25, perSecond: expect.closeTo(160), utilization: expect.closeTo(0.84), random: 1 });
  expect(queue.theoryMs).toBeCloseTo(19.03, 2);
  expect(queue.off!.median).toBeCloseTo(0, 1);
  expect([queue.off!.low, queue.off!.high]).toEqual([expect.closeTo(-10, 0), expect.closeTo(10, 0)]);
  expect(queue.runs).toHaveLength(6);
});

test('a sentence says how far they lie from it', () => {
  expect(tellQueue(measured(setup, 20.93, 20.93)!).replaceAll('\u00a0', ' ')).toBe(
    'A request that finds the server idle takes 5.25 ms. At the 160 a second that came in the runs of B the server is busy for 84 % of the time, and by queueing theory (M/D/1) the mean latency with random arrivals is 19.0 ms. Measured was 20.9 ms: +10.0 % from that; single runs, each from the theory at its own rate, from +10.0 % to +10.0 %.',
  );
});

test('chance makes more requests come than planned: the theory is told at their rate, and the distance is from that figure', () => {
  const queue = measuredOf(502, setup, 24.2, 26.6, 29)!;
  expect(queue).toMatchObject({ perSecond: expect.closeTo(502 / 3), theoryMs: expect.closeTo(24.2, 1), measuredMs: 26.6 });
  expect(queue.off!.median).toBeCloseTo(100 * (queue.measuredMs / queue.theoryMs! - 1));
});

test('where those that came evenly spaced waited as well, something else took the processor: that is said, and no distance', () => {
  const passes = makePasses(3, (variant, round) => makeReport({ p50Ms: variant === 0 && round === 0 ? 5.25 : 40, meanMs: 60 }));
  const queue = queueOf({ setup, passes })!;
  expect(queue).toMatchObject({ serviceMs: 5.25, disturbedMs: 40, off: null });
  expect(tellQueue(queue)).toContain('something else took the processor');
  expect(tellQueue(queue)).not.toContain('on the line');
});

test('the curve ends where it leaves the picture, and grows towards saturation', () => {
  const { curve, y, runs, x } = layoutQueue(measured(setup, 19, 21)!, { width: 500, height: 200, left: 0, right: 0, top: 0, bottom: 0 });
  expect(curve[0]).toEqual([0, y.at(5.25)]);
  expect(curve.at(-1)![1]).toBeGreaterThanOrEqual(0);
  expect(curve.at(-1)![0]).toBeLessThan(x(1));
  expect(runs.filter(({ variant }) => variant === 1).map(({ place }) => place[1])).toEqual([y.at(19), y.at(21)]);
});

test('it is of one server with one rate, evenly spaced against random', () => {
  const both = (change: (setup: Setup) => Setup): ComparisonSetup => ({
    ...setup,
    variants: setup.variants.map((variant) => ({ ...variant, setup: change(variant.setup) })),
  });
  const withLoad = (load: object) => both((one) => ({ ...one, load: { ...one.load, ...load } as Setup['load'] }));
  expect(measured(withLoad({ schedule: '10/s..160/s over 3s' }), 19)).toBeNull();
  expect(measured(withLoad({ poisson: true }), 19)).toBeNull();
  const shared = both((one) => ({ ...one, target: { ...one.target, topology: 'processes:2' } as Setup['target'] }));
  expect(measured(shared, 19)).toBeNull();
  expect(measured(comparisonOf('ssr', 'quick'), 19)).toBeNull();
});
