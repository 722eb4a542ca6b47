/** The figures of the screen as pictures, drawn by what draws them in reports. Loaded when the first one is wanted. */

import type { Queue } from '../../shared/analysis/queueing.ts';
import { HEAT_FROM } from '../../shared/charts/heat.ts';
import type { Curve } from '../../shared/charts/percentile-curves.ts';
import type { RoundMeasure, RunSeries } from '../../shared/charts/round-lines.ts';
import { formatNumber, formatPercentTyped } from '../../shared/format/figures.ts';
import { placeOf, shortName, shortPlace } from '../../shared/format/place.ts';
import { windowEnds } from '../../shared/format/window.ts';
import type { MetricDots } from '../../shared/model/comparison/comparison.ts';
import type { ResponseOrderColumns } from '../../shared/model/comparison/comparison-info.ts';
import { FRAME_KINDS } from '../../shared/model/profile/frame-kind.ts';
import type { ChartLane } from '../../shared/model/profile/profile-views.ts';
import type { WeightUnit } from '../../shared/model/profile/weight-unit.ts';
import type { RequestLaneColumns } from '../../shared/model/request-lanes.ts';
import { roundChartWords } from '../../shared/phrases/charts.ts';
import { curvesPanel, dotPanel, overlaid, responseOrderPanel, variantMarks } from '../../shared/report/drawings/comparison-charts.ts';
import { type DrawnFrame, FLAME_WIDTH, fitsFrame, flamePanel, JOINED } from '../../shared/report/drawings/flame-svg.ts';
import { type DrawnLeak, leakPanel } from '../../shared/report/drawings/leak-levels.ts';
import { levelPanels, type Sweep } from '../../shared/report/drawings/level-charts.ts';
import type { LegendItem, Picture } from '../../shared/report/drawings/picture.ts';
import { queuePanel } from '../../shared/report/drawings/queue-curve.ts';
import { type TickBarRow, tickBarsLegend, tickBarsPanel } from '../../shared/report/drawings/tick-bars.ts';
import { type TimeChart, timePanel } from '../../shared/report/drawings/time-chart.ts';
import { type VerdictPair, verdictIntervals } from '../../shared/report/drawings/verdict-intervals.ts';
import { text } from '../../shared/words/words.ts';
import { countNodes, cutToFrames, type FlameFrame, type FlameZoom, findZoomed } from '../flame/flame-frames.ts';
import { calledNode, type FlameNode } from '../flame/flame-model.ts';
import type { ChartPicture } from '../flame-chart/chart-picture.ts';
import type { TimeSpan } from '../flame-chart/chart-view.ts';
import { chartWords, laneNames } from '../flame-chart/chart-words.ts';
import { type ChartEnd, ChartPainter, RULER_PX } from '../flame-chart/draw-chart.ts';
import { drawLanes } from '../flame-chart/draw-lanes.ts';
import { laneWords, type ServedBar } from '../flame-chart/lane-words.ts';
import { areasOf, heightOf } from '../flame-chart/lanes-picture.ts';
import { pictureColor, SvgContext } from '../flame-chart/svg-context.ts';
import { aboutSession } from './file-name.ts';

export { drawPicture } from '../../shared/report/drawings/picture.ts';

const CHART_SIZE = { width: 960, height: 260 };

function windowText(window: TimeChart['window']): string {
  return window ? text('take.window', windowEnds({ fromMs: window.from * 1_000, toMs: window.to * 1_000 })) : '';
}

/** `variants`: names, where its lines are of variants. */
export function timePicture(chart: Omit<TimeChart, 'id' | 'size'>, variants: readonly string[] = []): Picture {
  const { title, ...panel } = timePanel({ ...chart, id: 'chart', size: CHART_SIZE, spansGaps: true });
  const about = [aboutSession(), windowText(chart.window)];
  return { title, about, legend: variantLegend(variants), panels: [{ ...panel, title: null }] };
}

/** Of the runs of one round. */
export function comparedPicture(measure: RoundMeasure, series: readonly (RunSeries | null)[], names: readonly string[]): Picture {
  const evidence = series.flatMap((one, variant) => (one === null ? [] : [{ variant, series: one }]));
  const chart = overlaid(measure, evidence);
  if (chart === null) throw new Error(text('run.chart.summaryEmpty', { label: roundChartWords(measure).title }));
  return timePicture(chart, names);
}

