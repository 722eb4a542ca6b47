/** Where requests and their waits are drawn above a flame chart, and what is at a place. Pure. */
import type { Microseconds } from '../../shared/base/units.ts';
import { NO_LANE, type RequestLaneColumns } from '../../shared/model/request-lanes.ts';
import type { TimeSpan } from './chart-view.ts';

/** CSS px at the usual text size, in a window that is high, and in a lower one. */
const HEIGHTS = { high: { requests: 64, waits: 54 }, low: { requests: 48, waits: 36 } } as const;
const GAP_PX = 6;
/** Of a row with a name. */
const HIGHEST_PX = 13;
/** Of a row that can be pointed at; of one in which what is in line can be told from what is in progress. */
const LOWEST_PX = { requests: 3, waits: 6 } as const;

export type AreaName = 'requests' | 'waits';

/** A request in a process. */
export interface Served {
  readonly pid: number;
  readonly request: number;
}

export interface Area {
  readonly name: AreaName;
  readonly top: number;
  readonly height: number;
  /** Of a lane; 0: it is drawn as how many there are at a time. */
  readonly rowPx: number;
  /** Of each bar of its kind; NO_LANE: it is not drawn. */
  readonly lanes: Uint8Array;
  /** Only what this request waited for; null: all. */
  readonly of: Served | null;
}

/** A request or a wait, by its place among those. */
export interface LaneBar {
  readonly area: AreaName;
  readonly index: number;
}

/** `chosen`: of all waits only those of this request are drawn. */
export function areasOf(columns: RequestLaneColumns, isHigh: boolean, chosen: Served | null): readonly Area[] {
  const { requests, waits } = columns.meta;
  const heights = HEIGHTS[isHigh ? 'high' : 'low'];
  const area = (name: AreaName, top: number, count: number, lanes: Uint8Array, of: Served | null): Area => {
    const rowPx = count === 0 ? 0 : Math.min(HIGHEST_PX, Math.floor(heights[name] / count));
    return { name, top, height: heights[name], rowPx: rowPx < LOWEST_PX[name] ? 0 : rowPx, lanes, of };
  };
  const first = area('requests', 0, requests.lanes, columns.requestLane, null);
  if (waits === null) return [first];
  const own = chosen === null ? null : lanesOf(columns, chosen);
  const top = heights.requests + GAP_PX;
  return [
    first,
    own === null || own.count === 0
      ? area('waits', top, waits.lanes, columns.waitLane, null)
      : area('waits', top, own.count, own.lanes, chosen),
  ];
}

/** What one request waited for, in as few lanes as it takes. */
function lanesOf({ waitLane, waitLine, waitEnd, waitPid, waitNumber }: RequestLaneColumns, { pid, request }: Served) {
  const lanes = new Uint8Array(waitLane.length).fill(NO_LANE);
  const free: Microseconds[] = [];
  const own = [...waitLane.keys()].filter((index) => waitPid[index] === pid && waitNumber[index] === request);
  for (const index of own.sort((a, b) => waitLine[a]! - waitLine[b]!)) {
    const found = free.findIndex((end) => end <= waitLine[index]!);
    const lane = found < 0 ? free.length : found;
    if (lane >= NO_LANE) continue;
    free[lane] = waitEnd[index]!;
    lanes[index] = lane;
  }
  return { lanes, count: free.length };
}

export function heightOf(areas: readonly Area[]): number {
  const last = areas.at(-1);
  return last === undefined ? 0 : last.top + last.height;
}

/** Begin and end of the bars of an area. */
export function barsOf(columns: RequestLaneColumns, area: AreaName) {
  return area === 'requests' ? { begin: columns.requestStart, end: columns.requestEnd } : { begin: columns.waitLine, end: columns.waitEnd };
}

/** How many of what is shown have no lane. */
export function leftIn(columns: RequestLaneColumns, { name, lanes, of }: Area, view: TimeSpan): number {
  if (of !== null) return 0;
  const { begin, end } = barsOf(columns, name);
  return lanes.reduce((sum, lane, at) => sum + Number(lane === NO_LANE && begin[at]! < view.to && end[at]! > view.from), 0);
}

export function areaAt(areas: readonly Area[], y: number): Area | null {
  return areas.find(({ top, height }) => y >= top && y < top + height) ?? null;
}

