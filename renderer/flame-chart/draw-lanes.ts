/** Draws requests and what they waited for above a flame chart. */

import type { Microseconds } from '../../shared/base/units.ts';
import { fitName } from '../../shared/charts/flame-layout.ts';
import { NO_LANE, type RequestLaneColumns } from '../../shared/model/request-lanes.ts';
import type { Colors } from '../charts/colors.ts';
import { FONT } from '../charts/plot.ts';
import type { TimeSpan } from './chart-view.ts';
import type { ChartContext } from './draw-chart.ts';
import { type Area, atOnce, barsOf, type LaneBar, type Served } from './lanes-picture.ts';

export interface LanesScene {
  readonly columns: RequestLaneColumns;
  readonly areas: readonly Area[];
  readonly view: TimeSpan;
  /** CSS px at the usual text size; the plot is between `left` and `right`. */
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  /** Moment of the cursor, µs. */
  readonly cursorUs: Microseconds | null;
  readonly chosen: Served | null;
  readonly pointed: LaneBar | null;
  /** By the keys. */
  readonly focused: LaneBar | null;
  /** Lines beside an area. */
  readonly labels: (area: Area, most: number, view: TimeSpan) => readonly string[];
  readonly nameOf: (bar: LaneBar) => string;
}

/** Of the system's font at 11 px, on average. */
const PER_LETTER = 6;
const LEAST_TEXT_PX = 32;
/** A row that is lower has no names. */
const LEAST_ROW_PX = 11;
const LABEL_PX = 14;
/** Of bars of other requests, while one is chosen. */
const FADED = 0.4;
const FIRST_FAILED = 400;

type Context = ChartContext;
type Style = CanvasPattern | string;

/** Hatched lines of a colour on a ground. */
export type LaneHatch = (ink: string, ground: string) => Style;

/** Where colours come from, and what is in line. */
interface Paint {
  readonly read: Colors['read'];
  readonly inLine: Style;
}

export function drawLanes(context: Context, scene: LanesScene, { read }: Colors, hatch: LaneHatch): void {
  const { width, height, left, right, areas, cursorUs } = scene;
  context.clearRect(0, 0, width, height);
  context.font = FONT;
  context.textBaseline = 'middle';
  const paint: Paint = { read, inLine: hatch(read('--wait-line'), read('--wait-line-ground')) };
  for (const area of areas) {
    const most = area.rowPx === 0 ? drawDensity(context, scene, area, paint) : drawBars(context, scene, area, paint);
    scene.labels(area, most, scene.view).forEach((label, line) => {
      context.fillStyle = read(line === 0 ? '--text' : '--text-muted');
      context.fillText(label, 4, area.top + LABEL_PX / 2 + line * LABEL_PX, left - 12);
    });
  }
  if (cursorUs === null) return;
  const x = Math.round(xOf(scene, cursorUs));
  context.fillStyle = read('--chart-cursor');
  if (x >= left && x <= right) context.fillRect(x, 0, 1, height);
}

export function xOf({ view, left, right }: Pick<LanesScene, 'view' | 'left' | 'right'>, us: Microseconds): number {
  return left + ((us - view.from) * (right - left)) / (view.to - view.from);
}