function variantLegend(names: readonly string[]): LegendItem[] {
  return names.map((name, variant) => ({ text: name, swatch: null, mark: (x, y) => variantMarks(variant, [[x, y]], 9) }));
}

export function dotsPicture(title: string, dots: readonly MetricDots[], rounds: number, names: readonly string[]): Picture {
  const panels = dots.map((one) => dotPanel(one, rounds));
  return { title, about: [aboutSession()], legend: variantLegend(names), panels, columns: 3 };
}

export function curvesPicture(title: string, curves: readonly Curve[], log: boolean, names: readonly string[]): Picture {
  const { title: _, ...panel } = curvesPanel(curves, log);
  return { title, about: [aboutSession()], legend: variantLegend(names), panels: [{ ...panel, title: null }] };
}

export function queuePicture(queue: Queue, names: readonly string[]): Picture {
  const { title, ...panel } = queuePanel(queue, CHART_SIZE);
  return { title, about: [aboutSession()], legend: variantLegend(names), panels: [{ ...panel, title: null }] };
}

export function leakPicture(leak: DrawnLeak): Picture {
  const { title, ...panel } = leakPanel(leak, CHART_SIZE);
  return { title, about: [aboutSession()], legend: [], panels: [{ ...panel, title: null }] };
}

export function levelsPicture(title: string, sweep: Sweep): Picture {
  return { title, about: [aboutSession()], legend: [], panels: levelPanels(sweep), columns: 2 };
}

/** All on one scale. */
export function tickBarsPicture(title: string, rows: readonly TickBarRow[]): Picture {
  return { title, about: [aboutSession()], legend: tickBarsLegend(), panels: [{ ...tickBarsPanel(title, rows), title: null }] };
}

export interface VerdictsOf {
  readonly title: string;
  /** Percent that counts as no difference. */
  readonly limit: number;
  readonly pairs: readonly VerdictPair[];
}

export function verdictsPicture({ title, limit, pairs }: VerdictsOf): Picture {
  const about = [aboutSession(), text('take.band', { limit: formatPercentTyped(limit) })];
  return { title, about, legend: [], panels: pairs.map((pair) => verdictIntervals(pair, limit)) };
}

interface OrdersOf {
  readonly round: string;
  /** By variant; null: it has none in this round. */
  readonly columns: readonly (ResponseOrderColumns | null)[];
  readonly topMs: number;
  readonly names: readonly string[];
}

export function ordersPicture(title: string, { round, columns, topMs, names }: OrdersOf): Picture {
  const panels = columns.flatMap((one, variant) => (one === null ? [] : [responseOrderPanel(variant, one, topMs)]));
  return { title, about: [aboutSession(), round], legend: variantLegend(names), panels, columns: 2 };
}

export interface FlameChartOf {
  readonly title: string;
  readonly about: readonly string[];
  readonly charts: readonly {
    /** Null: there is only one. */
    readonly title: string | null;
    readonly picture: ChartPicture;
    readonly laneName: (lane: ChartLane) => string;
    readonly stallsOf: (lane: ChartLane) => readonly TimeSpan[] | null;
    /** Where it ends before the axis does; absent or null: it does not. */
    readonly end?: ChartEnd | null;
  }[];
  /** Requests above the first of them; absent or null: there are none. */
  readonly served?: { readonly columns: RequestLaneColumns; readonly chosen: ServedBar | null } | null;
  /** What is shown of the time. */
  readonly view: TimeSpan;
  readonly whole: TimeSpan;
  readonly window: TimeSpan | null;
  readonly query: string;
}

/** Room for the names of the marks. */
const CHART_LEFT = 120;

