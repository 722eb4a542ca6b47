import { expect, test } from 'vitest';
import { computeServerFigures } from '../../../../shared/session/server-figures.ts';
import { ServerSeries } from '../../../../shared/session/server-series.ts';

const PROCESS = { pid: 7, parentPid: 1, role: 'main', title: 'server', node: '22.0.0' } as const;

function seriesOf(...samples: readonly (readonly [atMs: number, elu: number])[]): ServerSeries {
  const series = new ServerSeries();
  for (const [atMs, elu] of samples)
    series.push({ pid: 7, at: atMs * 1e3, elu, cpuPercent: 100 * elu, rss: 1, heapUsed: 1, loopStall: 0, gcCount: 0, gcTime: 0 });
  return series;
}

test('of a short load the interval in which most of it happened counts, however long before it the server was looked at', () => {
  // Looked at 200 ms before the load, which takes 100 ms; a regular sample comes in the middle of it.
  const series = seriesOf([1_000, 0], [1_260, 0.2], [1_310, 0]);
  const [figures] = computeServerFigures(series, [PROCESS], 1_200e3, 1_300e3, true);
  expect(figures!.sampled).toEqual({ intervals: 2, ms: 310 });
  expect(figures!.elu!.mean).toBeCloseTo((0.2 * 260) / 310);
});

test('of a window an interval that is mostly outside does not count', () => {
  const series = seriesOf([1_000, 0], [1_260, 0.2], [1_310, 0.5]);
  const [figures] = computeServerFigures(series, [PROCESS], 1_200e3, 1_310e3, false);
  expect(figures!.sampled).toEqual({ intervals: 1, ms: 50 });
  expect(figures!.elu!.mean).toBe(0.5);
});

test('where it is known better how busy a loop was, mean and maximum are of that', () => {
  const series = seriesOf([0, 0], [1_000, 0.1], [2_000, 0.3]);
  const [figures] = computeServerFigures(series, [PROCESS], 0, 2_000e3, true, Float32Array.of(0, 0.5, 0.75));
  expect(figures!.elu).toEqual({ mean: 0.625, max: 0.75 });
  expect(figures!.cpuPercent.mean).toBeCloseTo(20, 6);
});
