/** The pictures of a comparison: runs as dots, percentile curves, requests in the order of their responses, what happened over time. */

import { type Curve, type CurveLine, curvesOf, layoutCurves } from '../../charts/percentile-curves.ts';
import { layoutResponseOrder, slowestOf, summarizeResponses } from '../../charts/response-order.ts';
import {
  computeRoundLine,
  formatRoundFigure,
  ROUND_LOOKS,
  ROUND_MEASURES,
  type RoundMeasure,
  type RunSeries as RoundSeries,
  straightOverlay,
} from '../../charts/round-lines.ts';
import { type DotSummary, layoutDots, shownDots } from '../../charts/run-dots.ts';
import { formatTick, linePath } from '../../charts/scales.ts';
import { markPath } from '../../charts/variant-marks.ts';
import { formatCount, formatMs } from '../../format/figures.ts';
import { formatMetric } from '../../format/metric-figures.ts';
import { type MetricDots, variantLetter } from '../../model/comparison/comparison.ts';
import type { PercentileColumns, ResponseOrderColumns } from '../../model/comparison/comparison-info.ts';
import type { Metric } from '../../model/comparison/metrics.ts';
import { roundChartWords, unitText } from '../../phrases/charts.ts';
import { text } from '../../words/words.ts';
import { type Html, html } from '../html.ts';
import type { RunSeries } from './run-charts.ts';
import { grid, label, type Panel, panelFigure, path, rule, withDots } from './svg.ts';
import { type ChartLine, type TimeChart, timeChart, timeEnd } from './time-chart.ts';

/** What was recorded of one run of a variant, of the round that is shown. */
export interface VariantEvidence {
  /** Index of the variant. */
  readonly variant: number;
  readonly series: RunSeries;
  readonly responseOrder: ResponseOrderColumns;
}

/** Of a panel on a page that is narrower than a report. */
export interface PanelSize {
  readonly width: number;
  readonly height: number;
}

/** Names the colour of a variant in the style sheet. */
export const colorOf = (variant: number): string => `v${variantLetter(variant).toLowerCase()}`;

/** Marks of a variant around points, as one path: hundreds of runs are hundreds of marks. The base's is hollow. */
export function variantMarks(variant: number, points: readonly (readonly [x: number, y: number])[], size = 7): Html {
  const d = points.map(([x, y]) => markPath(variant, size, x, y)).join('');
  return path(`mark c-${colorOf(variant)}${variant === 0 ? ' hollow' : ''}`, d);
}

const DOTS = { width: 340, height: 132, left: 44, right: 22, top: 10, bottom: 18 } as const;

/** One panel for each metric that has figures. */
export function runDots(dots: readonly MetricDots[], rounds: number): Html {
  return html`<p class="help">${text('compare.dots.help')}</p><div class="charts three">${shownDots(dots).map((one) => panelFigure(dotPanel(one, rounds)))}</div>
`;
}

export function dotPanel(dots: MetricDots, planned: number, size: Partial<PanelSize> = {}): Panel {
  const frame = { ...DOTS, ...size };
  const { width, height, left, right } = frame;
  const { unit, y, digits, rounds, medians, summaries } = layoutDots(dots, planned, frame);
  const ties = rounds.flatMap(({ x, tie }) => (tie === null ? [] : [rule('tie', x, tie[0], x, tie[1])]));
  const numbers = rounds.map(({ x, isNumbered }, round) =>
    isNumbered ? label('axis middle', x, height - 3, formatCount(round + 1)) : null,
  );
  const lines = medians.map(({ variant, y: place, labelY }) => [
    rule(`median c-${colorOf(variant)}`, left, place, width - right, place),
    label(`name t-${colorOf(variant)}`, width - right + 6, labelY + 4, variantLetter(variant)),
  ]);
  const marks = dots.values.map((_, variant) => {
    const there = rounds.flatMap(({ x, places }) => (typeof places[variant] === 'number' ? [[x, places[variant]] as const] : []));
    return variantMarks(variant, there);
  });
  const title = text('run.chart.title', { title: text(`compare.metric.${dots.metric}`), unit });
  const summary = summaries.map((one, variant) => (one === null ? '' : summaryOf(dots.metric, variant, one))).join(' ');
  const body = [grid(y, left, width - right, digits), html`${numbers}`, ...ties, html`${lines}`, ...marks];
  return { title, help: null, drawing: { id: `runs-${dots.metric}`, width, height, title, summary }, body };
}

function summaryOf(metric: Metric, variant: number, { count, ...figures }: DotSummary): string {
  const [median, low, high] = [figures.median, figures.low, figures.high].map((value) => formatMetric(metric, value));
  return text('compare.dots.summary', {
    letter: variantLetter(variant),
    metric: text(`compare.metric.${metric}`),
    count,
    median: median!,
    low: low!,
    high: high!,
  });
}

const CURVES = { width: 1_080, height: 300, left: 52, right: 40, top: 12, bottom: 24 };

export function percentileCurves(columns: PercentileColumns): Html {
  const curves = curvesOf(columns);
  return curves.length === 0 ? html`<p>${text('compare.curves.none')}</p>` : panelFigure(curvesPanel(curves, false));
}

