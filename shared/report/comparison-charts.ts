/** The pictures of a comparison: runs as dots, percentile curves, requests in order of arrival, what happened over time. */
import { highest, type Values } from '../charts/chart-lines.ts';
import { type Curve, type CurvePoint, curvesOf, reachOf } from '../charts/percentile-curves.ts';
import { computeRoundLine, ROUND_MEASURES, type RoundMeasure } from '../charts/round-lines.ts';
import { fittedScale, linePath, type Scale, spreadScale, TAIL_TICKS, tailPosition, tickDigits } from '../charts/scales.ts';
import { formatCount, formatMs, formatNumber, formatSignificant } from '../format/figures.ts';
import { formatMetric, metricUnit } from '../format/metric-figures.ts';
import { type MetricDots, variantLetter } from '../model/comparison.ts';
import type { ArrivalColumns, PercentileColumns } from '../protocol/comparison-contract.ts';
import { type Html, html } from './html.ts';
import { formatTenths, type RunSeries } from './run-charts.ts';
import { figure, formatTick, label, path, px, rule, svg, withDots } from './svg.ts';
import { type ChartLine, timeChart, timeEnd } from './time-chart.ts';
import { words } from './words.ts';

/** What was recorded of one run of a variant, of the round that is shown. */
export interface VariantEvidence {
  /** Index of the variant. */
  readonly variant: number;
  readonly series: RunSeries;
  readonly arrivals: ArrivalColumns;
}

/** Colour, mark and dash of a variant; the base is hollow and dashed, as on the screen. */
export const colorOf = (variant: number): string => `v${variantLetter(variant).toLowerCase()}`;

/** Marks of a variant around points, as one path: hundreds of runs are hundreds of marks. */
export function variantMarks(variant: number, points: readonly (readonly [x: number, y: number])[], size = 7): Html {
  const d = points.map(([x, y]) => markAt(variant, x, y, size / 2)).join('');
  return path(`mark c-${colorOf(variant)}${variant === 0 ? ' hollow' : ''}`, d);
}

/** Circle, circle, square, triangle, diamond, triangle downwards; by position of the variant. */
function markAt(variant: number, x: number, y: number, r: number): string {
  const corners = (...places: readonly (readonly [number, number])[]): string =>
    `M${places.map(([dx, dy]) => `${px(x + dx * r)},${px(y + dy * r)}`).join('L')}Z`;
  switch (variant) {
    case 2:
      return corners([-1, -1], [1, -1], [1, 1], [-1, 1]);
    case 3:
      return corners([0, -1.15], [1.15, 1], [-1.15, 1]);
    case 4:
      return corners([0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]);
    case 5:
      return corners([0, 1.15], [-1.15, -1], [1.15, -1]);
    default:
      return `M${px(x - r)},${px(y)}a${px(r)},${px(r)} 0 1 0 ${px(2 * r)},0a${px(r)},${px(r)} 0 1 0 ${px(-2 * r)},0Z`;
  }
}

const DOTS = { width: 340, height: 132, left: 44, right: 22, top: 10, bottom: 18 } as const;

/** One panel for each metric that has figures. */
export function runDots(dots: readonly MetricDots[], rounds: number): Html {
  const shown = dots.filter(({ values }) => values.some((runs) => runs.some((value) => value !== null)));
  return html`<p class="help">${words.runsHelp}</p><div class="charts three">${shown.map((one) => dotPanel(one, rounds))}</div>
`;
}

const present = (values: readonly (number | null)[]): number[] => values.filter((value): value is number => value !== null);

