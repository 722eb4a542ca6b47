/** Flame charts as a picture needs them: rectangles in columns. */
import type { ChartLane, FlameChartColumns } from '../protocol/contract.ts';
import type { ChartWindow, FlameChart, Found } from './flame-chart.ts';
import { TextTable } from './flame-columns.ts';
import { FRAME_KINDS } from './frame-kind.ts';
import { type CallRow, JOINED } from './join-calls.ts';
import type { Frame } from './profile.ts';

/** What a rectangle is, by the numbers in `FlameChartColumns.what`. */
export const CHART_SHAPES = ['call', 'found', 'gap', 'collector'] as const;
export type ChartShape = (typeof CHART_SHAPES)[number];

const NOBODY: Frame = { name: '', url: '', line: -1, column: -1, kind: 'native' };

export function toFlameChartColumns(charts: readonly FlameChart[], window: ChartWindow, search: string, more: number): FlameChartColumns {
  const table = new Rectangles();
  const found = charts.map((chart) => chart.find(search));
  charts.forEach((chart, lane) => {
    for (const [depth, row] of chart.calls(window).entries()) table.addRow(chart, lane, depth, 'call', row);
    for (const [depth, row] of found[lane]?.rows(window).entries() ?? []) table.addRow(chart, lane, depth, 'found', row);
    table.addRow(chart, lane, 0, 'collector', chart.collections(window));
    for (const { start, end } of chart.gaps) if (start < window.to && end > window.from) table.addGap(lane, start, end);
  });
  return table.toColumns({
    lanes: charts.map(toLane),
    moreLanes: more,
    fromUs: window.from,
    toUs: window.to,
    leastUs: window.least,
    found: sumFound(found),
  });
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

class Rectangles {
  readonly #names = new TextTable();
  readonly #urls = new TextTable();
  readonly #lane: number[] = [];
  readonly #row: number[] = [];
  readonly #what: number[] = [];
  readonly #start: number[] = [];
  readonly #end: number[] = [];
  readonly #count: number[] = [];
  readonly #time: number[] = [];
  readonly #name: number[] = [];
  readonly #url: number[] = [];
  readonly #line: number[] = [];
  readonly #kind: number[] = [];

  addRow(chart: FlameChart, lane: number, depth: number, shape: ChartShape, row: CallRow): void {
    for (let i = 0; i < row.start.length; i++) {
      const node = row.node[i]!;
      const frame = chart.frameOf(node) ?? NOBODY;
      const count = node === JOINED ? row.count[i]! : 1;
      this.#add(lane, depth, shape, row.start[i]!, row.end[i]!, count, row.time[i]!, frame, row.kind[i]!);
    }
  }

  addGap(lane: number, start: number, end: number): void {
    this.#add(lane, 0, 'gap', start, end, 0, 0, NOBODY, FRAME_KINDS.indexOf(NOBODY.kind));
  }

  #add(
    lane: number,
    row: number,
    shape: ChartShape,
    start: number,
    end: number,
    count: number,
    time: number,
    frame: Frame,
    kind: number,
  ): void {
    this.#lane.push(lane);
    this.#row.push(row);
    this.#what.push(CHART_SHAPES.indexOf(shape));
    this.#start.push(start);
    this.#end.push(end);
    this.#count.push(count);
    this.#time.push(time);
    this.#name.push(this.#names.add(frame.name));
    this.#url.push(this.#urls.add(frame.url));
    this.#line.push(frame.line + 1);
    this.#kind.push(kind);
  }

  toColumns(meta: Omit<FlameChartColumns['meta'], 'names' | 'urls'>): FlameChartColumns {
    return {
      meta: { names: this.#names.texts, urls: this.#urls.texts, ...meta },
      lane: Uint16Array.from(this.#lane),
      row: Uint16Array.from(this.#row),
      what: Uint8Array.from(this.#what),
      start: Float64Array.from(this.#start),
      end: Float64Array.from(this.#end),
      count: Uint32Array.from(this.#count),
      time: Float64Array.from(this.#time),
      name: Uint32Array.from(this.#name),
      url: Uint32Array.from(this.#url),
      line: Uint32Array.from(this.#line),
      kind: Uint8Array.from(this.#kind),
    };
  }
}
