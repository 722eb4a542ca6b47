import { expect, test } from 'vitest';
import { joinLoadSeries, joinServerSeries } from '../../../../renderer/charts/series-join.ts';
import { cleanWindow } from '../../../../renderer/charts/time-focus.ts';
import {
  computeLoadLines,
  computeServerLines,
  duringRun,
  highest,
  lowestPositive,
  pointsWithin,
  togetherOf,
  valueAt,
} from '../../../../shared/charts/chart-lines.ts';
import { loadCharts, serverCharts } from '../../../../shared/charts/run-charts.ts';
import type { LoadSeriesColumns, ServerSeriesColumns } from '../../../../shared/model/series.ts';

function loadSeries(completed: number[], fromBucket = 0): LoadSeriesColumns {
  const filled = (value: number) => completed.map((count) => (count === 0 ? Number.NaN : value));
  return {
    meta: { bucketMs: 1000, fromBucket, kinds: ['TIMEOUT'] },
    completed: Uint32Array.from(completed),
    failed: Uint32Array.from(completed.map(() => 1)),
    unexpected: new Uint32Array(completed.length),
    dropped: new Uint32Array(completed.length),
    byKind: Uint32Array.from(completed.map(() => 1)),
    inFlight: Uint32Array.from(completed.map(() => 5)),
    bytes: new Float64Array(completed.length),
    p50: Float64Array.from(filled(10)),
    p90: Float64Array.from(filled(20)),
    p99: Float64Array.from(filled(30)),
    max: Float64Array.from(filled(40)),
    serviceP50: Float64Array.from(filled(9)),
    serviceP99: Float64Array.from(filled(28)),
    latenessP99: Float64Array.from(filled(1)),
  };
}

/** One row per string: `at pid cpu gc`, and `stall` if there is one. */
function serverSeries(rows: string[], fromRow = 0): ServerSeriesColumns {
  const cells = rows.map((row) => row.split(' ').map(Number));
  const column = (index: number) => cells.map((row) => row[index]!);
  return {
    meta: { processes: [], fromRow },
    atMs: Float64Array.from(column(0)),
    pid: Uint32Array.from(column(1)),
    cpuPercent: Float32Array.from(column(2)),
    rss: Float64Array.from(cells, () => 5e7),
    heapUsed: Float64Array.from(cells, () => 1e7),
    elu: Float32Array.from(cells, () => 0.5),
    stallMs: Float64Array.from(cells, (row) => row[4] ?? Number.NaN),
    gcMs: Float64Array.from(column(3)),
  };
}

test('counts become rates over the elapsed time: the current second does not look like a drop', () => {
  const lines = computeLoadLines(loadSeries([100, 50]), 1500, true);
  expect(lines.x).toEqual([0.5, 1.25]);
  expect(lines.completed).toEqual([100, 100]);
  expect(lines.failed).toEqual([1, 2]);
});

test('a rate over a very short time is noise and is left out, but its latencies are shown', () => {
  const lines = computeLoadLines(loadSeries([100, 3]), 1020, false);
  expect(lines.completed).toEqual([100, null]);
  expect(lines.p50).toEqual([10, 10]);
});

test('the current second is shown from its half on, the last one of a finished run earlier, an only one always', () => {
  expect(computeLoadLines(loadSeries([100, 30]), 1300, true).completed).toEqual([100, null]);
  expect(computeLoadLines(loadSeries([100, 30]), 1250, false).completed).toEqual([100, 120]);
  expect(computeLoadLines(loadSeries([10]), 100, false).completed).toEqual([100]);
});

test('a second without responses is a gap, not zero', () => {
  expect(computeLoadLines(loadSeries([1, 0]), 2000, false).p99).toEqual([30, null]);
});

test('samples of two processes taken together share one point in time', () => {
  const lines = computeServerLines(serverSeries(['1000 7 90 10', '1004 8 40 0', '2000 7 80 20', '2003 8 30 5']));
  expect(lines.x).toEqual([1, 2]);
  expect(lines.pids).toEqual([7, 8]);
  expect(lines.measures.cpu).toEqual([
    [90, 80],
    [40, 30],
  ]);
  expect(lines.measures.loop[0]).toEqual([50, 50]);
  expect(lines.measures.memory[0]).toEqual([50, 50]);
});

test('GC time is per second between two samples, and missing before the second sample', () => {
  const lines = computeServerLines(serverSeries(['1000 7 90 10', '1500 7 90 10']));
  expect(lines.measures.gc[0]).toEqual([null, 20]);
});