export function curvesPanel(curves: readonly Curve[], log: boolean, size: Partial<PanelSize> = {}): Panel {
  const frame = { ...CURVES, ...size };
  const { width, height, left, right, top, bottom } = frame;
  const { x, y, digits, ticks, lines } = layoutCurves(curves, frame, log);
  const axis = ticks.map((tick) => [
    rule('grid', x(tick), top, x(tick), height - bottom),
    label('axis middle', x(tick), height - 7, text('run.overview.percentile', { percentile: formatTick(tick) })),
  ]);
  const summary = curves
    .map((curve) =>
      text('compare.curves.summaryOne', { letter: variantLetter(curve.variant), p50: formatMs(curve.at(50)), p99: formatMs(curve.at(99)) }),
    )
    .join(' ');
  const drawing = { id: 'curves', width, height, title: text('compare.curves.title'), summary };
  return {
    title: text('run.overview.valueColumn', { unit: text('compare.curves.unit') }),
    help: text('compare.curves.help'),
    drawing,
    body: [grid(y, left, width - right, digits), html`${axis}`, ...lines.map(curvePath)],
  };
}

function curvePath({ variant, sure, faint, end }: CurveLine): Html {
  if (end === null) return html``;
  const dash = variant === 0 ? 'dash-1' : variant > 1 ? `dash-${variant}` : '';
  const [x, y] = end;
  return html`${path(`line c-${colorOf(variant)} ${dash}`, withDots(linePath(sure)))}${path(
    `line faint c-${colorOf(variant)} ${dash}`,
    linePath(faint),
  )}${variantMarks(variant, [end])}${label(`name end t-${colorOf(variant)}`, x - 8, y - 6, variantLetter(variant))}`;
}

const RESPONSE_BARS = { width: 520, height: 190, left: 52, right: 6, top: 10, bottom: 8 };

/** The staircase and the block: every request a bar, in the order of the responses, all variants on one scale. */
export function responseOrderCharts(evidence: readonly VariantEvidence[]): Html {
  const top = slowestOf(evidence.map(({ responseOrder }) => responseOrder));
  return html`<p class="help">${text('compare.responseOrder.help')}</p><div class="charts">${evidence.filter(({ responseOrder }) => responseOrder.meta.total > 0).map(({ variant, responseOrder }) => panelFigure(responseOrderPanel(variant, responseOrder, top)))}</div>
`;
}

export function responseOrderPanel(
  variant: number,
  responseOrder: ResponseOrderColumns,
  topMs: number,
  size: Partial<PanelSize> = {},
): Panel {
  const frame = { ...RESPONSE_BARS, ...size };
  const { width, height, left, right } = frame;
  const { unit, y, digits, good, bad } = layoutResponseOrder(responseOrder, topMs, frame);
  const { shown, total } = responseOrder.meta;
  const letter = variantLetter(variant);
  const title = text('report.requestsOf', { letter, unit: unit.unit });
  const { shortest, middle, longest } = summarizeResponses(responseOrder);
  const figures = { shortest: formatMs(shortest), middle: formatMs(middle), longest: formatMs(longest) };
  const summary = text('compare.responseOrder.description', { title, ...figures });
  const help = shown < total ? text('compare.responseOrder.thinned', { shown: formatCount(shown), total: formatCount(total) }) : null;
  const bars = [path(`bars c-${colorOf(variant)}`, good), path('bars c-error', bad)];
  const drawing = { id: `answer-order-${letter}`, width, height, title, summary };
  return { title, help, drawing, body: [grid(y, left, width - right, digits), ...bars] };
}

/** The same list as on the screen, one line for each variant: what clients felt, then what the servers did. */
export function comparedCharts(evidence: readonly VariantEvidence[]): Html {
  return html`<div class="charts">${ROUND_MEASURES.map((measure) => comparedChart(measure, evidence))}</div>
`;
}

function comparedChart(measure: RoundMeasure, evidence: readonly VariantEvidence[]): Html {
  const chart = overlaid(measure, evidence);
  return chart === null ? html`` : timeChart(chart);
}

/** The runs of a round over one time; null: none of them has the figure. */
export function overlaid(
  measure: RoundMeasure,
  evidence: readonly { readonly variant: number; readonly series: RoundSeries }[],
): TimeChart | null {
  const { x, values } = straightOverlay(evidence.map(({ series }) => computeRoundLine(series, measure)));
  if (!values.some((line) => line.some((value) => value !== null))) return null;
  const lines = evidence.map(({ variant }, index): ChartLine => {
    return {
      label: variantLetter(variant),
      values: values[index]!,
      color: colorOf(variant),
      shape: 'line',
      dash: variant === 0 ? 1 : 0,
    };
  });
  const { unit, least } = ROUND_LOOKS[measure];
  const toS = Math.max(...evidence.map(({ series }) => timeEnd(series.measuredMs)));
  const { title, help } = roundChartWords(measure);
  return { id: `time-${measure}`, title, unit: unitText(unit), help, x, toS, lines, least, format: formatRoundFigure };
}