function dotPanel({ metric, values }: MetricDots, rounds: number): Html {
  const { width, height, left, right, top, bottom } = DOTS;
  const { scale, unit } = metricUnit(metric, Math.max(0, ...values.flatMap(present)));
  const y = spreadScale(
    values.flatMap((runs) => present(runs).map((value) => value * scale)),
    height - bottom,
    top,
  );
  const step = (width - left - right) / Math.max(1, rounds);
  const x = (round: number): number => left + (round + 0.5) * step;
  const ties = Array.from({ length: rounds }, (_, round) => {
    const there = present(values.map((runs) => runs[round] ?? null)).map((value) => y.at(value * scale));
    return there.length > 1 ? rule('tie', x(round), Math.min(...there), x(round), Math.max(...there)) : html``;
  });
  const marks = values.map((runs, variant) => {
    const places = runs.map((value, round) => (value === null ? null : ([x(round), y.at(value * scale)] as const)));
    return variantMarks(
      variant,
      places.filter((place) => place !== null),
    );
  });
  const title = words.runsTitle(words.metricNames[metric], unit);
  const summary = values
    .map((runs, variant) => {
      const there = present(runs);
      const [low, high] = [Math.min(...there), Math.max(...there)].map((value) => formatMetric(metric, value));
      return there.length === 0
        ? ''
        : words.runsSummary(variantLetter(variant), there.length, formatMetric(metric, median(there)), low!, high!);
    })
    .join(' ');
  const drawing = { id: `runs-${metric}`, width, height, title, summary };
  return figure(
    title,
    null,
    svg(drawing, [grid(y, left, width - right), roundNumbers(rounds, x, height), ...ties, medians(values, y, scale), ...marks]),
  );
}

function grid(y: Scale, left: number, right: number): Html {
  const digits = tickDigits(y.ticks[1] ?? 1);
  return html`<g aria-hidden="true">${y.ticks.map((tick) => [rule('grid', left, y.at(tick), right, y.at(tick)), label('axis end', left - 6, y.at(tick) + 4, formatNumber(tick, digits))])}</g>`;
}

function roundNumbers(rounds: number, x: (round: number) => number, height: number): Html {
  const shown = Array.from({ length: rounds }, (_, round) => round).filter((round) => rounds <= 12 || round === 0 || round % 5 === 4);
  return html`${shown.map((round) => label('axis middle', x(round), height - 3, formatCount(round + 1)))}`;
}

