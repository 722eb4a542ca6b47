/** Flame charts as a picture needs them: rectangles in columns. */

import type { Microseconds } from '../../base/units.ts';
import { FRAME_KINDS } from '../../model/profile/frame-kind.ts';
import type { Frame } from '../../model/profile/profile.ts';
import type { ChartLane, FlameChartColumns } from '../../model/profile/profile-views.ts';
import { FunctionTable } from '../tree/flame-columns.ts';
import type { ChartWindow, FlameChart, Found } from './flame-chart.ts';
import { type CallRow, JOINED } from './join-calls.ts';

/** What a rectangle is, by the numbers in `FlameChartColumns.what`. */
export const CHART_SHAPES = ['call', 'found', 'gap', 'collector'] as const;
export type ChartShape = (typeof CHART_SHAPES)[number];

const NOBODY: Frame = { name: '', url: '', line: -1, column: -1, kind: 'native' };

/** Rectangles of one row of a lane. */
interface Part {
  readonly chart: FlameChart;
  readonly lane: number;
  readonly row: number;
  readonly shape: ChartShape;
  readonly calls: CallRow;
}

export function toFlameChartColumns(charts: readonly FlameChart[], window: ChartWindow, search: string, more: number): FlameChartColumns {
  const found = charts.map((chart) => chart.find(search));
  const parts = charts.flatMap((chart, lane): Part[] => {
    const partsOf = (shape: ChartShape, rows: readonly CallRow[]) => rows.map((calls, row) => ({ chart, lane, row, shape, calls }));
    return [
      ...partsOf('call', chart.calls(window)),
      ...partsOf('found', found[lane]?.rows(window) ?? []),
      ...partsOf('collector', [chart.collections(window)]),
      ...partsOf('gap', [listGaps(chart, window)]),
    ];
  });
  const length = parts.reduce((sum, { calls }) => sum + calls.start.length, 0);
  const functions = new FunctionTable();
  const columns = {
    lane: new Uint16Array(length),
    row: new Uint16Array(length),
    what: new Uint8Array(length),
    start: new Float64Array(length),
    end: new Float64Array(length),
    count: new Uint32Array(length),
    time: new Float64Array(length),
    name: new Uint32Array(length),
    url: new Uint32Array(length),
    line: new Uint32Array(length),
    kind: new Uint8Array(length),
  };
  let at = 0;
  for (const { chart, lane, row, shape, calls } of parts) {
    columns.lane.fill(lane, at, at + calls.start.length);
    columns.row.fill(row, at, at + calls.start.length);
    columns.what.fill(CHART_SHAPES.indexOf(shape), at, at + calls.start.length);
    for (const key of ['start', 'end', 'count', 'time', 'kind'] as const) columns[key].set(calls[key], at);
    for (const node of calls.node) {
      const { name, url, line } = functions.add(chart.frameOf(node) ?? NOBODY);
      columns.name[at] = name;
      columns.url[at] = url;
      columns.line[at] = line;
      at++;
    }
  }
  return {
    ...columns,
    meta: {
      ...functions.texts,
      lanes: charts.map(toLane),
      moreLanes: more,
      fromUs: window.from,
      toUs: window.to,
      leastUs: window.least,
      found: sumFound(found),
    },
  };
}

/** As a row of nobody's calls. */
function listGaps({ gaps }: FlameChart, { from, to }: ChartWindow): CallRow {
  const inside = gaps.filter(({ start, end }) => start < to && end > from);
  const all = (value: number) => inside.map(() => value);
  return {
    start: inside.map(({ start }) => start),
    end: inside.map(({ end }) => end),
    node: all(JOINED),
    count: all(0),
    time: all(0),
    kind: all(FRAME_KINDS.indexOf(NOBODY.kind)),
  };
}

function toLane({ profile, runs, rowCount }: FlameChart): ChartLane {
  const { pid, thread, sampleNode, startTime, endTime } = profile;
  return { pid, thread, rows: rowCount, samples: sampleNode.length, usualUs: runs.usualUs, startUs: startTime, endUs: endTime };
}

function sumFound(found: readonly (Found | null)[]): FlameChartColumns['meta']['found'] {
  const all = found.filter((one): one is Found => one !== null);
  if (all.length === 0) return null;
  return { calls: all.reduce((sum, { calls }) => sum + calls, 0), us: all.reduce((sum, { time }) => sum + time, 0) };
}

/** Of the lane with most samples: a thread that hardly ran has few of them, far apart, at whatever interval. 0: there is none. */
export function usualOfLanes(lanes: readonly Pick<ChartLane, 'samples' | 'usualUs'>[]): Microseconds {
  return lanes.reduce((most, lane) => (lane.samples > most.samples ? lane : most), { samples: 0, usualUs: 0 }).usualUs;
}
