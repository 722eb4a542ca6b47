/** The levels of a search for the highest rate: the rate against the figure of the question, with its bound and what is known of the limit. Pure. */
import { chooseTimeUnit } from '../format/figures.ts';
import type { JudgedLevel, LimitReport } from '../model/limit.ts';
import type { LimitBound } from '../model/load/limit-question.ts';
import { type LevelLayout, placesOf, ticksOf } from './level-lines.ts';
import { type Frame, fittedScale, logScale, type Scale, tickDigits } from './scales.ts';

export interface LimitPoint {
  readonly level: JudgedLevel;
  readonly x: number;
  readonly y: number;
}

export interface LimitLayout {
  readonly bound: LimitBound;
  readonly y: Scale;
  readonly digits: number;
  /** Of times; of shares "%". */
  readonly unit: string;
  readonly points: readonly LimitPoint[];
  /** Through the median of the levels of each rate. */
  readonly line: readonly (readonly [x: number, y: number])[];
  readonly boundY: number;
  /** Up to where it held, and from where on it did not. Null: not known. */
  readonly heldX: number | null;
  readonly brokeX: number | null;
  readonly ticks: LevelLayout['ticks'];
}

/** The bound that is drawn: the first of a time, or else the first. */
export function drawnBound({ question: { bounds } }: Pick<LimitReport, 'question'>): number {
  return Math.max(
    0,
    bounds.findIndex(({ of }) => of !== 'errors'),
  );
}

/** Null: no level is over yet. */
export function layoutLimit(limit: LimitReport, frame: Frame): LimitLayout | null {
  const { levels, question, soFar } = limit;
  if (levels.length === 0) return null;
  const nth = drawnBound(limit);
  const bound = question.bounds[nth]!;
  const rates = [...new Set(levels.map(({ rate }) => rate))].sort((a, b) => a - b);
  const known = levels.flatMap(({ counts }) => counts[nth]?.value ?? []);
  const isTime = bound.of !== 'errors';
  const time = chooseTimeUnit(Math.max(bound.most, ...known));
  const scale = isTime ? time.perMs : 1;
  const { top, height, bottom } = frame;
  const values = [...known, bound.most].map((value) => value * scale).filter((value) => value > 0);
  const y = isTime
    ? logScale(Math.min(...values), Math.max(...values), height - bottom, top)
    : fittedScale(Math.max(...values, 1), height - bottom, top);
  const x = placesOf(rates, frame);
  // What falls among requests without a response is beyond all others.
  const yOf = ({ counts }: JudgedLevel): number => {
    const value = counts[nth]?.value ?? null;
    return value === null ? top : y.at(value * scale);
  };
  const points = levels.map((level) => ({ level, x: x(level.rate), y: yOf(level) }));
  const marks = [soFar.held?.at, soFar.broke?.rate].flatMap((level) => (level === undefined ? [] : [{ level }]));
  return {
    ...{ bound, y, digits: Math.max(...y.ticks.map(tickDigits)), unit: isTime ? time.unit : '%', points },
    line: rates.map((rate) => [x(rate), middle(points.filter(({ level }) => level.rate === rate).map((one) => one.y))]),
    boundY: y.at(bound.most * scale),
    heldX: soFar.held === null ? null : x(soFar.held.at),
    brokeX: soFar.broke === null ? null : x(soFar.broke.rate),
    ticks: ticksOf(rates, marks, x),
  };
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