function drawBars(context: Context, scene: LanesScene, area: Area, { read, inLine }: Paint): number {
  const { columns, view, left, right, chosen } = scene;
  const { lanes } = area;
  const { begin, end } = barsOf(columns, area.name);
  const height = Math.max(2, area.rowPx - 1);
  let focusRing: [from: number, y: number, to: number] | null = null;
  context.save();
  clip(context, left, area.top, right - left, area.height);
  for (let index = 0; index < lanes.length; index++) {
    if (lanes[index] === NO_LANE || end[index]! < view.from || begin[index]! > view.to) continue;
    const y = area.top + lanes[index]! * area.rowPx;
    const [from, to] = [Math.max(left - 2, xOf(scene, begin[index]!)), Math.min(right + 2, xOf(scene, end[index]!))];
    if (area.name === 'requests') {
      const isOwn = chosen !== null && columns.requestPid[index] === chosen.pid && columns.requestNumber[index] === chosen.request;
      context.globalAlpha = chosen === null || isOwn ? 1 : FADED;
      const color = isOwn ? '--accent-fill' : columns.requestStatus[index]! >= FIRST_FAILED ? '--error-fill' : '--series-inflight';
      fill(context, read(color), from, y, to, height);
      const ink = color === '--series-inflight' ? '--bg' : '--text-on-accent';
      if (area.rowPx >= LEAST_ROW_PX)
        drawName(context, scene.nameOf({ area: area.name, index }), from, to, left, right, y, height, read(ink));
    } else {
      const start = Math.max(from, xOf(scene, columns.waitStart[index]!));
      if (start > from) fill(context, inLine, from, y, Math.min(start, to), height);
      fill(context, read('--wait'), start, y, to, height);
      if (area.of !== null && area.rowPx >= LEAST_ROW_PX)
        drawName(context, scene.nameOf({ area: area.name, index }), start, to, left, right, y, height, read('--wait-text'));
    }
    if (isAt(scene.pointed, area, index)) outline(context, read('--text'), from, y, to, height);
    if (isAt(scene.focused, area, index)) focusRing = [from, y, to];
  }
  // Above what lies beside it.
  if (focusRing !== null) ring(context, read('--focus'), ...focusRing, height);
  context.restore();
  return 0;
}

const isAt = (bar: LaneBar | null, { name }: Area, index: number): boolean => bar?.area === name && bar.index === index;

/** At least a pixel, with a gap to the next one where there is room for it. */
function fill(context: Context, style: Style, from: number, y: number, to: number, height: number): void {
  const width = to - from;
  context.fillStyle = style;
  context.fillRect(from, y, width >= 3 ? width - 1 : Math.max(1, width), height);
}

function outline(context: Context, style: Style, from: number, y: number, to: number, height: number): void {
  context.strokeStyle = style;
  context.strokeRect(from + 0.5, y + 0.5, Math.max(1, to - from - 2), height - 1);
}

/** Two lines wide, of what is drawn with lines of one. */
function ring(context: Context, style: Style, from: number, y: number, to: number, height: number): void {
  context.strokeStyle = style;
  for (const by of [0.5, 1.5]) context.strokeRect(from + by, y + by, Math.max(1, to - from - 2 * by), Math.max(1, height - 2 * by));
}

function drawName(
  context: Context,
  name: string,
  from: number,
  to: number,
  left: number,
  right: number,
  y: number,
  height: number,
  ink: string,
): void {
  const x = Math.max(left, from);
  const room = Math.min(right, to) - x - 6;
  if (room < LEAST_TEXT_PX) return;
  context.fillStyle = ink;
  context.fillText(fitName(name, room + 6, PER_LETTER), x + 3, y + height / 2, room);
}

/** Returns the highest there is. */
function drawDensity(context: Context, scene: LanesScene, { name, top, height }: Area, { read, inLine: waiting }: Paint): number {
  const { columns, left, right, view } = scene;
  const { inServer, inProgress, inLine } = columns;
  const layers =
    name === 'requests'
      ? [{ values: inServer, style: read('--series-inflight') }]
      : [
          { values: inProgress, style: read('--wait') },
          { values: inLine, style: waiting },
        ];
  const timeOf = (x: number): Microseconds => view.from + ((x - left) * (view.to - view.from)) / (right - left);
  const heights: number[][] = layers.map(() => []);
  let most = 0;
  for (let x = left; x < right; x++) {
    let sum = 0;
    layers.forEach(({ values }, layer) => {
      sum += atOnce(columns, values, timeOf(x + 0.5)) || 0;
      heights[layer]!.push(sum);
    });
    most = Math.max(most, sum);
  }
  if (most === 0) return 0;
  layers.forEach(({ style }, layer) => {
    context.fillStyle = style;
    heights[layer]!.forEach((sum, column) => {
      const [upper, lower] = [(sum / most) * height, ((heights[layer - 1]?.[column] ?? 0) / most) * height];
      if (upper > lower) context.fillRect(left + column, top + height - upper, 1, upper - lower);
    });
  });
  return most;
}

function clip(context: Context, x: number, y: number, width: number, height: number): void {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}
