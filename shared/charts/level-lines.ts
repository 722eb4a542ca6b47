/** What came of a sweep against its levels: throughput and latency, with the last level that was held and the first that was not. Pure. */
import type { PerSecond } from '../base/units.ts';
import { chooseTimeUnit } from '../format/figures.ts';
import { levelOf } from '../load/judge-level.ts';
import type { LevelBracket, LevelFigures, PartFigures } from '../model/report.ts';
import { placeLabels } from './place-labels.ts';
import { type Frame, fittedScale, logScale, type Scale, tickDigits } from './scales.ts';

export const LEVEL_PANELS = ['throughput', 'latency'] as const;
export type LevelPanelId = (typeof LEVEL_PANELS)[number];

/** What is drawn of a level; `offered`: at a rate. */
export type DrawnLevel = ({ readonly connections: number } | { readonly rate: PerSecond }) &
  Pick<LevelFigures, 'throughput' | 'latencyMs'> &
  Partial<Pick<PartFigures, 'offered'>>;

/** `fit`: the Universal Scalability Law. */
export type LevelLineKey = 'throughput' | 'offered' | 'fit' | 'p50' | 'p99';

export interface LevelDot {
  readonly x: number;
  readonly y: number;
  /** It stands on too few responses. */
  readonly weak: boolean;
}

export interface LevelLine {
  readonly key: LevelLineKey;
  /** By level; null: it has no such figure, as there was no response. */
  readonly dots: readonly (LevelDot | null)[];
  /** Of its name beside its last dot: names that would lie over each other step apart. */
  readonly labelY: number;
}

/** Throughput by connections, as a fitted law has it. */
export type FittedThroughput = (connections: number) => PerSecond;

/** One of the two levels between which the server gave up. */
export interface LevelMark {
  readonly is: 'held' | 'broke' | 'sentLate';
  readonly level: number;
  readonly x: number;
}

export interface LevelLayout {
  readonly y: Scale;
  /** Decimals of the labels of `y`. */
  readonly digits: number;
  /** Of times; null: of responses a second. */
  readonly unit: string | null;
  readonly lines: readonly LevelLine[];
  readonly marks: readonly LevelMark[];
  /** Levels with a label. */
  readonly ticks: readonly { readonly level: number; readonly x: number }[];
  readonly xs: readonly number[];
}

/** From here on the lower levels of a straight axis would lie over each other: it is one of powers. */
const WIDE_RANGE = 20;
/** Between the middles of two labels, px. */
const TICK_ROOM = 40;
/** Height of the name of a line, px. */
const NAME_ROW = 13;

/** In the order of the axis, whatever the order they were held in. One level is no line. */
export function levelsInOrder<Level extends DrawnLevel>(levels: readonly Level[]): readonly Level[] {
  return levels.length < 2 ? [] : [...levels].sort((a, b) => levelOf(a) - levelOf(b));
}

/** `levels` in the order of the axis. */
export function layoutLevels(
  panel: LevelPanelId,
  levels: readonly DrawnLevel[],
  bracket: LevelBracket | null | undefined,
  frame: Frame,
  fitted: FittedThroughput | null = null,
): LevelLayout {
  const { height, top, bottom } = frame;
  const x = placesOf(levels.map(levelOf), frame);
  const xs = levels.map((level) => x(levelOf(level)));
  const unit =
    panel === 'latency' ? chooseTimeUnit(Math.max(0, ...levels.map(({ latencyMs }) => latencyMs?.percentiles['99'] ?? 0))) : null;
  const values = keysOf(panel, levels, fitted !== null).map((key) => ({
    key,
    values: levels.map((level) => (key === 'fit' ? (fitted?.(levelOf(level)) ?? null) : figureOf(level, key, unit?.perMs ?? 1))),
  }));
  const y = fittedScale(Math.max(0, ...values.flatMap((line) => line.values.map((value) => value ?? 0))), height - bottom, top);
  const lines = values.map(({ key, values: of }) => ({
    key,
    dots: of.map((value, at): LevelDot | null => (value === null ? null : { x: xs[at]!, y: y.at(value), weak: isWeak(levels[at]!, key) })),
  }));
  const ends = lines.map(({ dots }) => dots.reduce((end, dot) => dot?.y ?? end, height - bottom));
  const labels = placeLabels(ends, { row: NAME_ROW, top, bottom: height - bottom });
  const marks = (['held', 'broke'] as const).flatMap((is): LevelMark[] => {
    const level = bracket?.[is] ?? null;
    const isKnown = bracket?.figures?.[is]?.sentLateMs === undefined;
    return level === null ? [] : [{ is: isKnown ? is : 'sentLate', level, x: x(level) }];
  });
  return {
    y,
    digits: Math.max(...y.ticks.map(tickDigits)),
    unit: unit?.unit ?? null,
    lines: lines.map((line, at) => ({ ...line, labelY: labels[at]! })),
    marks,
    ticks: ticksOf(levels.map(levelOf), marks, x),
    xs,
  };
}

/** The level that is nearest to a place of the drawing. */
export function nearestLevel({ xs }: Pick<LevelLayout, 'xs'>, place: number): number {
  return xs.reduce((best, x, at) => (Math.abs(x - place) < Math.abs(xs[best]! - place) ? at : best), 0);
}

function keysOf(panel: LevelPanelId, [first]: readonly DrawnLevel[], isFitted: boolean): readonly LevelLineKey[] {
  if (panel === 'latency') return ['p99', 'p50'];
  const answered = isFitted ? (['fit', 'throughput'] as const) : (['throughput'] as const);
  return first !== undefined && 'rate' in first ? ['offered', ...answered] : answered;
}

function figureOf({ throughput, offered, latencyMs }: DrawnLevel, key: Exclude<LevelLineKey, 'fit'>, perMs: number): number | null {
  if (key === 'throughput') return throughput;
  if (key === 'offered') return offered ?? null;
  const ms = latencyMs?.percentiles[key.slice(1)];
  return ms == null ? null : ms * perMs;
}

function isWeak({ latencyMs }: DrawnLevel, key: LevelLineKey): boolean {
  return latencyMs?.weak.includes(key.slice(1)) === true;
}

/** From zero where the levels are near each other, as a line through zero is a server that keeps up. */
export function placesOf(levels: readonly number[], { width, left, right }: Frame): (level: number) => number {
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  if (high < WIDE_RANGE * low) return (level) => left + (level / high) * (width - right - left);
  const { at } = logScale(low, high, 0, 1);
  // Whole decades would leave most of the picture empty.
  const [from, to] = [at(low), at(high)];
  const inset = TICK_ROOM / 4;
  return (level) => left + inset + ((at(level) - from) / (to - from)) * (width - right - left - inset);
}

/** As many as fit: those of the bracket, the ends, then the others from the lowest. */
export function ticksOf(
  levels: readonly number[],
  marks: readonly Pick<LevelMark, 'level'>[],
  x: (level: number) => number,
): LevelLayout['ticks'] {
  const wanted = [...marks.map(({ level }) => level), levels[levels.length - 1]!, levels[0]!, ...levels];
  const ticks: { level: number; x: number }[] = [];
  for (const level of wanted) if (ticks.every((tick) => Math.abs(tick.x - x(level)) >= TICK_ROOM)) ticks.push({ level, x: x(level) });
  return ticks.sort((a, b) => a.x - b.x);
}
