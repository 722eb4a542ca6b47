import { expect, it } from 'vitest';
import { latencyOfModel } from '../../helpers/ssr-model.ts';

it('without an API, long waits (1275 + 7500) / 200 pages on average, small close to 50', () => {
  expect(latencyOfModel('long', []).mean).toBeCloseTo((1_275 + 7_500) / 200);
  expect(latencyOfModel('small', []).mean).toBeCloseTo(50, 0);
});

it('without an API, the standard deviation of long is that of 1 to 50 pages, then 150 times 50', () => {
  const latencies = [...Array.from({ length: 50 }, (_, index) => index + 1), ...Array.from({ length: 150 }, () => 50)];
  const variance = latencies.reduce((sum, one) => sum + (one - 43.875) ** 2, 0) / 199;
  expect(latencyOfModel('long', []).stdev).toBeCloseTo(Math.sqrt(variance));
});

it('the longer the API takes, the more alike are the two forms', () => {
  const ratios = [5, 10, 20, 50].map((delay) => {
    const delays = [delay / 10, delay];
    return latencyOfModel('long', delays).stdev / latencyOfModel('small', delays).stdev;
  });
  expect(ratios).toEqual([...ratios].sort((a, b) => b - a));
  expect(ratios[0]).toBeGreaterThan(4);
  expect(ratios[3]).toBeLessThan(1.3);
});