/** What is shown of it: all rows, also those that have to be scrolled to. */
export function flameChartPicture({ title, about, charts, served = null, view, whole, window, query }: FlameChartOf): Picture {
  const panels = charts.map(({ title: name, picture, laneName, stallsOf, end = null }, index) => {
    const context = new SvgContext(`chart${index}`);
    const painter = new ChartPainter({ read: pictureColor, forget: () => {} }, (color) => context.hatch(color));
    const { lanes } = picture.columns.meta;
    const height = RULER_PX + picture.height;
    const size = { width: FLAME_WIDTH, height, left: CHART_LEFT, right: FLAME_WIDTH - 8, ruler: RULER_PX, scrollTop: 0, end };
    const words = chartWords(laneNames(() => lanes, laneName));
    painter.draw(context, { ...size, picture, view, whole, window, words }, lanes.map(stallsOf));
    const drawing = { id: `chart${index}`, width: FLAME_WIDTH, height, title, summary: title };
    return { title: name, drawing, body: context.body() };
  });
  const isSearched = query.trim() !== '';
  return {
    title,
    about: [
      aboutSession(),
      ...about,
      text('take.shown', windowEnds({ fromMs: view.from / 1_000, toMs: view.to / 1_000 })),
      window === null ? '' : text('take.window', windowEnds({ fromMs: window.from / 1_000, toMs: window.to / 1_000 })),
      isSearched ? text('take.searched', { query }) : '',
    ],
    legend: [
      ...flameLegend('kinds'),
      ...(isSearched ? [{ text: text('take.found'), swatch: 'k-match' }] : []),
      { text: text('take.hatched'), swatch: null },
      ...(served === null ? [] : lanesLegend(served.columns)),
    ],
    panels: served === null ? panels : [lanesPanel(served, view), ...panels],
  };
}

/** Requests and what they waited for, on the axis of the chart below. */
function lanesPanel({ columns, chosen }: NonNullable<FlameChartOf['served']>, view: TimeSpan): Picture['panels'][number] {
  const context = new SvgContext('lanes');
  const areas = areasOf(columns, true, chosen);
  const words = laneWords(columns, chosen);
  const size = { width: FLAME_WIDTH, height: heightOf(areas), left: CHART_LEFT, right: FLAME_WIDTH - 8 };
  const scene = {
    ...size,
    columns,
    areas,
    view,
    chosen,
    cursorUs: null,
    pointed: null,
    focused: null,
    labels: words.labels,
    nameOf: words.name,
  };
  drawLanes(context, scene, { read: pictureColor, forget: () => {} }, (ink) => context.hatch(ink));
  const drawing = { id: 'lanes', width: size.width, height: size.height, title: words.label, summary: words.label };
  return { title: null, drawing, body: context.body() };
}

function lanesLegend({ meta }: RequestLaneColumns): LegendItem[] {
  const requests = { text: text('run.flameChart.lanes.requests'), swatch: 'bars c-inflight' };
  if (meta.waits === null) return [requests];
  return [
    requests,
    { text: text('run.flameChart.lanes.inProgressKey'), swatch: 'bars c-wait' },
    { text: text('run.flameChart.lanes.inLineKey'), swatch: null },
  ];
}

export interface FlameSide {
  /** Null: there is only one. */
  readonly title: string | null;
  readonly tree: FlameNode;
  /** Share of the width it fills. */
  readonly share: number;
}

export interface FlameOf {
  readonly title: string;
  /** What the widths stand for. */
  readonly about: readonly string[];
  readonly sides: readonly FlameSide[];
  readonly zoom: FlameZoom;
  readonly query: string;
  readonly colors: 'kinds' | 'heat' | { readonly differenceOf: string; readonly unit: WeightUnit };
  /** What is marked besides the search; null: nothing. */
  readonly marked?: string | null;
  /** What a width stands for, on the first or the second side. */
  readonly weight: (value: number, side: number) => string;
}

/** What is seen of it: zoomed and searched as on the screen. */
export function flamePicture({ title, about, sides, zoom, query, colors, marked = null, weight }: FlameOf): Picture {
  const zoomed = findZoomed(sides[0]!.tree, zoom);
  const isZoomed = zoomed.node.parent !== null || zoomed.part !== null;
  const isSearched = query.trim() !== '';
  const drawn = sides.map(({ title: name, tree, share }, side) => {
    const width = FLAME_WIDTH * share;
    const root = cutToFrames(findZoomed(tree, zoom), width);
    return { name, frames: placeFrames(root, width, (value) => weight(value, side)) };
  });
  return {
    title,
    about: [
      aboutSession(),
      ...about,
      isZoomed ? text('take.zoomed', { name: zoomedWords(zoomed.node, (value) => weight(value, 0)) }) : '',
      isSearched ? text('take.searched', { query }) : '',
      marked === null ? '' : text('take.marked', { tier: marked }),
    ],
    legend: [
      ...flameLegend(colors),
      ...(isSearched || marked !== null ? [{ text: text('take.found'), swatch: 'k-match' }] : []),
      ...(drawn.some(({ frames }) => frames.some(({ frame }) => frame.joined !== null))
        ? [{ text: text('take.joined'), swatch: null }]
        : []),
    ],
    panels: drawn.map(({ name, frames }) => ({ ...flamePanel(name ?? title, frames), title: name })),
  };
}

