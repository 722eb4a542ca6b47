/** A reply of the engine as a picture is drawn from it: where its rectangles are, which one is at a point, and which are next to it. Pure. */

import type { Microseconds } from '../../shared/base/units.ts';
import { FRAME_KINDS } from '../../shared/model/profile/frame-kind.ts';
import type { ChartLane, FlameChartColumns } from '../../shared/model/profile/profile-views.ts';
import type { FrameKind } from '../../shared/model/report.ts';
import { CHART_SHAPES, type ChartShape } from '../../shared/profile/time/flame-chart-columns.ts';

/** CSS px. */
export const ROW_PX = 18;
/** Marks of garbage collection and of stalls above the calls. */
export const STRIP_PX = 14;
const TITLE_PX = 22;
const LANE_GAP_PX = 10;

export interface PlacedLane {
  readonly lane: ChartLane;
  /** Of its title, its strips and its first row; px from the top of the first lane. */
  readonly titleTop: number | null;
  readonly stripTop: number;
  readonly top: number;
  readonly bottom: number;
}

/** Rectangles [from, to) of the columns. */
interface Range {
  readonly from: number;
  readonly to: number;
}
const NONE: Range = { from: 0, to: 0 };

/** One rectangle of calls, as text needs it. */
export interface ChartCall {
  readonly index: number;
  readonly lane: number;
  readonly row: number;
  readonly start: Microseconds;
  readonly end: Microseconds;
  /** More than 1: joined calls, without a name. */
  readonly count: number;
  readonly time: Microseconds;
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly kind: FrameKind;
}

export class ChartPicture {
  readonly lanes: readonly PlacedLane[];
  readonly height: number;
  /** By shape, lane and row. */
  readonly #ranges = new Map<string, Range>();

  /** `titled`: lanes have a line with their name. */
  constructor(
    readonly columns: FlameChartColumns,
    titled: boolean,
  ) {
    let y = 0;
    this.lanes = columns.meta.lanes.map((lane) => {
      const titleTop = titled ? y : null;
      const stripTop = y + (titled ? TITLE_PX : 0);
      const top = stripTop + 2 * STRIP_PX;
      const bottom = top + Math.max(1, lane.rows) * ROW_PX;
      y = bottom + LANE_GAP_PX;
      return { lane, titleTop, stripTop, top, bottom };
    });
    this.height = Math.max(0, y - LANE_GAP_PX);
    const { what, lane, row } = columns;
    for (let from = 0; from < what.length; ) {
      let to = from + 1;
      while (to < what.length && what[to] === what[from] && lane[to] === lane[from] && row[to] === row[from]) to++;
      this.#ranges.set(keyOf(CHART_SHAPES[what[from]!]!, lane[from]!, row[from]!), { from, to });
      from = to;
    }
  }

  /** The rectangles of a row that reach into [from, to). */
  range(shape: ChartShape, lane: number, row: number, from: Microseconds, to: Microseconds): Range {
    const { start, end } = this.columns;
    const all = this.#ranges.get(keyOf(shape, lane, row));
    if (all === undefined) return NONE;
    const first = search(all, (index) => end[index]! > from);
    return { from: first, to: search({ from: first, to: all.to }, (index) => start[index]! >= to) };
  }

  call(index: number): ChartCall {
    const { meta, lane, row, start, end, count, time, name, url, line, kind } = this.columns;
    return {
      index,
      lane: lane[index]!,
      row: row[index]!,
      start: start[index]!,
      end: end[index]!,
      count: count[index]!,
      time: time[index]!,
      name: meta.names[name[index]!] ?? '',
      url: meta.urls[url[index]!] ?? '',
      line: line[index]!,
      kind: FRAME_KINDS[kind[index]!] ?? 'native',
    };
  }

  /** The lane and row at a height; null: there is none. */
  rowAt(y: number): { readonly lane: number; readonly row: number } | null {
    const lane = this.lanes.findIndex(({ top, bottom }) => y >= top && y < bottom);
    return lane < 0 ? null : { lane, row: Math.floor((y - this.lanes[lane]!.top) / ROW_PX) };
  }

  /** The rectangle of a row at a moment; one narrower than `near` can be pointed at beside it. */
  at(lane: number, row: number, time: Microseconds, near: Microseconds = 0): number | null {
    const { start, end } = this.columns;
    const { from, to } = this.range('call', lane, row, time - near, time + near + 1e-3);
    let beside: number | null = null;
    for (let index = from; index < to; index++) {
      if (start[index]! <= time && time < end[index]!) return index;
      if (end[index]! - start[index]! <= 2 * near) beside ??= index;
    }
    return beside;
  }

  /** The same rectangle in another picture of the same profile. */
  find({ lane, row, start }: Pick<ChartCall, 'lane' | 'row' | 'start'>): number | null {
    const index = this.at(lane, row, start);
    return index !== null && this.columns.start[index] === start ? index : null;
  }

  /** The next or previous rectangle of the row. */
  beside(index: number, step: 1 | -1): number | null {
    const { what, lane, row } = this.columns;
    const next = index + step;
    return what[next] === what[index] && lane[next] === lane[index] && row[next] === row[index] ? next : null;
  }

  caller(index: number): number | null {
    const { lane, row, start } = this.columns;
    return row[index] === 0 ? null : this.at(lane[index]!, row[index]! - 1, start[index]!);
  }

  /** The longest rectangle below. */
  callee(index: number): number | null {
    const { lane, row, start, end } = this.columns;
    return this.#longest(this.range('call', lane[index]!, row[index]! + 1, start[index]!, end[index]!));
  }

  /** The longest outermost call of a view: where the keyboard begins. */
  longest(from: Microseconds, to: Microseconds): number | null {
    for (let lane = 0; lane < this.lanes.length; lane++) {
      const found = this.#longest(this.range('call', lane, 0, from, to));
      if (found !== null) return found;
    }
    return null;
  }

  #longest({ from, to }: Range): number | null {
    const { start, end } = this.columns;
    let best: number | null = null;
    for (let index = from; index < to; index++) {
      if (best === null || end[index]! - start[index]! > end[best]! - start[best]!) best = index;
    }
    return best;
  }

  /** A call and its callers, outermost first; null: one of them is drawn joined with others. */
  path(index: number): readonly ChartCall[] | null {
    const path: ChartCall[] = [];
    for (let at: number | null = index; at !== null; at = this.caller(at)) {
      const call = this.call(at);
      if (call.count !== 1) return null;
      path.unshift(call);
      if (call.row === 0) return path;
    }
    return null;
  }

  /** Single calls in a view, the longest first. */
  list(from: Microseconds, to: Microseconds, most: number): readonly ChartCall[] {
    const calls: ChartCall[] = [];
    this.lanes.forEach(({ lane }, at) => {
      for (let row = 0; row < lane.rows; row++) {
        const range = this.range('call', at, row, from, to);
        for (let index = range.from; index < range.to; index++) if (this.columns.count[index] === 1) calls.push(this.call(index));
      }
    });
    return calls.sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start || a.row - b.row).slice(0, most);
  }
}

function keyOf(shape: ChartShape, lane: number, row: number): string {
  return `${shape} ${lane} ${row}`;
}

/** The first index of a range for which `test` holds; it holds for all after it. */
function search({ from, to }: Range, test: (index: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
