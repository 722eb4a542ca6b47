/** A chart over time: lines or bars, labelled at their ends. */
import { niceCeiling } from '../../charts/axis-steps.ts';
import { type Span, topsOf, type Values } from '../../charts/chart-lines.ts';
import { DENSITY_STEPS, type Density } from '../../charts/density.ts';
import { placeLabels } from '../../charts/place-labels.ts';
import type { PhaseBand } from '../../charts/plan-lines.ts';
import type { SeriesLine } from '../../charts/run-charts.ts';
import { formatTick, linePath, px, type Scale } from '../../charts/scales.ts';
import { timeTicks, valueScale } from '../../charts/time-scales.ts';
import { bandName } from '../../phrases/charts.ts';
import { text } from '../../words/words.ts';
import { type Html, html } from '../html.ts';
import { grid, label, type Panel, panelFigure, path, rule, withDots } from './svg.ts';

export interface ChartLine extends Pick<SeriesLine, 'shape' | 'dash' | 'values' | 'isHatched'> {
  readonly label: string;
  /** Names its colour in the style sheet. */
  readonly color: string;
}

export interface TimeChart {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly help: string | null;
  /** Seconds since time 0. */
  readonly x: readonly number[];
  /** Time that each point covers, in seconds: the width of a bar. */
  readonly spans?: readonly Span[];
  readonly toS: number;
  readonly lines: readonly ChartLine[];
  /** Drawn in place of lines. */
  readonly density?: Density;
  /** Lines between which an area is filled. */
  readonly band?: { readonly from: number; readonly to: number } | null;
  /** Stretches that are marked. */
  readonly marks?: readonly Span[];
  /** The phases of the load, behind everything. */
  readonly phases?: readonly PhaseBand[];
  readonly log?: boolean;
  /** The axis reaches at least to here. */
  readonly least?: number;
  readonly format: (value: number | null) => string;
  /** A line goes on over what was not sampled. */
  readonly spansGaps?: boolean;
  /** The chosen window, if one is to be shown. */
  readonly window?: Span | null;
  /** Of the drawing, if it is not one of a report. */
  readonly size?: Size;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const REPORT_SIZE: Size = { width: 520, height: 164 };
const LEFT = 46;
/** Room for the names at the ends of lines: of processes, or a letter. */
const RIGHT = { names: 96, letters: 26 } as const;
const TOP = 10;
const BOTTOM = 22;
const MOST_POINTS = 400;
/** More lines than this cannot be told apart. */
const MOST_LINES = 6;
const LINE_ROW = 13;
/** Width of a letter of a phase's name, about. */
const PHASE_LETTER = 6;

/** How many points in a row become one. */
export function thinning(points: number): number {
  return Math.ceil(points / MOST_POINTS);
}

/** Of each group the highest (a peak is never lost), or the mean where the figure is a rate. */
export function thin(values: Values, step: number, how: 'highest' | 'mean'): Values {
  if (step <= 1) return values;
  const out: Values = [];
  for (let from = 0; from < values.length; from += step) {
    const there = values.slice(from, from + step).filter((value): value is number => value !== null);
    if (there.length === 0) out.push(null);
    else out.push(how === 'highest' ? there.reduce((a, b) => Math.max(a, b)) : there.reduce((a, b) => a + b) / there.length);
  }
  return out;
}

export function timeChart(chart: TimeChart): Html {
  return panelFigure(timePanel(chart));
}

export function timePanel(chart: TimeChart): Panel {
  const { width, height } = sizeOf(chart);
  const step = thinning(chart.x.length);
  // Of a stack none can be left out: the others stand on it.
  const most = chart.lines.some(({ shape }) => shape === 'stack') ? chart.lines.length : MOST_LINES;
  const shown = chart.lines
    .slice(0, most)
    .map((line) => ({ ...line, values: thin(line.values, step, line.shape === 'line' ? 'highest' : 'mean') }));
  const tops = topsOf(shown);
  const x = chart.x.filter((_, index) => index % step === 0);
  const spans = x.map((_, group) => spanOf(chart.spans ?? [], group * step, step));
  const end = endOf(chart);
  const at = (seconds: number): number => LEFT + (Math.max(0, seconds) / chart.toS) * (end - LEFT);
  const y = scaleOf(chart, tops);
  const drawing = {
    id: chart.id,
    width,
    height,
    title: text('run.chart.title', { title: chart.title, unit: chart.unit }),
    summary: summaryOf(chart),
  };
  const hatch = `${chart.id}-hatch`;
  const body = [
    ...(shown.some(({ isHatched }) => isHatched) ? [drawHatch(hatch)] : []),
    ...phaseBands(chart, at),
    axes(y, at, chart.toS, end, height),
    marksPath(chart, at),
    ...densityPaths(chart, at, y),
    bandPath(chart, shown, x, at, y),
    ...shown.map((line, nth) =>
      drawLine({ ...line, values: tops[nth]! }, belowOf(shown, tops, nth), x, spans, at, y, chart.spansGaps ?? false, hatch),
    ),
    windowPath(chart, at),
    ...endLabels(
      chart,
      shown.map((line, nth) => ({ ...line, values: tops[nth]! })),
      y,
    ),
  ];
  return { title: drawing.title, help: chart.help, drawing, body };
}

function sizeOf({ size = REPORT_SIZE }: TimeChart): Size {
  return size;
}

/** Where the time axis ends. */
function endOf(chart: TimeChart): number {
  const { lines, density } = chart;
  const isNarrow = density === undefined && lines.every((line) => line.label.length <= 2);
  return sizeOf(chart).width - RIGHT[isNarrow ? 'letters' : 'names'];
}

function scaleOf(chart: TimeChart, tops: readonly Values[]): Scale {
  const { log = false, least = 0, density } = chart;
  const isDensity = density !== undefined;
  const values = isDensity ? [density.cells.flatMap(({ low, high }) => [low, high])] : tops;
  return valueScale(values, { log: log || isDensity, least }, sizeOf(chart).height - BOTTOM, TOP);
}

function axes(y: Scale, at: (seconds: number) => number, toS: number, end: number, height: number): Html {
  return html`${grid(y, LEFT, end)}
<g aria-hidden="true">${timeTicks(toS, Math.max(6, Math.round(end / 110))).map((time, index) => label('axis middle', at(time), height - 5, index === 0 ? `${formatTick(time)} s` : formatTick(time)))}</g>
`;
}

/** Every second one is tinted. A name that has no room, whole or short, is left out: the tables have it. */
function phaseBands(chart: TimeChart, at: (seconds: number) => number): Html[] {
  const bottom = sizeOf(chart).height - BOTTOM;
  return (chart.phases ?? []).flatMap((band, nth) => {
    const [from, to] = [at(band.from), at(Math.min(band.to, chart.toS))];
    if (to - from < 1) return [];
    const { full, short } = bandName(band);
    const name = [full, short].find((one) => one.length * PHASE_LETTER + 6 <= to - from);
    return [
      nth % 2 === 1 ? path('phase', `M${px(from)},${px(TOP)}V${px(bottom)}H${px(to)}V${px(TOP)}Z`) : html``,
      rule('phase-edge', from, TOP, from, bottom),
      rule('phase-edge', to, TOP, to, bottom),
      name === undefined ? html`` : label('axis', from + 4, TOP + 9, name),
    ];
  });
}

/** Where a line of a stack begins; null: it is not of one. */
function belowOf(lines: readonly ChartLine[], tops: readonly Values[], nth: number): Values | null {
  if (lines[nth]!.shape !== 'stack') return null;
  for (let below = nth - 1; below >= 0; below--) if (lines[below]!.shape === 'stack') return tops[below]!;
  return [];
}

/** One path for each colour: a long run has thousands of cells. */
function densityPaths({ density, toS }: TimeChart, at: (seconds: number) => number, y: Scale): Html[] {
  if (density === undefined) return [];
  const { cells, steps } = density;
  const rect = ({ from, to, low, high }: Density['cells'][number]): string => {
    const [left, right] = [at(from), at(Math.min(to, toS))];
    return `M${px(left)},${px(y.at(low))}V${px(y.at(high))}H${px(Math.max(right, left + 0.5))}V${px(y.at(low))}Z`;
  };
  return steps.map((_, step) => {
    const own = cells.filter((cell) => cell.step === step && cell.from < toS);
    // The fullest cell has the strongest colour, however few there are.
    return path(`bars c-density-${DENSITY_STEPS - steps.length + step}`, own.map(rect).join(''));
  });
}

/** Never so narrow that it is overlooked. */
function marksPath(chart: TimeChart, at: (seconds: number) => number): Html {
  const bottom = sizeOf(chart).height - BOTTOM;
  const rect = ({ from, to }: Span) => `M${px(at(from))},${px(TOP)}V${px(bottom)}H${px(Math.max(at(to), at(from) + 3))}V${px(TOP)}Z`;
  return path('gap', (chart.marks ?? []).map(rect).join(''));
}

/** What is outside of the window fades. */
function windowPath(chart: TimeChart, at: (seconds: number) => number): Html {
  const { window, toS } = chart;
  if (!window) return html``;
  const bottom = sizeOf(chart).height - BOTTOM;
  const [from, to] = [at(Math.min(window.from, toS)), at(Math.min(window.to, toS))];
  const outside = [
    [LEFT, from],
    [to, at(toS)],
  ].map(([left, right]) => `M${px(left!)},${px(TOP - 2)}H${px(right!)}V${px(bottom)}H${px(left!)}Z`);
  return html`${path('outside', outside.join(''))}${rule('edge', from, TOP, from, bottom)}${rule('edge', to, TOP, to, bottom)}`;
}

function bandPath(
  { band, spansGaps = false }: TimeChart,
  lines: readonly ChartLine[],
  all: readonly number[],
  at: (s: number) => number,
  y: Scale,
): Html {
  if (!band) return html``;
  const ends = [lines[band.from]!.values, lines[band.to]!.values] as const;
  const isThere = (row: number): boolean => ends.every((values) => values[row] !== null);
  const kept = (values: Values): Values => (spansGaps ? values.filter((_, row) => isThere(row)) : values);
  const [from, to] = [kept(ends[0]), kept(ends[1])];
  const x = spansGaps ? all.filter((_, row) => isThere(row)) : all;
  let d = '';
  // One area for each stretch without a gap.
  for (let start = 0; start < x.length; start++) {
    if (from[start] === null || to[start] === null) continue;
    let end = start;
    while (end + 1 < x.length && from[end + 1] !== null && to[end + 1] !== null) end++;
    const rows = Array.from({ length: end - start + 1 }, (_, index) => start + index);
    const point = (values: Values) => (row: number) => `${px(at(x[row]!))},${px(y.at(values[row]!))}`;
    d += `M${rows.map(point(to)).join('L')}L${[...rows].reverse().map(point(from)).join('L')}Z`;
    start = end;
  }
  return path('band', d);
}

function spanOf(spans: readonly Span[], first: number, step: number): Span {
  const last = Math.min(first + step, spans.length) - 1;
  return { from: spans[first]?.from ?? 0, to: spans[last]?.to ?? 0 };
}

function drawLine(
  line: ChartLine,
  below: Values | null,
  x: readonly number[],
  spans: readonly Span[],
  at: (s: number) => number,
  y: Scale,
  spansGaps: boolean,
  hatch: string,
): Html {
  if (line.isHatched) return path('bars', barsPath(line.values, spans, at, y, below), html` fill="url(#${hatch})"`);
  if (line.shape === 'steps') return path(`line c-${line.color}`, stepsPath(line.values, spans, at, y));
  if (line.shape !== 'line') return path(`bars c-${line.color}`, barsPath(line.values, spans, at, y, below));
  const points = line.values.map((value, row) => (value === null ? null : ([at(x[row]!), y.at(value)] as const)));
  return path(`line c-${line.color} dash-${line.dash}`, withDots(linePath(spansGaps ? points.filter((point) => point !== null) : points)));
}

/** What is in line, as on the screen. */
function drawHatch(id: string): Html {
  return html`<pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="line-ground" d="M0,0h6v6h-6z"/><path class="in-line" d="M3,0v6"/></pattern>
`;
}

/** Level over each span. */
function stepsPath(values: Values, spans: readonly Span[], at: (s: number) => number, y: Scale): string {
  return linePath(
    values.flatMap((value, row) =>
      value === null ? [null] : ([spans[row]!.from, spans[row]!.to] as const).map((time) => [at(time), y.at(value)] as const),
    ),
  );
}

/** Each bar is as wide as the time it covers, less a hairline if there is room for one. `below`: where those of a stack begin. */
function barsPath(values: Values, spans: readonly Span[], at: (s: number) => number, y: Scale, below: Values | null): string {
  return values
    .map((value, row) => {
      const base = below?.[row] ?? 0;
      if (value === null || value <= base) return '';
      const [from, to] = [at(spans[row]!.from), at(spans[row]!.to)];
      const gap = to - from > 3 && below === null ? 1 : 0;
      return `M${px(from)},${px(y.at(base))}V${px(y.at(value))}H${px(Math.max(to - gap, from + 0.5))}V${px(y.at(base))}Z`;
    })
    .join('');
}

/** Names stand where the lines end, a row apart from each other. */
function endLabels(chart: TimeChart, lines: readonly ChartLine[], y: Scale): Html[] {
  const ends = lines
    .map((line) => ({ line, place: y.at([...line.values].reverse().find((value) => value !== null) ?? 0) }))
    .filter(({ line }) => line.values.some((value) => value !== null && (line.shape === 'line' || value > 0)))
    // Lines that end together are named in their own order, the last on top.
    .reverse();
  const places = placeLabels(
    ends.map(({ place }) => place),
    { row: LINE_ROW, top: TOP, bottom: sizeOf(chart).height - BOTTOM },
  );
  const labels = ends.map(({ line }, index) => label(`name t-${line.color}`, endOf(chart) + 8, places[index]! + 4, line.label));
  const more = chart.lines.length - lines.length;
  return more > 0
    ? [...labels, label('axis', endOf(chart) + 8, sizeOf(chart).height - 5, text('report.moreLines', { count: more }))]
    : labels;
}

function summaryOf({ lines, density, unit, format }: TimeChart): string {
  if (density !== undefined) return text('run.chart.densityRange', { most: density.most });
  return lines
    .map(({ label, values }) => {
      const there = values.filter((value): value is number => value !== null);
      if (there.length === 0) return text('run.chart.summaryEmpty', { label });
      const low = there.reduce((a, b) => Math.min(a, b));
      const high = there.reduce((a, b) => Math.max(a, b));
      return text('run.chart.summary', {
        label,
        count: there.length,
        low: format(low),
        high: format(high),
        last: format(there[there.length - 1]!),
        unit,
      });
    })
    .join(' ');
}

/** Where the time axis of a finished run ends. */
export function timeEnd(measuredMs: number): number {
  return measuredMs > 0 ? measuredMs / 1_000 : niceCeiling(1);
}