function medians(values: MetricDots['values'], y: Scale, scale: number): Html {
  const { width, left, right } = DOTS;
  const places: number[] = [];
  return html`${values.map((runs, variant) => {
    const there = present(runs);
    if (there.length === 0) return null;
    const place = y.at(median(there) * scale);
    const near = places.find((other) => Math.abs(other - place) < 11);
    const letterAt = near === undefined ? place : near + (place < near ? -11 : 11);
    places.push(letterAt);
    return html`${rule(`median c-${colorOf(variant)}`, left, place, width - right, place)}${label(`name t-${colorOf(variant)}`, width - right + 6, letterAt + 4, variantLetter(variant))}`;
  })}`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const CURVES = { width: 1_080, height: 300, left: 52, right: 40, top: 12, bottom: 24 } as const;

/** As on the screen: where too few answers stand behind it, a curve is faint, and soon ends. */
export function percentileCurves(columns: PercentileColumns): Html {
  const { width, height, left, right, top, bottom } = CURVES;
  const curves = curvesOf(columns);
  if (curves.length === 0) return html`<p>${words.noLatency}</p>`;
  const last = reachOf(curves);
  const drawn = curves.map((curve) => ({
    ...curve,
    points: curve.points.filter(({ percentile }) => tailPosition(percentile) <= last + 1e-6),
  }));
  const x = (percentile: number): number => left + (tailPosition(percentile) / last) * (width - left - right);
  const y = fittedScale(Math.max(...drawn.flatMap(({ points }) => points.map(({ ms }) => ms))), height - bottom, top);
  const ticks = TAIL_TICKS.filter((tick) => tailPosition(tick) <= last + 1e-6).map((tick) => [
    rule('grid', x(tick), top, x(tick), height - bottom),
    label('axis middle', x(tick), height - 7, `${formatTick(tick)} %`),
  ]);
  const summary = curves
    .map((curve) => words.curvesSummary(variantLetter(curve.variant), formatMs(curve.at(50)), formatMs(curve.at(99))))
    .join(' ');
  const drawing = { id: 'curves', width, height, title: words.curves, summary };
  const lines = drawn.map((curve) => curvePath(curve, x, y));
  return figure(words.curvesUnit, words.curvesHelp, svg(drawing, [grid(y, left, width - right), html`${ticks}`, ...lines]));
}

function curvePath({ points, variant, sure: surest }: Curve, x: (p: number) => number, y: Scale): Html {
  const sure = points.filter(({ percentile }) => percentile <= surest);
  const faint = points.slice(Math.max(0, sure.length - 1));
  const end = sure[sure.length - 1] ?? points[points.length - 1];
  if (end === undefined) return html``;
  const place = ({ percentile, ms }: CurvePoint) => [x(percentile), y.at(ms)] as const;
  const dash = variant === 0 ? 'dash-1' : variant > 1 ? `dash-${variant}` : '';
  return html`${path(`line c-${colorOf(variant)} ${dash}`, withDots(linePath(sure.map(place))))}${
    faint.length > 1 ? path(`line faint c-${colorOf(variant)} ${dash}`, linePath(faint.map(place))) : null
  }${variantMarks(variant, [place(end)])}${label(`name end t-${colorOf(variant)}`, x(end.percentile) - 8, y.at(end.ms) - 6, variantLetter(variant))}`;
}

const ARRIVALS = { width: 520, height: 190, left: 52, right: 6, top: 10, bottom: 8 } as const;

/** The staircase and the block: every request a bar, in the order of the answers, all variants on one scale. */
export function arrivalCharts(evidence: readonly VariantEvidence[]): Html {
  const top = Math.max(0, ...evidence.map(({ arrivals }) => highest([Array.from(arrivals.latencyMs)])));
  return html`<p class="help">${words.arrivalsHelp}</p><div class="charts">${evidence.map((one) => arrivalChart(one, top))}</div>
`;
}

function arrivalChart({ variant, arrivals }: VariantEvidence, highestMs: number): Html {
  const { width, height, left, right, top, bottom } = ARRIVALS;
  const y = fittedScale(highestMs, height - bottom, top);
  const { shown, total } = arrivals.meta;
  const letter = variantLetter(variant);
  const slowest = Array.from(arrivals.latencyMs).reduce((a, b) => Math.max(a, b), 0);
  const summary = words.arrivalsSummary(letter, formatCount(shown), formatCount(total), formatMs(slowest));
  const drawing = { id: `arrivals-${letter}`, width, height, title: words.arrivalsTitle(letter), summary };
  const good = arrivalBars(arrivals, y, (status) => status >= 200 && status <= 399);
  const bad = arrivalBars(arrivals, y, (status) => status < 200 || status > 399);
  const help = shown < total ? words.arrivalsThinned(formatCount(shown), formatCount(total)) : null;
  return figure(
    words.arrivalsTitle(letter),
    help,
    svg(drawing, [grid(y, left, width - right), path(`bars c-${colorOf(variant)}`, good), path('bars c-error', bad)]),
  );
}

/** One path: a thousand elements would be heavy, and they are one picture. */
function arrivalBars({ latencyMs, status }: ArrivalColumns, y: Scale, isDrawn: (status: number) => boolean): string {
  const { width, left, right } = ARRIVALS;
  const step = (width - left - right) / Math.max(1, latencyMs.length);
  const wide = (step > 3 ? step - 1 : Math.max(step, 0.6)).toFixed(2);
  const base = px(y.at(0));
  return Array.from(latencyMs, (ms, row) => {
    if (!isDrawn(status[row]!)) return '';
    // At least a pixel: a quick answer is an answer.
    const height = Math.max(1, y.at(0) - y.at(ms));
    return `M${(left + row * step).toFixed(2)},${base}v${px(-height)}h${wide}V${base}Z`;
  }).join('');
}

/** The same list as on the screen, one line for each variant: what clients felt, then what the servers did. */
export function comparedCharts(evidence: readonly VariantEvidence[]): Html {
  return html`<div class="charts">${ROUND_MEASURES.map((measure) => comparedChart(measure, evidence))}</div>
`;
}

interface ComparedChart {
  readonly title: string;
  readonly unit: string;
  readonly help: string;
  readonly format: (value: number | null) => string;
  /** The axis reaches at least to here. */
  readonly least: number;
}

const COMPARED: Readonly<Record<RoundMeasure, ComparedChart>> = {
  p50: { title: words.latencyAt('p50'), unit: 'ms', help: words.latencyLineHelp, format: formatSignificant, least: 0 },
  p99: { title: words.latencyAt('p99'), unit: 'ms', help: words.latencyLineHelp, format: formatSignificant, least: 0 },
  throughput: { title: words.throughput, unit: '/s', help: words.throughputLineHelp, format: formatTenths, least: 0 },
  stall: { title: words.stall, unit: 'ms', help: words.stallHelp, format: formatTenths, least: 10 },
  cpuPerRequest: { title: words.cpuPerRequest, unit: 'ms', help: words.cpuPerRequestHelp, format: formatSignificant, least: 0 },
  memory: { title: words.memory, unit: 'MB', help: words.memoryAllHelp, format: formatTenths, least: 0 },
  bytes: { title: words.bytesOverTime, unit: 'MB/s', help: words.bytesOverTimeHelp, format: formatSignificant, least: 0 },
};

function comparedChart(measure: RoundMeasure, evidence: readonly VariantEvidence[]): Html {
  const lines = evidence.map(({ variant, series }): VariantLine => {
    // The server is looked at before time 0, too; the axis starts there.
    const { x, values } = computeRoundLine(series, measure);
    const during = x.map((at, row) => ({ at, value: values[row] ?? null })).filter(({ at }) => at >= 0 && at <= timeEnd(series.measuredMs));
    return { variant, x: during.map(({ at }) => at), values: during.map(({ value }) => value) };
  });
  return joinedChart(measure, COMPARED[measure], lines, evidence);
}

interface VariantLine {
  readonly variant: number;
  readonly x: readonly number[];
  readonly values: Values;
}

/** Each variant was looked at at moments of its own: the chart's x holds them all, and a line has values at its own. */
function joinedChart(
  id: string,
  { title, unit, help, least, format }: ComparedChart,
  lines: readonly VariantLine[],
  evidence: readonly VariantEvidence[],
): Html {
  const x = [...new Set(lines.flatMap((line) => line.x))].sort((a, b) => a - b);
  if (!lines.some(({ values }) => values.some((value) => value !== null))) return html``;
  const chartLines = lines.map(({ variant, x: own, values }): ChartLine => {
    return { label: variantLetter(variant), values: spread(x, own, values), color: colorOf(variant), dash: variant === 0 ? 1 : 0 };
  });
  const toS = Math.max(...evidence.map(({ series }) => timeEnd(series.measuredMs)));
  return timeChart({ id: `time-${id}`, title, unit, help, x, toS, lines: chartLines, least, format });
}

/** Between two of its own moments a line goes straight on. */
function spread(x: readonly number[], own: readonly number[], values: Values): Values {
  let next = 0;
  return x.map((at) => {
    while (next + 1 < own.length && own[next + 1]! <= at) next++;
    const [from, to] = [own[next], own[next + 1]];
    const [a, b] = [values[next] ?? null, values[next + 1] ?? null];
    if (from === undefined || at < from || a === null) return null;
    if (at === from) return a;
    return to === undefined || b === null ? null : a + ((b - a) * (at - from)) / (to - from);
  });
}
