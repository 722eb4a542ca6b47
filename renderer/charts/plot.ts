/**
 * The door to uPlot: one chart of a stack with a shared time axis, cursor and window. Created once; data, limits
 * and size are set on it. Colours are names of CSS properties, which are read again when the theme changes.
 */

import uPlot from 'uplot';
import { textScale } from '../text-scale.ts';
import 'uplot/dist/uPlot.min.css';
import type { TimeWindow } from '../../shared/base/units.ts';
import { linearTicks, logTicks } from '../../shared/charts/axis-steps.ts';
import type { Span, Values } from '../../shared/charts/chart-lines.ts';
import { DENSITY_STEPS, type Density, type DensityCell } from '../../shared/charts/density.ts';
import type { SeriesLine } from '../../shared/charts/run-charts.ts';
import { SECOND_STEPS } from '../../shared/charts/time-scales.ts';
import { createColors } from './colors.ts';
import { hatch } from './hatch.ts';

export interface LineStyle {
  /** A CSS property, for example `--latency-p99`. */
  readonly color: string;
  /** `none`: it is not drawn. */
  readonly shape: SeriesLine['shape'] | 'none';
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly isHatched?: true;
}

export interface PlotOptions {
  readonly lines: readonly LineStyle[];
  /** Fills between two lines, by index. */
  readonly band?: { readonly from: number; readonly to: number; readonly color: string };
  readonly height: number;
  readonly width: number;
  readonly log: boolean;
  readonly showTime: boolean;
  readonly syncKey: string;
  readonly formatTick: (value: number) => string;
  readonly formatSecond: (seconds: number) => string;
  /** `value`: where the pointer is; null: it is on another chart. */
  readonly onCursor: (index: number | null, seconds: number | null, value: number | null) => void;
  readonly onSelect: (fromS: number, toS: number) => void;
  /** A click, which is no drag. */
  readonly onPoint?: (seconds: number, value: number) => void;
}

export interface Limits {
  readonly toS: number;
  readonly low: number;
  readonly high: number;
}

export interface Plot {
  /** `values`: of a stack, where its areas end. `spans`: seconds covered by each point, the width of its bar. `marks`: intervals in which nothing ran. */
  readonly setData: (
    x: readonly number[],
    values: readonly Values[],
    limits: Limits,
    spans: readonly Span[],
    marks: readonly Span[],
    phases: readonly Span[],
  ) => void;
  /** `chosen` has an outline. */
  readonly setCells: (density: Density, chosen: DensityCell | null) => void;
  readonly setSize: (width: number, height: number) => void;
  readonly setWindow: (window: TimeWindow | null) => void;
  /** Moves the cursor as if the pointer were there; null: it is nowhere. */
  readonly setCursor: (seconds: number | null) => void;
  readonly recolor: () => void;
  readonly destroy: () => void;
}

/** At the usual text size, as everything here. */
export const AXIS_WIDTH = 52;
export const TIME_AXIS_HEIGHT = 20;
export const PAD_RIGHT = 10;
const PAD_TOP = 7;
/** Lines with fewer points than this show the points, too: a line alone would hide how few there are. */
const FEW_POINTS = 12;
const fontOf = (px: number): string => `${px}px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif`;
const FONT_PX = 11;
export const FONT = fontOf(FONT_PX);

/** Dims everything outside the chosen window; its edges have the accent colour. */
function drawWindow(u: uPlot, window: TimeWindow | null, read: (name: string) => string): void {
  if (window === null) return;
  const { left, top, width, height } = u.bbox;
  const at = (ms: number) => Math.min(Math.max(u.valToPos(ms / 1000, 'x', true), left), left + width);
  const [from, to] = [at(window.fromMs), at(window.toMs)];
  const { ctx } = u;
  ctx.save();
  ctx.globalAlpha = 0.72;
  ctx.fillStyle = read('--bg');
  ctx.fillRect(left, top, from - left, height);
  ctx.fillRect(to, top, left + width - to, height);
  ctx.globalAlpha = 1;
  ctx.fillStyle = read('--accent');
  ctx.fillRect(from - 0.5, top, 1, height);
  ctx.fillRect(to - 0.5, top, 1, height);
  ctx.restore();
}

