/** The fit of the Universal Scalability Law, against published fits (R's package usl). */
import { expect, test } from 'vitest';
import { fitScaling } from '../../../../shared/analysis/usl.ts';

const levels = (...points: readonly (readonly [number, number])[]) =>
  points.map(([connections, throughput]) => ({ connections, throughput }));

test('fits the published throughputs of SPEC SDM91', () => {
  const scaling = fitScaling(levels([1, 64.9], [18, 995.9], [36, 1652.4], [72, 1853.2], [108, 1828.9], [144, 1775], [216, 1702.2]))!;
  expect(scaling.alpha.value).toBeCloseTo(0.027728, 5);
  expect(scaling.beta.value).toBeCloseTo(1.04366e-4, 8);
  expect(scaling.gamma.value).toBeCloseTo(89.995, 2);
  expect(scaling.peak).toBeCloseTo(96.519, 1);
});

test('finds the parameters that points were computed from', () => {
  const scaling = fitScaling(levels([1, 1], [2, 1.8868], [4, 3.0769], [6, 3.5294], [8, 3.5398], [10, 3.3557]))!;
  expect(scaling.alpha.value).toBeCloseTo(0.02, 4);
  expect(scaling.beta.value).toBeCloseTo(0.02, 4);
  expect(scaling.gamma.value).toBeCloseTo(1, 3);
  expect(scaling.peak).toBeCloseTo(7, 1);
});

test('fits the published ray tracer, whose intervals are of another quantile and inside of ours', () => {
  const { alpha, beta, gamma } = fitScaling(levels([1, 20], [4, 78], [8, 130], [12, 170], [16, 190], [20, 200]))!;
  expect([alpha.value, beta.value, gamma.value]).toEqual([
    expect.closeTo(0.02444, 4),
    expect.closeTo(0.00163, 4),
    expect.closeTo(20.856, 2),
  ]);
  expect(alpha.low).toBeLessThan(0.00754);
  expect(alpha.high).toBeGreaterThan(0.04135);
  expect(beta.low).toBeLessThan(0.0011);
  expect(beta.high).toBeGreaterThan(0.0021);
});

test('too few levels say nothing, and a straight line has no peak', () => {
  expect(fitScaling(levels([1, 1], [2, 2], [3, 3], [4, 4], [5, 5]))).toBeNull();
  const straight = fitScaling(levels([1, 10], [2, 20.1], [4, 39.8], [8, 80.3], [16, 159.5], [32, 320.4], [64, 639]));
  expect(straight?.peak ?? null).toBeNull();
});
