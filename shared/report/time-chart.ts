/** A chart over time: lines or bars, labelled at their ends. */
import { niceCeiling } from '../charts/axis-steps.ts';
import type { Span, Values } from '../charts/chart-lines.ts';
import { placeLabels } from '../charts/place-labels.ts';
import type { SeriesLine } from '../charts/run-charts.ts';
import { formatTick, linePath, px, type Scale } from '../charts/scales.ts';
import { timeTicks, valueScale } from '../charts/time-scales.ts';
import { text } from '../words/words.ts';
import { type Html, html } from './html.ts';
import { figure, grid, label, path, svg, withDots } from './svg.ts';

export interface ChartLine extends Pick<SeriesLine, 'shape' | 'dash' | 'values'> {
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
  /** Lines between which an area is filled. */
  readonly band?: { readonly from: number; readonly to: number } | null;
  /** Stretches that are marked. */
  readonly marks?: readonly Span[];
  readonly log?: boolean;
  /** The axis reaches at least to here. */
  readonly least?: number;
  readonly format: (value: number | null) => string;
}

const WIDTH = 520;
const HEIGHT = 164;
const LEFT = 46;
/** Room for the names at the ends of lines: of processes, or a letter. */
const RIGHT = { names: 96, letters: 26 } as const;
const TOP = 10;
const BOTTOM = 22;
const MOST_POINTS = 400;
/** More lines than this cannot be told apart. */
const MOST_LINES = 6;
const LINE_ROW = 13;

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
  const step = thinning(chart.x.length);
  const shown = chart.lines
    .slice(0, MOST_LINES)
    .map((line) => ({ ...line, values: thin(line.values, step, line.shape === 'line' ? 'highest' : 'mean') }));
  const x = chart.x.filter((_, index) => index % step === 0);
  const spans = x.map((_, group) => spanOf(chart.spans ?? [], group * step, step));
  const end = endOf(chart);
  const at = (seconds: number): number => LEFT + (Math.max(0, seconds) / chart.toS) * (end - LEFT);
  const y = scaleOf(chart, shown);
  const drawing = {
    id: chart.id,
    width: WIDTH,
    height: HEIGHT,
    title: text('run.chart.title', { title: chart.title, unit: chart.unit }),
    summary: summaryOf(chart),
  };
  const body = [
    axes(y, at, chart.toS, end),
    marksPath(chart, at),
    bandPath(chart, shown, x, at, y),
    ...shown.map((line) => drawLine(line, x, spans, at, y)),
    ...endLabels(chart, shown, y),
  ];
  return figure(text('run.chart.title', { title: chart.title, unit: chart.unit }), chart.help, svg(drawing, body));
}

/** Where the time axis ends. */
function endOf({ lines }: TimeChart): number {
  return WIDTH - RIGHT[lines.every((line) => line.label.length <= 2) ? 'letters' : 'names'];
}

function scaleOf({ log = false, least = 0 }: TimeChart, lines: readonly ChartLine[]): Scale {
  return valueScale(
    lines.map((line) => line.values),
    { log, least },
    HEIGHT - BOTTOM,
    TOP,
  );
}

function axes(y: Scale, at: (seconds: number) => number, toS: number, end: number): Html {
  return html`${grid(y, LEFT, end)}
<g aria-hidden="true">${timeTicks(toS, 6).map((time, index) => label('axis middle', at(time), HEIGHT - 5, index === 0 ? `${formatTick(time)} s` : formatTick(time)))}</g>
`;
}

/** Never so narrow that it is overlooked. */
function marksPath({ marks = [] }: TimeChart, at: (seconds: number) => number): Html {
  const rect = ({ from, to }: Span) =>
    `M${px(at(from))},${px(TOP)}V${px(HEIGHT - BOTTOM)}H${px(Math.max(at(to), at(from) + 3))}V${px(TOP)}Z`;
  return path('gap', marks.map(rect).join(''));
}

function bandPath({ band }: TimeChart, lines: readonly ChartLine[], x: readonly number[], at: (s: number) => number, y: Scale): Html {
  if (!band) return html``;
  const [from, to] = [lines[band.from]!.values, lines[band.to]!.values];
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

function drawLine(line: ChartLine, x: readonly number[], spans: readonly Span[], at: (s: number) => number, y: Scale): Html {
  if (line.shape !== 'line') return path(`bars c-${line.color}`, barsPath(line.values, spans, at, y));
  const points = line.values.map((value, row) => (value === null ? null : ([at(x[row]!), y.at(value)] as const)));
  return path(`line c-${line.color} dash-${line.dash}`, withDots(linePath(points)));
}

/** Each bar is as wide as the time it covers, less a hairline if there is room for one. */
function barsPath(values: Values, spans: readonly Span[], at: (s: number) => number, y: Scale): string {
  return values
    .map((value, row) => {
      if (value === null || value === 0) return '';
      const [from, to] = [at(spans[row]!.from), at(spans[row]!.to)];
      const gap = to - from > 3 ? 1 : 0;
      return `M${px(from)},${px(y.at(0))}V${px(y.at(value))}H${px(Math.max(to - gap, from + 0.5))}V${px(y.at(0))}Z`;
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
    { row: LINE_ROW, top: TOP, bottom: HEIGHT - BOTTOM },
  );
  const labels = ends.map(({ line }, index) => label(`name t-${line.color}`, endOf(chart) + 8, places[index]! + 4, line.label));
  const more = chart.lines.length - lines.length;
  return more > 0 ? [...labels, label('axis', endOf(chart) + 8, HEIGHT - 5, text('report.moreLines', { count: more }))] : labels;
}

function summaryOf({ lines, unit, format }: TimeChart): string {
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