/** The bar at a place, or the closest one within `nearUs`. */
export function barAt(
  columns: RequestLaneColumns,
  areas: readonly Area[],
  y: number,
  at: Microseconds,
  nearUs: Microseconds,
): LaneBar | null {
  const area = areaAt(areas, y);
  if (area === null || area.rowPx === 0) return null;
  const row = Math.floor((y - area.top) / area.rowPx);
  const { begin, end } = barsOf(columns, area.name);
  let [found, nearest] = [-1, nearUs];
  for (let index = 0; index < area.lanes.length; index++) {
    if (area.lanes[index] !== row) continue;
    const away = Math.max(begin[index]! - at, at - end[index]!, 0);
    if (away < nearest || (away === 0 && found < 0)) [found, nearest] = [index, away];
  }
  return found < 0 ? null : { area: area.name, index: found };
}

/** How many at a time at a moment; NaN: it was not asked for. */
export function atOnce(columns: RequestLaneColumns, values: Float32Array, at: Microseconds): number {
  const { fromUs, toUs } = columns.meta;
  return values[Math.floor(((at - fromUs) / (toUs - fromUs)) * values.length)] ?? Number.NaN;
}

/** The longest request in a view, or where there is none, the longest wait: where the keys begin. */
export function longestBar(columns: RequestLaneColumns, areas: readonly Area[], view: TimeSpan): LaneBar | null {
  for (const area of areas) {
    const { begin, end } = barsOf(columns, area.name);
    const found = bestOf(area, (index) => (begin[index]! < view.to && end[index]! > view.from ? end[index]! - begin[index]! : null));
    if (found !== null) return found;
  }
  return null;
}

/** The next or previous bar of the same lane. */
export function barBeside(
  columns: RequestLaneColumns,
  areas: readonly Area[],
  { area: name, index: from }: LaneBar,
  step: 1 | -1,
): LaneBar | null {
  const area = areas.find((one) => one.name === name);
  if (area === undefined) return null;
  const { begin } = barsOf(columns, name);
  return bestOf(area, (index) => {
    const away = step * (begin[index]! - begin[from]!);
    return area.lanes[index] === area.lanes[from] && index !== from && away >= 0 ? -away : null;
  });
}

/** Of the next lane in which there are any, above or below, the bar that is closest in time. */
export function barAcross(columns: RequestLaneColumns, areas: readonly Area[], from: LaneBar, step: 1 | -1): LaneBar | null {
  const own = areas.findIndex(({ name }) => name === from.area);
  if (own < 0) return null;
  const { begin, end } = barsOf(columns, from.area);
  const middle = (begin[from.index]! + end[from.index]!) / 2;
  for (let at = own; at >= 0 && at < areas.length; at += step) {
    const area = areas[at]!;
    const isBeyond = (lane: number): boolean => at !== own || step * (lane - area.lanes[from.index]!) > 0;
    const lanes = [...new Set(area.lanes)].filter((lane) => lane !== NO_LANE && isBeyond(lane));
    const lane = step > 0 ? Math.min(...lanes) : Math.max(...lanes);
    const bars = barsOf(columns, area.name);
    const found = bestOf(area, (index) =>
      area.lanes[index] === lane ? -Math.max(bars.begin[index]! - middle, middle - bars.end[index]!, 0) : null,
    );
    if (found !== null) return found;
  }
  return null;
}

/** The same request or wait in other columns; null: it is not among them. */
export function sameBar({ area, index }: LaneBar, of: RequestLaneColumns, among: RequestLaneColumns): LaneBar | null {
  const [own, all] = [barsOf(of, area), barsOf(among, area)];
  const pids = (columns: RequestLaneColumns) => (area === 'requests' ? columns.requestPid : columns.waitPid);
  const numbers = (columns: RequestLaneColumns) => (area === 'requests' ? columns.requestNumber : columns.waitNumber);
  const found = all.begin.findIndex(
    (begin, at) =>
      begin === own.begin[index] &&
      all.end[at] === own.end[index] &&
      pids(among)[at] === pids(of)[index] &&
      numbers(among)[at] === numbers(of)[index],
  );
  return found < 0 ? null : { area, index: found };
}

/** The bar of an area with the most of something; null: it does not count. */
function bestOf(area: Area, worthOf: (index: number) => number | null): LaneBar | null {
  let [found, best] = [-1, Number.NEGATIVE_INFINITY];
  if (area.rowPx === 0) return null;
  for (let index = 0; index < area.lanes.length; index++) {
    const value = area.lanes[index] === NO_LANE ? null : worthOf(index);
    if (value !== null && value > best) [found, best] = [index, value];
  }
  return found < 0 ? null : { area: area.name, index: found };
}
