/** A chart over time: lines or bars, labelled at their ends. */
import { niceCeiling } from '../charts/axis-steps.ts';
import { highest, lowestPositive, type Values } from '../charts/chart-lines.ts';
import { fittedScale, linePath, logScale, niceStep, type Scale } from '../charts/scales.ts';
import { type Html, html } from './html.ts';
import { figure, formatTick, label, path, px, rule, svg, withDots } from './svg.ts';
import { words } from './words.ts';

export interface ChartLine {
  readonly label: string;
  readonly values: Values;
  /** Names its colour in the style sheet. */
  readonly color: string;
  /** Dashes, by position among lines of one colour. */
  readonly dash?: number;
  readonly bars?: boolean;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

export interface TimeChart {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly help: string | null;
  /** Seconds since time 0. */
  readonly x: readonly number[];
  /** Time each point stands for, seconds; what bars are as wide as. */
  readonly spans?: readonly Span[];
  readonly toS: number;
  readonly lines: readonly ChartLine[];
  /** Lines between which an area is filled. */
  readonly band?: readonly [number, number];
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
    .map((line) => ({ ...line, values: thin(line.values, step, line.bars ? 'mean' : 'highest') }));
  const x = chart.x.filter((_, index) => index % step === 0);
  const spans = x.map((_, group) => spanOf(chart.spans ?? [], group * step, step));
  const end = endOf(chart);
  const at = (seconds: number): number => LEFT + (Math.max(0, seconds) / chart.toS) * (end - LEFT);
  const y = scaleOf(chart, shown);
  const drawing = {
    id: chart.id,
    width: WIDTH,
    height: HEIGHT,
    title: words.chartTitle(chart.title, chart.unit),
    summary: summaryOf(chart),
  };
  const body = [
    axes(y, at, chart.toS, end),
    bandPath(chart, shown, x, at, y),
    ...shown.map((line) => drawLine(line, x, spans, at, y)),
    ...endLabels(chart, shown, y),
  ];
  return figure(words.chartTitle(chart.title, chart.unit), chart.help, svg(drawing, body));
}

/** Where the time axis ends. */
function endOf({ lines }: TimeChart): number {
  return WIDTH - RIGHT[lines.every((line) => line.label.length <= 2) ? 'letters' : 'names'];
}

function scaleOf({ log, least }: TimeChart, lines: readonly ChartLine[]): Scale {
  const values = lines.map((line) => line.values);
  const high = Math.max(highest(values), least ?? 0);
  const low = lowestPositive(values);
  return log && low > 0 ? logScale(low, high, HEIGHT - BOTTOM, TOP) : fittedScale(high, HEIGHT - BOTTOM, TOP);
}

function axes(y: Scale, at: (seconds: number) => number, toS: number, end: number): Html {
  const step = Math.max(niceStep(toS, 6), 0.001);
  const times = Array.from({ length: Math.floor(toS / step + 1e-9) + 1 }, (_, index) => index * step);
  return html`<g aria-hidden="true">${y.ticks.map((tick) => [rule('grid', LEFT, y.at(tick), end, y.at(tick)), label('axis end', LEFT - 6, y.at(tick) + 4, formatTick(tick))])}
${times.map((time, index) => label('axis middle', at(time), HEIGHT - 5, index === 0 ? `${formatTick(time)} s` : formatTick(time)))}</g>
`;
}

function bandPath({ band }: TimeChart, lines: readonly ChartLine[], x: readonly number[], at: (s: number) => number, y: Scale): Html {
  const [lower, upper] = band ?? [];
  if (lower === undefined || upper === undefined) return html``;
  const [from, to] = [lines[lower]!.values, lines[upper]!.values];
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
  if (line.bars) return path(`bars c-${line.color}`, barsPath(line.values, spans, at, y));
  const points = line.values.map((value, row) => (value === null ? null : ([at(x[row]!), y.at(value)] as const)));
  return path(`line c-${line.color} dash-${(line.dash ?? 0) % 4}`, withDots(linePath(points)));
}

/** Each bar is as wide as the time it stands for, less a hairline where there is room for one. */
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
    .map((line, index) => ({ line, index, place: y.at([...line.values].reverse().find((value) => value !== null) ?? 0) }))
    .filter(({ line }) => line.values.some((value) => value !== null && (!line.bars || value > 0)))
    // Lines that end together are named in their own order, the last on top.
    .sort((a, b) => Math.round(a.place / 4) - Math.round(b.place / 4) || b.index - a.index);
  const places: number[] = [];
  for (const { place } of ends) places.push(Math.max(place, (places[places.length - 1] ?? TOP - LINE_ROW) + LINE_ROW));
  // What was pushed below the axis goes up again, and pushes those above it.
  for (let row = places.length - 1, limit = HEIGHT - BOTTOM; row >= 0; row--, limit -= LINE_ROW)
    places[row] = Math.min(places[row]!, limit);
  const labels = ends.map(({ line }, index) => label(`name t-${line.color}`, endOf(chart) + 8, places[index]! + 4, line.label));
  const more = chart.lines.length - lines.length;
  return more > 0 ? [...labels, label('axis', endOf(chart) + 8, HEIGHT - 5, words.moreLines(more))] : labels;
}

function summaryOf({ lines, unit, format }: TimeChart): string {
  return lines
    .map(({ label, values }) => {
      const there = values.filter((value): value is number => value !== null);
      if (there.length === 0) return words.chartEmpty(label);
      const low = there.reduce((a, b) => Math.min(a, b));
      const high = there.reduce((a, b) => Math.max(a, b));
      return words.chartSummary(label, there.length, format(low), format(high), format(there[there.length - 1]!), unit);
    })
    .join(' ');
}

/** Where the time axis of a finished run ends. */
export function timeEnd(measuredMs: number): number {
  return measuredMs > 0 ? measuredMs / 1_000 : niceCeiling(1);
}
