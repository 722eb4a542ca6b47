/** The columns of `compare.percentiles` as curves that can be drawn and asked: on the screen and in a report. Pure. */
import { minimumCount } from '../base/statistics/minimum-count.ts';
import type { PercentileColumns } from '../model/comparison/comparison-info.ts';
import { type Frame, fittedScale, logScale, percentileAt, type Scale, TAIL_TICKS, tailPosition, tickDigits } from './scales.ts';

export interface CurvePoint {
  readonly percentile: number;
  readonly ms: number;
}

export interface Curve {
  readonly variant: number;
  readonly points: readonly CurvePoint[];
  /** Number of responses. */
  readonly count: number;
  /** The highest percentile that enough responses stand behind. */
  readonly sure: number;
  readonly last: number;
  /** It ends before the slowest requests, because some got no response. */
  readonly isCut: boolean;
  /** Nearest rank: the value of the first point at or above; null: there is none. */
  readonly at: (percentile: number) => number | null;
}

/** One for each variant with responses. */
export function curvesOf(columns: PercentileColumns): Curve[] {
  return Array.from({ length: columns.meta.variants }, (_, variant) => curveOf(columns, variant)).filter(({ points }) => points.length > 0);
}

function curveOf(columns: PercentileColumns, variant: number): Curve {
  const values = columns[`ms${variant}`] ?? new Float64Array();
  const count = columns.meta.counts[variant] ?? 0;
  const points: CurvePoint[] = [];
  columns.percentile.forEach((percentile, row) => {
    const ms = values[row] ?? Number.NaN;
    if (Number.isFinite(ms)) points.push({ percentile, ms });
  });
  const sure = points.reduce((best, { percentile }) => (minimumCount(percentile) <= count ? Math.max(best, percentile) : best), 0);
  const end = points[points.length - 1];
  const isCut = end !== undefined && end.percentile < columns.percentile[columns.percentile.length - 1]!;
  const at = (percentile: number) =>
    (points.find((point) => point.percentile >= percentile - 1e-9) ?? (isCut ? undefined : end))?.ms ?? null;
  return { variant, points, count, sure, last: end?.percentile ?? 0, isCut, at };
}

/** Where the axis ends (a `tailPosition`): a little further than enough responses stand behind; beyond that the lines would be long and say nothing. */
function reachOf(curves: readonly Curve[]): number {
  const sure = Math.max(tailPosition(99), ...curves.map((curve) => tailPosition(curve.sure)));
  return Math.min(sure + 0.4, Math.max(1, ...curves.map((curve) => tailPosition(curve.last))));
}

type Place = readonly [x: number, y: number];

export interface CurveLine {
  readonly variant: number;
  readonly sure: readonly Place[];
  /** Where it stands on too few responses it goes on, but faintly; starts at the end of `sure`. Empty: it does not. */
  readonly faint: readonly Place[];
  /** Where its letter stands; null: it has no point. */
  readonly end: Place | null;
}

export interface CurvesLayout {
  /** Of a percentile. */
  readonly x: (percentile: number) => number;
  readonly y: Scale;
  /** Decimals of the labels of `y`. */
  readonly digits: number;
  /** Percentiles with a line and a label. */
  readonly ticks: readonly number[];
  /** The percentile at a place of the drawing, for the pointer; null: it is beside the picture. */
  readonly percentileOf: (x: number) => number | null;
  readonly lines: readonly CurveLine[];
}

export function layoutCurves(curves: readonly Curve[], frame: Frame, log: boolean): CurvesLayout {
  const { width, height, left, right, top, bottom } = frame;
  const reach = reachOf(curves);
  const inner = width - left - right;
  const isShown = (percentile: number): boolean => tailPosition(percentile) <= reach + 1e-6;
  const drawn = curves.map((curve) => ({ ...curve, points: curve.points.filter(({ percentile }) => isShown(percentile)) }));
  const values = drawn.flatMap(({ points }) => points.map(({ ms }) => ms));
  const highest = Math.max(0, ...values);
  const y = log
    ? logScale(Math.min(...values.filter((ms) => ms > 0), highest), highest, height - bottom, top)
    : fittedScale(highest, height - bottom, top);
  const x = (percentile: number): number => left + (tailPosition(percentile) / reach) * inner;
  const lines = drawn.map(({ variant, points, sure: surest }): CurveLine => {
    const places = points.map(({ percentile, ms }): Place => [x(percentile), y.at(ms)]);
    const count = points.filter(({ percentile }) => percentile <= surest).length;
    const faint = places.slice(Math.max(0, count - 1));
    return {
      variant,
      sure: places.slice(0, count),
      faint: faint.length > 1 ? faint : [],
      end: places[count - 1] ?? places[places.length - 1] ?? null,
    };
  });
  const percentileOf = (place: number): number | null => {
    const share = (place - left) / inner;
    // A little beside the end still means the end.
    return share < 0 || share > 1.02 ? null : Math.min(percentileAt(share * reach), percentileAt(reach));
  };
  return { x, y, digits: Math.max(...y.ticks.map(tickDigits)), ticks: TAIL_TICKS.filter(isShown), percentileOf, lines };
}