test('GC that a blocked event loop reports late is spread over the stall', () => {
  const lines = computeServerLines(
    serverSeries(['0 7 90 0 0', '1000 7 90 50 0', '2000 7 90 0 1000', '3000 7 90 0 2000', '4000 7 90 300 3000']),
  );
  expect(lines.measures.gc[0]).toEqual([null, 50, 100, 100, 100]);
});

test('without the agent values are missing, not zero', () => {
  expect(computeServerLines(serverSeries(['1000 7 90 10'])).measures.stall).toEqual([[null]]);
});

test('a readout shows the last value if another process was sampled at that time', () => {
  expect(valueAt([1, null, null], 2)).toBe(1);
  expect(valueAt([null, 2], 0)).toBeNull();
  expect(valueAt([], -1)).toBeNull();
});

test('limits fit the data', () => {
  expect(highest([[1, null, 3], [2]])).toBe(3);
  expect(lowestPositive([[0, 4, null], [2]])).toBe(2);
  expect([highest([]), lowestPositive([[null]])]).toEqual([0, 0]);
});

test('an increment replaces the second that was incomplete', () => {
  const joined = joinLoadSeries(loadSeries([10, 4]), loadSeries([9, 2], 1));
  expect([...joined.completed]).toEqual([10, 9, 2]);
  expect(joined.meta.fromBucket).toBe(0);
  expect(joined.p50).toBeInstanceOf(Float64Array);
});

test('an increment that does not follow the known data replaces it', () => {
  const tail = loadSeries([9], 5);
  expect(joinLoadSeries(loadSeries([1]), tail)).toBe(tail);
  expect(joinLoadSeries(null, tail)).toBe(tail);
});

test('server rows are appended', () => {
  const joined = joinServerSeries(serverSeries(['1000 7 90 1', '2000 7 80 1']), serverSeries(['3000 7 70 1'], 2));
  expect([...joined.cpuPercent]).toEqual([90, 80, 70]);
});

test('a window has its ends in order, lies inside the run and is longer than an accidental drag', () => {
  expect(cleanWindow(4503, 2001, 10_000)).toEqual({ fromMs: 2000, toMs: 4500 });
  expect(cleanWindow(-50, 99_999, 10_000)).toEqual({ fromMs: 0, toMs: 10_000 });
  expect(cleanWindow(100, 120, 10_000)).toBeNull();
  expect(cleanWindow(Number.NaN, 2000, 10_000)).toBeNull();
});

test('a table has the points of the measured phase, and of the chosen window those that it covers', () => {
  const { x, measures } = duringRun(computeServerLines(serverSeries(['-500 7 10 0', '500 7 20 0', '1500 7 30 0', '2500 7 40 0'])), 2);
  const lines = [{ values: measures.cpu[0]! }];
  expect(pointsWithin({ x, lines }, null)).toEqual({ x: [0.5, 1.5], lines: [{ values: [20, 30] }] });
  expect(pointsWithin({ x, lines }, { fromMs: 0, toMs: 1_000 })).toEqual({ x: [0.5], lines: [{ values: [20] }] });
  const load = computeLoadLines(loadSeries([1, 2, 3]), 3_000, false);
  const latency = { x: load.x, spans: load.spans, lines: [{ values: load.completed }] };
  // A window within a bucket is covered by it; one that ends where a bucket begins has nothing of it.
  expect(pointsWithin(latency, { fromMs: 1_100, toMs: 1_300 }).lines[0]!.values).toEqual([2]);
  expect(pointsWithin(latency, { fromMs: 1_500, toMs: 2_000 }).x).toEqual([1.5]);
});

test('points are told together as their mean, and maxima as the highest of them', () => {
  expect([togetherOf({ values: [1, null, 3] }), togetherOf({ values: [null] })]).toEqual([2, null]);
  expect(togetherOf({ values: [1, null, 3, 2], isMaxima: true })).toBe(3);
  expect(togetherOf({ values: [null], isMaxima: true })).toBeNull();
});

test('the lines of maxima say that they are: the slowest of each second, and the longest stalls', () => {
  const load = loadCharts(computeLoadLines(loadSeries([1, 2, 3]), 3_000, false));
  const server = serverCharts(computeServerLines(serverSeries(['1000 7 90 10 200', '2000 7 90 10 4'])));
  const told = [...load, ...server].flatMap(({ id, lines }) => lines.map((line) => ({ name: `${id} ${line.key}`, line })));
  expect(told.filter(({ line }) => line.isMaxima).map(({ name }) => name)).toEqual(['latency max', 'stall 7']);
  expect(togetherOf(told.find(({ name }) => name === 'stall 7')!.line)).toBe(200);
});