/** Behind everything else: every second phase is tinted, and hairlines are where they begin and end. */
function drawPhases(u: uPlot, phases: readonly Span[], read: (name: string) => string): void {
  const { left, top, width, height } = u.bbox;
  const { ctx } = u;
  ctx.save();
  phases.forEach(({ from, to }, nth) => {
    const start = u.valToPos(from, 'x', true);
    const end = Math.min(u.valToPos(to, 'x', true), left + width);
    if (end - start < 1) return;
    ctx.fillStyle = read('--chart-phase');
    if (nth % 2 === 1) ctx.fillRect(start, top, end - start, height);
    ctx.fillStyle = read('--line-strong');
    for (const edge of [start, end]) if (edge > left + 1 && edge < left + width - 1) ctx.fillRect(Math.round(edge), top, 1, height);
  });
  ctx.restore();
}

/** Of latencies beside each other, so that no line of ground is between them. */
function drawCells(u: uPlot, { cells, steps }: Density, chosen: DensityCell | null, read: (name: string) => string): void {
  const { ctx } = u;
  const place = ({ from, to, low, high }: DensityCell): readonly [number, number, number, number] => {
    const [left, right] = [u.valToPos(from, 'x', true), Math.min(u.valToPos(to, 'x', true), u.bbox.left + u.bbox.width)].map(Math.round);
    const [top, bottom] = [u.valToPos(high, 'y', true), u.valToPos(low, 'y', true)].map(Math.round);
    return [left!, top!, Math.max(1, right! - left!), Math.max(1, bottom! - top!)];
  };
  ctx.save();
  ctx.beginPath();
  ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
  ctx.clip();
  steps.forEach((_, step) => {
    ctx.fillStyle = read(densityColor(step, steps.length));
    for (const cell of cells) if (cell.step === step) ctx.fillRect(...place(cell));
  });
  if (chosen !== null) {
    const [left, top, width, height] = place(chosen);
    ctx.strokeStyle = read('--focus');
    ctx.lineWidth = 2;
    ctx.strokeRect(left - 1, top - 1, width + 2, height + 2);
  }
  ctx.restore();
}

/** The fullest cells have the strongest colour, however few colours are needed. */
export function densityColor(step: number, steps: number): string {
  return `--density-${DENSITY_STEPS - steps + step}`;
}

/** Drawn behind the lines, with a minimum width so that it is visible. */
function drawMarks(u: uPlot, marks: readonly Span[], read: (name: string) => string): void {
  const { top, height } = u.bbox;
  const { ctx } = u;
  for (const { from, to } of marks) {
    const left = u.valToPos(from, 'x', true);
    const width = Math.max(3, u.valToPos(to, 'x', true) - left);
    ctx.save();
    ctx.globalAlpha = 0.22;
    ctx.fillStyle = read('--series-error');
    ctx.fillRect(left, top, width, height);
    ctx.globalAlpha = 1;
    ctx.fillRect(left, top, 1, height);
    ctx.restore();
  }
}

/** uPlot's own bars are all as wide as the narrowest; the current second is shorter than the others and must not make them narrow. */
function barPaths(spans: () => readonly Span[], inset: number, below?: number): uPlot.Series.PathBuilder {
  return (u, series, first, last) => {
    const fill = new Path2D();
    const stroke = new Path2D();
    for (let index = first; index <= last; index++) {
      const value = u.data[series]?.[index];
      const span = spans()[index];
      const from = below === undefined || below === 0 ? 0 : (u.data[below]?.[index] ?? 0);
      if (value === null || value === undefined || value <= from || span === undefined) continue;
      const base = u.valToPos(from, 'y', true);
      const left = u.valToPos(span.from, 'x', true);
      const width = u.valToPos(span.to, 'x', true) - left;
      const gap = width > 4 && below === undefined ? 1 : 0;
      const top = u.valToPos(value, 'y', true);
      const [start, wide] = [left + width * inset, Math.max(1, width * (1 - 2 * inset) - gap)];
      fill.rect(start, top, wide, base - top);
      stroke.moveTo(start, top);
      stroke.lineTo(start + wide, top);
    }
    return { fill, stroke };
  };
}