function placeFrames(root: FlameFrame, width: number, weight: (value: number) => string): DrawnFrame[] {
  const scale = root.value > 0 ? width / root.value : 0;
  const drawn: DrawnFrame[] = [];
  const stack = [{ frame: root, edge: 0, depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { frame, edge, depth } = next;
    if (frame.value > 0) {
      drawn.push({
        frame: { x: edge * scale, width: frame.value * scale, depth, joined: frame.joined },
        paint: paintOf(frame, frame.value * scale, weight),
      });
    }
    let at = edge;
    for (const child of frame.children) {
      stack.push({ frame: child, edge: at, depth: depth + 1 });
      at += child.value;
    }
  }
  return drawn;
}

function paintOf({ node, joined, value, fade }: FlameFrame, width: number, weight: (value: number) => string): DrawnFrame['paint'] {
  const faded = fade ? ' faded' : '';
  if (joined !== null) {
    const count = countNodes(joined);
    return {
      className: JOINED + faded,
      label: text('run.flame.joined', { count }),
      title: text('run.flame.joinedSum', { count, weight: weight(value) }),
    };
  }
  return {
    className: (node.match ? 'k-match' : classOf(node)) + faded,
    label: labelOf(node, width, weight),
    title: [shortName(calledNode(node)), placeOf(node.url, node.line), weight(node.value)].filter((line) => line !== '').join('\n'),
  };
}

/** Nothing can be pointed at in a picture: as much as fits stands on the frame itself. */
function labelOf(node: FlameNode, width: number, weight: (value: number) => string): string {
  const short = node.label ?? calledNode(node);
  const placed = [short, placeBeside(node)].filter(Boolean).join(' ');
  return [`${placed}, ${weight(node.value)}`, placed].find((wanted) => fitsFrame(wanted, width)) ?? short;
}

/** What an anonymous function is called says where it is. */
function placeBeside(node: FlameNode): string {
  return calledNode(node) === node.name ? shortPlace(node.url, node.line) : '';
}

function zoomedWords(node: FlameNode, weight: (value: number) => string): string {
  const place = placeBeside(node);
  const name = shortName(calledNode(node));
  return `${place === '' ? name : `${name} (${place})`}, ${weight(node.value)}`;
}

/** In the style sheet of pictures. */
function classOf({ paint, kind }: FlameNode): string {
  return paint === undefined ? `k-${kind}` : paint.replace(/^diff-/, 'd-');
}

function flameLegend(colors: FlameOf['colors']): LegendItem[] {
  if (colors === 'kinds') return FRAME_KINDS.map((kind) => ({ text: text(`run.kinds.${kind}`), swatch: `k-${kind}` }));
  if (colors === 'heat') {
    const steps = HEAT_FROM.map((from, step) => ({ text: formatNumber(from, from % 1 === 0 ? 0 : 1), swatch: `heat-${step}` }));
    return [{ text: text('run.ticks.flame.legend'), swatch: null }, ...steps, { text: text('run.ticks.flame.legendUnit'), swatch: null }];
  }
  const { differenceOf: letter, unit } = colors;
  const shades = (name: 'less' | 'more', steps: readonly number[]) => steps.map((step) => ({ text: '', swatch: `d-${name}-${step}` }));
  return [
    ...shades('less', [4, 3, 2]),
    { text: text('compare.flame.legendLess', { letter, unit }), swatch: 'd-less-1' },
    ...shades('more', [1, 2, 3]),
    { text: text('compare.flame.legendMore', { letter, unit }), swatch: 'd-more-4' },
    { text: text('compare.flame.legendNoise'), swatch: 'd-noise' },
  ];
}
