/** How a search for the highest rate is laid out: its rates, and how long a level of each lasts. */
import { minimumCount } from '../../base/statistics/minimum-count.ts';
import type { PerSecond, Ratio, Seconds } from '../../base/units.ts';
import type { LimitQuestion } from './limit-question.ts';
import { RATES } from './rate-ladder.ts';

/** A level that is run for the first time is short, which finds the place; one that is run again is long, which decides. Of the budget. */
const SHORT: Ratio = 1 / 50;
const LONG: Ratio = 1 / 10;
/** Servers that count what came in a second see one. */
const LEAST: Seconds = 1;
/** So much more than a percentile needs at least: arrivals at random are sometimes fewer. */
const SPARE: Ratio = 1.1;
/** Of a question about means or errors alone. */
const FEWEST = 40;

export interface SearchPlan {
  readonly question: LimitQuestion;
  readonly budgetS: Seconds;
  /** Visitors of each level, at least. */
  readonly perLevel: number;
}

/** Each rate twice: as a short level, and as a long one. Rows are numbered by it, so that it must not change. */
export const LEVELS_OF_SEARCH: readonly PerSecond[] = [...RATES, ...RATES];
/** Levels of a search at most. */
export const MOST_LEVELS = 100;

export function levelOfSearch(rate: PerSecond, isAgain: boolean): number {
  return RATES.indexOf(rate) + (isAgain ? RATES.length : 0);
}

/** How many requests a level has at least for the figures of the question. */
export function neededPerLevel({ bounds }: LimitQuestion): number {
  const needed = bounds.map((bound) => {
    if (bound.of === 'mean' || (bound.of === 'errors' && bound.most === 0)) return FEWEST;
    return minimumCount(bound.of === 'latency' ? bound.percentile : 100 - bound.most);
  });
  return Math.max(FEWEST, ...needed);
}

/** `level`: by its place. */
export function secondsOfLevel({ budgetS, perLevel }: SearchPlan, level: number): Seconds {
  const seconds = Math.max(LEAST, (SPARE * perLevel) / LEVELS_OF_SEARCH[level]!, budgetS * (level < RATES.length ? SHORT : LONG));
  return Math.round(seconds * 1e3) / 1e3;
}