/** Level over each span. */
function stepPaths(spans: () => readonly Span[]): uPlot.Series.PathBuilder {
  return (u, series, first, last) => {
    const stroke = new Path2D();
    let isDrawing = false;
    for (let index = first; index <= last; index++) {
      const value = u.data[series]?.[index];
      const span = spans()[index];
      if (value === null || value === undefined || span === undefined) {
        isDrawing = false;
        continue;
      }
      const y = u.valToPos(value, 'y', true);
      const left = u.valToPos(span.from, 'x', true);
      if (isDrawing) stroke.lineTo(left, y);
      else stroke.moveTo(left, y);
      stroke.lineTo(u.valToPos(span.to, 'x', true), y);
      isDrawing = true;
    }
    return { stroke };
  };
}

/** Bars are a light area with an edge: solid blocks would dominate the lines around them. */
function translucent(color: string, opacity = '40'): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? `${color}${opacity}` : color;
}

/** Areas of a stack touch each other and are told by their colours alone. */
const STACK = 'b8';

/** `below`: of a stack, the series that it stands on; 0, the time: on none. */
function seriesOf(style: LineStyle, below: number, read: (name: string) => string, spans: () => readonly Span[]): uPlot.Series {
  const color = () => read(style.color);
  if (style.shape === 'none') return { scale: 'y', points: { show: false }, paths: () => null };
  if (style.shape === 'steps') return { scale: 'y', stroke: color, width: 1.25, points: { show: false }, paths: stepPaths(spans) };
  if (style.shape === 'stack') {
    const paths = barPaths(spans, 0, below);
    const fill = (u: uPlot) => (style.isHatched ? hatch(u.ctx, color(), read('--wait-line-ground')) : translucent(color(), STACK));
    return { scale: 'y', stroke: color, width: 1, fill, points: { show: false }, paths };
  }
  if (style.shape !== 'line') {
    const paths = barPaths(spans, style.shape === 'bars' ? 0 : 0.25);
    return { scale: 'y', stroke: color, width: 1.5, fill: () => translucent(color()), points: { show: false }, paths };
  }
  return {
    scale: 'y',
    stroke: color,
    width: style.width ?? 1.25,
    spanGaps: true,
    points: { show: (_u, _series, from, to) => to - from + 1 <= FEW_POINTS, size: 4, width: 1, fill: color },
    ...(style.dash ? { dash: [...style.dash] } : {}),
  };
}

function axesOf(options: PlotOptions, read: (name: string) => string): uPlot.Axis[] {
  const grid = { stroke: () => read('--chart-grid'), width: 1 };
  const text = () => read('--chart-axis');
  const font = fontOf(FONT_PX * textScale());
  const y: uPlot.Axis = {
    scale: 'y',
    size: AXIS_WIDTH * textScale(),
    gap: 6,
    font,
    stroke: text,
    grid,
    ticks: { show: false },
    splits: (u, _axis, min, max) => (options.log ? logTicks({ min, max }) : linearTicks(max, roomFor(u, options))),
    filter: (u, splits) => (options.log ? everyFitting(splits, u.height) : splits),
    values: (_u, splits) => splits.map((value) => (value === null ? '' : options.formatTick(value))),
  };
  const x: uPlot.Axis = {
    scale: 'x',
    size: options.showTime ? TIME_AXIS_HEIGHT * textScale() : 0,
    gap: 4,
    font,
    stroke: text,
    grid,
    ticks: { show: false },
    space: 72 * textScale(),
    incrs: [...SECOND_STEPS],
    values: options.showTime ? (_u, splits) => splits.map((value) => options.formatSecond(value)) : () => [],
  };
  return [x, y];
}

function roomFor({ height }: uPlot, { showTime }: PlotOptions): 'ends' | 'middle' | 'many' {
  const usual = height / textScale();
  const inner = showTime ? usual - TIME_AXIS_HEIGHT : usual;
  return inner < 44 ? 'ends' : inner < 80 ? 'middle' : 'many';
}

/** Labels of the usual size need 16 px each; gridlines without a label remain. */
function everyFitting(splits: number[], height: number): (number | null)[] {
  const room = Math.max(2, Math.floor(height / (22 * textScale())));
  const every = Math.ceil(splits.length / room);
  return splits.map((value, index) => ((splits.length - 1 - index) % every === 0 ? value : null));
}

