/** The charts of calls to other servers: what is stacked, and which server has a chart of its own. */
import { expect, test } from 'vitest';
import { waitCharts } from '../../../../shared/charts/wait-charts.ts';
import type { WaitSeriesColumns } from '../../../../shared/model/series.ts';
import { lineName, runChartWords, shortLineName } from '../../../../shared/phrases/charts.ts';
import { run } from '../../../../shared/words/en/run.ts';

interface Drawn {
  readonly to: string | null;
  readonly limit?: number;
  readonly progress: readonly number[];
  readonly line?: readonly number[];
}

function columns(...peers: readonly Drawn[]): WaitSeriesColumns {
  const rows = peers[0]?.progress.map((_, bucket) => bucket) ?? [];
  return {
    meta: { bucketMs: 1_000, lost: 0, peers: peers.map(({ to, limit = null }) => ({ to, limit })) },
    progress: Float64Array.from(rows.flatMap((bucket) => peers.map(({ progress }) => progress[bucket]!))),
    line: Float64Array.from(rows.flatMap((bucket) => peers.map(({ line }) => line?.[bucket] ?? 0))),
  };
}

const charts = (...peers: readonly Drawn[]) => waitCharts(columns(...peers), 2_500);
const told = (chart: ReturnType<typeof charts>[number]) => chart.lines.map((line) => [lineName(line), line.values]);

test('calls in progress are stacked by whom they ask, the largest first, and what is in line lies hatched above', () => {
  const [all] = charts(
    { to: 'http://up:80', progress: [4, 4, 2], line: [3, 0, 1] },
    { to: 'postgresql://db:5432', progress: [1, 2, 3], line: [0.5, 0, 0] },
  );
  expect(all).toMatchObject({ id: 'waits', x: [0.5, 1.5, 2.25] });
  expect(told(all!)).toEqual([
    ['http://up:80', [4, 4, 2]],
    ['postgresql://db:5432', [1, 2, 3]],
    [run.chart.inLine, [3.5, 0, 1]],
  ]);
  expect(all!.lines.map(({ shape, isHatched = false }) => [shape, isHatched])).toEqual([
    ['stack', false],
    ['stack', false],
    ['stack', true],
  ]);
});

test('from the sixth on they are together, and where nothing was in line there is no band of it', () => {
  const peers = Array.from({ length: 7 }, (_, nth) => ({ to: `tcp://h:${nth}`, progress: [7 - nth] }));
  const [all] = charts(...peers, { to: null, progress: [0.5] });
  expect(told(all!).slice(4)).toEqual([
    ['tcp://h:4', [3]],
    [run.chart.otherPeers, [2 + 1 + 0.5]],
  ]);
});

test('a server has a chart if it has a limit or a line, those with most in line first', () => {
  const [, ...pools] = charts(
    { to: 'redis://cache:6379', progress: [5], line: [0.01] },
    { to: 'postgresql://db:5432', progress: [5], line: [2] },
    { to: 'http://up:80', limit: 6, progress: [5] },
  );
  expect(pools.map(({ id, peer }) => [id, peer])).toEqual([
    ['pool', 'postgresql://db:5432'],
    ['pool', 'http://up:80'],
  ]);
  expect(runChartWords('pool', pools[0]!).title).toBe('In use and in line: postgresql://db:5432');
  expect(told(pools[1]!)).toEqual([
    [run.chart.inProgress, [5]],
    [run.chart.inLine, [0]],
    [run.chart.limit, [6]],
  ]);
  expect(charts(...Array.from({ length: 9 }, (_, nth) => ({ to: `http://h:${nth}`, limit: 2, progress: [1] })))).toHaveLength(1 + 3);
});

test('a limit that was exceeded is that of one agent of several, and is not drawn', () => {
  const [, pool] = charts({ to: 'http://up:80', limit: 2, progress: [2, 2.5], line: [1, 1] });
  expect(pool!.lines.map(({ key }) => key)).toEqual(['inProgress', 'inLine']);
});

test('what was not recorded is not drawn as nothing', () => {
  const [all, pool] = charts({ to: 'http://up:80', limit: 2, progress: [2, Number.NaN], line: [1, Number.NaN] });
  expect(all!.lines.map(({ values }) => values)).toEqual([
    [2, null],
    [1, null],
  ]);
  expect(pool!.lines.at(-1)!.values).toEqual([2, null]);
});

test('a run whose requests waited for nothing that is seen has no such chart', () => {
  expect(charts()).toEqual([]);
});

test('in a narrow place the protocol names a peer, or its address where others have the same', () => {
  const [all] = charts(
    { to: 'http://up:80', progress: [1] },
    { to: 'http://other:80', progress: [1] },
    { to: 'redis:///tmp/x', progress: [1] },
  );
  expect(all!.lines.map((line) => shortLineName(line, all!.lines))).toEqual(['up:80', 'other:80', 'redis']);
});
