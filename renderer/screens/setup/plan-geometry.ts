/**
 * The drawing of what is about to happen, as boxes and lines:
 *
 *   start | warm-up |        measured        | stop
 *         |  ====   | ===== === ==== ======  |        one lane for each connection, one bar for each request
 *         |         | ||||||||||||||||||||||| |        samples of the capture
 *
 * Of visitors, and of levels, their number a second or of connections over time instead of lanes:
 *
 *         |         |      ___/▔▔▔\\___        |
 */
import type { Seconds } from '../../../shared/base/units.ts';
import { peakOf, usualRateOf } from '../../../shared/model/load/schedule.ts';
import { connectionsOf, endOf, type PartsOfLoad, partsOfLoad } from '../../../shared/model/load-models.ts';
import { CAPTURES } from '../../../shared/model/setup/captures.ts';
import type { Load } from '../../../shared/model/setup/setup.ts';
import { captureOf, type SetupForm, toSetup } from '../../state/forms/setup-form.ts';

export interface PlanDrawing {
  readonly phases: readonly { readonly name: 'start' | 'warmup' | 'measure' | 'stop'; readonly x: number; readonly width: number }[];
  readonly bars: readonly { readonly x: number; readonly y: number; readonly width: number; readonly measured: boolean }[];
  /** x of each sample. */
  readonly samples: readonly number[];
  /** Of the load; there are not as many lanes if they are many. */
  readonly connections: number;
  readonly lanes: number;
  readonly lanesHeight: number;
  /** Instead of bars: the outline of the load over time, and what it amounts to. */
  readonly outline: Outline | null;
}

export interface Outline {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Visitors in all, or levels. */
  readonly count: number;
  /** The highest rate, or the most connections. */
  readonly most: number;
  /** `searched`: a sketch, as it is not known which levels there will be. */
  readonly of: 'visitors' | 'levels' | 'searched';
  /** How high the warm-up is: its top. */
  readonly warmUpY: number;
}

/** More would be grey; the caption tells the number. */
const MOST_LANES = 8;
const LANE = 7;
const EDGE = 34;
/** Room for its name beside that of the start. */
const LEAST_WARMUP = 56;
const GAP_KEPT = 1.5;
/** A new connection is a visible wait before each request. */
const GAP_NEW = 5;

export function computePlanDrawing(form: SetupForm, width: number): PlanDrawing {
  const room = width - 2 * EDGE;
  const warmup = form.warmupS > 0 ? Math.max(LEAST_WARMUP, room * warmupShare(form)) : 0;
  const phases = [
    { name: 'start' as const, x: 0, width: EDGE },
    ...(warmup > 0 ? [{ name: 'warmup' as const, x: EDGE, width: warmup }] : []),
    { name: 'measure' as const, x: EDGE + warmup, width: room - warmup },
    { name: 'stop' as const, x: width - EDGE, width: EDGE },
  ];
  const { load } = toSetup(form);
  const outline = outlineOf(load, EDGE + warmup, room - warmup);
  // While the number is being typed it may be missing.
  const typed = connectionsOf(load);
  const connections = Number.isFinite(typed) ? typed : 1;
  const lanes = outline === null ? Math.max(1, Math.min(MOST_LANES, Math.round(connections))) : OUTLINE_LANES;
  const gap = form.keepAlive ? GAP_KEPT : GAP_NEW;
  const bars = phases.flatMap(({ name, x, width: wide }) =>
    outline === null && (name === 'warmup' || name === 'measure')
      ? layBars(lanes, x, wide, gap).map((bar) => ({ ...bar, measured: name === 'measure' }))
      : [],
  );
  return {
    phases,
    bars,
    samples: CAPTURES[captureOf(form)].samples ? laySamples(EDGE + warmup, room - warmup) : [],
    connections,
    lanes,
    lanesHeight: lanes * LANE,
    outline,
  };
}

/** As high as so many lanes. */
const OUTLINE_LANES = 7;

function outlineOf(load: Load, from: number, width: number): Outline | null {
  const parts = partsOfLoad(load);
  if (parts === null) return null;
  const { points, warmUp, ...rest } = lineOf(parts);
  const bottom = OUTLINE_LANES * LANE;
  const end = Math.max(1e-9, points[points.length - 1]?.time ?? 0);
  const x = (time: number): number => from + (time / end) * width;
  const y = (value: number): number => bottom * (1 - value / Math.max(1e-9, rest.most));
  const placed = points.map(({ time, value }) => ({ x: x(time), y: y(value) }));
  return { ...rest, points: [{ x: from, y: bottom }, ...placed, { x: from + width, y: bottom }], warmUpY: y(warmUp) };
}

interface Line extends Omit<Outline, 'points' | 'warmUpY'> {
  readonly warmUp: number;
  readonly points: readonly { readonly time: Seconds; readonly value: number }[];
}

/** What a search may look like: which rates there will be, is not known before. */
const SEARCHED: readonly number[] = [4, 6, 9, 7.5, 6.5, 7, 6.5, 6.5, 7, 7];

/** The rate over time, or a step for each level. */
function lineOf(parts: PartsOfLoad): Line {
  if (parts.are === 'phases') {
    const { corners, total: count, phases } = parts.schedule;
    const points = corners.map(({ time, rate }) => ({ time, value: rate }));
    return { points, count, most: peakOf(phases), of: 'visitors', warmUp: usualRateOf(phases) };
  }
  const values = parts.search === undefined ? parts.levels.values : SEARCHED;
  const points = values.flatMap((value, nth) => [
    { time: nth, value },
    { time: nth + 1, value },
  ]);
  return {
    points,
    count: values.length,
    most: Math.max(0, ...values),
    of: parts.search === undefined ? 'levels' : 'searched',
    warmUp: values[0] ?? 0,
  };
}

/** True shares would hide a short warm-up before a long measurement; the square root keeps both visible. */
function warmupShare(form: SetupForm): number {
  const { warmupS } = form;
  const end = endOf(toSetup(form).load);
  const measured = end.by === 'duration' && end.seconds > 0 ? end.seconds : 10;
  const [a, b] = [Math.sqrt(warmupS), Math.sqrt(measured)];
  return Math.min(0.6, a / (a + b));
}

/** Lengths vary as response times do, the same at every draw. */
function layBars(lanes: number, from: number, width: number, gap: number): { x: number; y: number; width: number }[] {
  const bars: { x: number; y: number; width: number }[] = [];
  const end = from + width - 2;
  for (let lane = 0; lane < lanes; lane++) {
    for (let x = from + 2, at = 0; x < end - 3; at++) {
      const length = Math.min(end - x, 9 + ((lane * 7 + at * 5) % 11));
      bars.push({ x, y: lane * LANE, width: length });
      x += length + gap;
    }
  }
  return bars;
}

function laySamples(from: number, width: number): number[] {
  return Array.from({ length: Math.floor((width - 4) / 4) }, (_, index) => from + 3 + index * 4);
}