/** A press that moves farther is a drag, which chooses a window. */
const CLICK_PX = 3;

function followClicks({ over, posToVal }: uPlot, onPoint: (seconds: number, value: number) => void): void {
  let pressed = Number.NaN;
  over.addEventListener('mousedown', ({ clientX }) => {
    pressed = clientX;
  });
  over.addEventListener('click', ({ clientX, clientY }) => {
    if (!(Math.abs(clientX - pressed) <= CLICK_PX)) return;
    const { left, top } = over.getBoundingClientRect();
    onPoint(posToVal(clientX - left, 'x'), posToVal(clientY - top, 'y'));
  });
}

export function createPlot(host: HTMLElement, options: PlotOptions): Plot {
  const colors = createColors();
  let limits: Limits = { toS: 1, low: options.log ? 0.1 : 0, high: options.log ? 10 : 1 };
  let window: TimeWindow | null = null;
  let spans: readonly Span[] = [];
  let marks: readonly Span[] = [];
  let phases: readonly Span[] = [];
  let density: Density | null = null;
  let chosen: DensityCell | null = null;
  const plot = new uPlot(
    {
      width: options.width,
      height: options.height,
      padding: [PAD_TOP * textScale(), PAD_RIGHT * textScale(), options.showTime ? 0 : 6 * textScale(), 0],
      legend: { show: false },
      scales: {
        x: { time: false, range: () => [0, limits.toS] },
        y: { distr: options.log ? 3 : 1, range: () => [limits.low, limits.high] },
      },
      axes: axesOf(options, colors.read),
      series: [
        {},
        ...options.lines.map((style, nth) =>
          seriesOf(style, options.lines[nth - 1]?.shape === 'stack' ? nth : 0, colors.read, () => spans),
        ),
      ],
      bands: options.band
        ? [{ series: [options.band.to + 1, options.band.from + 1], fill: () => colors.read(options.band?.color ?? '--latency-band') }]
        : [],
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: true, y: false, setScale: false },
        // A double click would reset the scale, which is fixed here. Escape clears the window.
        bind: { dblclick: () => null },
        sync: { key: options.syncKey, setSeries: false, scales: ['x', null] },
      },
      hooks: {
        drawClear: [(u) => drawPhases(u, phases, colors.read), (u) => drawMarks(u, marks, colors.read)],
        draw: [(u) => density && drawCells(u, density, chosen, colors.read), (u) => drawWindow(u, window, colors.read)],
        setCursor: [
          (u) => {
            const { left, idx } = u.cursor;
            const inside = left !== undefined && left >= 0 && idx !== null && idx !== undefined;
            const isHere = inside && u.cursor.top !== undefined && u.over.matches(':hover');
            options.onCursor(inside ? idx : null, inside ? u.posToVal(left, 'x') : null, isHere ? u.posToVal(u.cursor.top!, 'y') : null);
          },
        ],
        setSelect: [
          (u) => {
            const { left, width } = u.select;
            if (width <= 0) return;
            options.onSelect(u.posToVal(left, 'x'), u.posToVal(left + width, 'x'));
            u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          },
        ],
      },
    },
    [[], ...options.lines.map(() => [])],
    host,
  );
  if (options.onPoint) followClicks(plot, options.onPoint);
  return {
    setData: (x, values, next, nextSpans, nextMarks, nextPhases) => {
      limits = next;
      spans = nextSpans;
      marks = nextMarks;
      phases = nextPhases;
      plot.setData([x as number[], ...(values as Values[])], true);
    },
    setCells: (next, nextChosen) => {
      density = next;
      chosen = nextChosen;
      plot.redraw(false, false);
    },
    setSize: (width, height) => {
      if (width > 0 && height > 0 && (width !== plot.width || height !== plot.height)) plot.setSize({ width, height });
    },
    setWindow: (next) => {
      window = next;
      plot.redraw(false, false);
    },
    setCursor: (seconds) => {
      const left = seconds === null ? -10 : plot.valToPos(seconds, 'x');
      // As if it were a move of the pointer, but not passed on: each chart is told itself.
      plot.setCursor({ left, top: seconds === null ? -10 : 1 }, true);
    },
    recolor: () => {
      colors.forget();
      plot.redraw(false, true);
    },
    destroy: () => plot.destroy(),
  };
}
