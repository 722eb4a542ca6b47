/**
 * Which rate is run next in a search for the highest one that holds, and what is concluded. It knows only the levels that are over.
 *
 *   first ─► up by half until one breaks, down by half until one holds ─► halve the gap until both are neighbours on the ladder
 *         ─► run both three times each; whatever did not hold each time is left for the next rate below
 *
 * Levels that are run again are longer, so most of the time goes to the two rates of the answer. The constants were chosen by simulation (test/unit/shared/analysis/limit/): with others, more than one of twenty
 * limits that are stated would be above the one of the server, or more than one of ten far below it.
 */
import type { PerSecond, Ratio, Seconds } from '../../base/units.ts';
import type { JudgedLevel, LimitTimes, LimitVerdict } from '../../model/limit.ts';
import { placeNear, RATES } from '../../model/load/rate-ladder.ts';
import { levelOfSearch, MOST_LEVELS, type SearchPlan, secondsOfLevel } from '../../model/load/search-plan.ts';

/** A rate that holds is stated when it held so often. */
const ENOUGH = 3;
/** Levels drain: what a server has not answered when its level ends takes time as well. */
const WITH_DRAIN: Ratio = 1.3;
const UP: Ratio = 1.5;
const DOWN: Ratio = 0.5;
/** A level with so many times as many slow requests as may be is far from one that holds: the next rate below is left out. */
const FAR: Ratio = 2;
/** Where the server has been seen to respond. */
const OF_WARM_UP: Ratio = 0.7;
const WITHOUT_WARM_UP: PerSecond = 10;
/** A rate this far below one that held by measurement holds in the long run, too, nineteen times out of twenty. */
const STATED: readonly [lowest: Ratio, highest: Ratio] = [0.955, 0.98];
/** Pairs of levels in which a rate held and later it, or a lower one, did not; of so many rates. */
const FALLING = { pairs: 6, rates: 3 };

export interface NextLevel {
  readonly rate: PerSecond;
  readonly seconds: Seconds;
  /** By its place in the levels of a search. */
  readonly level: number;
}

/** The first rate: below what connections that always ask got in the warm-up. Null: there was none. */
export function firstRate(perSecond: PerSecond | null): PerSecond {
  return RATES[placeNear(perSecond === null || perSecond === 0 ? WITHOUT_WARM_UP : OF_WARM_UP * perSecond)]!;
}

/** All runs of a rate. */
interface Tally extends LimitTimes {
  readonly place: number;
  readonly failed: number;
  readonly unknown: number;
  readonly isFar: boolean;
}

/** Null: it is over. */
export function nextLevel(plan: SearchPlan, levels: readonly JudgedLevel[], first: PerSecond, elapsedS: Seconds): NextLevel | null {
  const tallies = tally(levels);
  const place = nextPlace(tallies, first);
  if (place === null || place < 0 || place >= RATES.length) return null;
  const level = levelOfSearch(
    RATES[place]!,
    tallies.some((one) => one.place === place),
  );
  const seconds = secondsOfLevel(plan, level);
  return elapsedS + seconds * WITH_DRAIN > plan.budgetS || levels.length === MOST_LEVELS ? null : { rate: RATES[place]!, seconds, level };
}

/** Null: all is known. */
function nextPlace(tallies: readonly Tally[], first: PerSecond): number | null {
  const [lowest] = tallies;
  if (lowest === undefined) return placeNear(first);
  const held = [...tallies].reverse().find(holdsMostly);
  if (held === undefined) return placeNear(lowest.rate * DOWN);
  const broke = tallies.find(({ place }) => place > held.place);
  if (broke === undefined) return held.place === RATES.length - 1 ? null : Math.max(held.place + 1, placeNear(held.rate * UP));
  if (broke.place - held.place > 1) return Math.round((held.place + broke.place) / 2);
  const contradicts = tallies.find((one) => one.place < held.place && !holdsMostly(one) && one.of < ENOUGH);
  // One level that holds by chance far above the others is run again first.
  if (contradicts !== undefined && held.of > 1) return contradicts.place;
  return placeToDecide(tallies, held) ?? (broke.of < ENOUGH ? broke.place : null);
}

/** From the highest rate that held downwards, the first that can be stated; null: it has been run often enough. */
function placeToDecide(tallies: readonly Tally[], held: Tally): number | null {
  const at = (place: number): Tally | undefined => tallies.find((one) => one.place === place);
  for (let place = held.place; place >= 0; place--) {
    const one = at(place);
    if (one === undefined) {
      const isFar = at(place + 1)?.isFar === true && at(place - 1)?.failed !== 1;
      return isFar && place > 0 && at(place - 1) === undefined ? place - 1 : place;
    }
    if (mayBeStated(one)) return one.of < ENOUGH ? place : null;
  }
  return null;
}

const holdsMostly = ({ times, of }: LimitTimes): boolean => 2 * times > of;
const mayBeStated = ({ times, of }: LimitTimes): boolean => times === of;

function tally(levels: readonly JudgedLevel[]): readonly Tally[] {
  const rates = [...new Set(levels.map(({ rate }) => rate))].sort((a, b) => a - b);
  return rates.map((rate) => {
    const runs = levels.filter((level) => level.rate === rate);
    const count = (held: JudgedLevel['held']): number => runs.filter((run) => run.held === held).length;
    const isFar = runs.some(({ held, beyond }) => held === 'not held' && beyond > FAR);
    return {
      place: placeNear(rate),
      rate,
      of: runs.length,
      times: count('held'),
      failed: count('not held'),
      unknown: count('unknown'),
      isFar,
    };
  });
}

/** Of the levels that are known. `isLoadLimited`: the load process was the limit for some time of the search. */
export function concludeLimit(levels: readonly JudgedLevel[], isLoadLimited = false): LimitVerdict {
  const tallies = tally(levels);
  if (tallies.length === 0) return { word: 'nothing', held: null, broke: null, mixed: [], because: null };
  // What held three times is said, or would have: higher rates that held count for it. Where the time was too short for that, what held each time.
  const heldFrom = (place: number): number => tallies.reduce((sum, one) => (one.place >= place ? sum + one.times : sum), 0);
  const stated = [ENOUGH, 2, 1].flatMap((least) =>
    [...tallies].reverse().filter((one) => mayBeStated(one) && heldFrom(one.place) >= least),
  );
  const held = stated[0] ?? null;
  const above = tallies.filter(({ place }) => place > (held?.place ?? -1));
  const broke = above.find((one) => !holdsMostly(one)) ?? null;
  const mixed = tallies.filter(
    (one) => one !== held && one !== broke && one.times > 0 && (one.times < one.of || one.place > (held?.place ?? -1)),
  );
  const figures = { held: held && { ...timesOf(held), rate: statedBelow(held.rate), at: held.rate }, broke: broke && timesOf(broke) };
  const isShort = held === null || held.of < ENOUGH;
  const word =
    isShort && isFalling(levels)
      ? 'falling'
      : held === null
        ? broke?.times === 0 && mixed.length === 0
          ? 'none'
          : 'unclear'
        : broke === null
          ? 'at-least'
          : 'found';
  const because = broke === null ? null : reasonOf(levels, broke, isLoadLimited);
  return { word: word === 'found' && because?.by === 'generator' ? 'at-least' : word, ...figures, mixed: mixed.map(timesOf), because };
}

function timesOf({ rate, times, of }: Tally): LimitTimes {
  return { rate, times, of };
}

/**
 * Of the runs of a rate that did not hold, the reason of most; of the load process only where it is that of all of them. Visitors that were never sent are
 * of a server with too many requests in flight, or of a load process that cannot send them: where that was a limit at times, which it was is not known.
 */
function reasonOf(levels: readonly JudgedLevel[], { rate, failed }: Tally, isLoadLimited: boolean): LimitVerdict['because'] {
  const broken = levels.filter((level) => level.rate === rate && level.held === 'not held');
  const isNotSent = isLoadLimited && broken.every(({ kinds, wrong }) => 2 * (kinds.dropped ?? 0) > wrong);
  if (failed === 0 || isNotSent) return { by: 'generator' };
  const reasons = broken.flatMap(({ because }) => because ?? []);
  const bound = reasons.find(({ by }) => by === 'bound');
  return bound ?? reasons[0] ?? null;
}

/** The roundest number a little below. */
function statedBelow(rate: PerSecond): PerSecond {
  const [lowest, highest] = STATED.map((ratio) => rate * ratio) as [number, number];
  for (let digits = 1; digits <= 4; digits++) {
    const unit = 10 ** (Math.floor(Math.log10(highest)) + 1 - digits);
    const rounded = Number((Math.floor(highest / unit + 1e-9) * unit).toPrecision(digits));
    if (rounded >= lowest) return rounded;
  }
  return highest;
}

/** Rates that had held did not hold any more, and no rate that had not held did later. */
function isFalling(levels: readonly JudgedLevel[]): boolean {
  let [down, up] = [0, 0];
  const fell = new Set<PerSecond>();
  levels.forEach((later, nth) => {
    for (const earlier of levels.slice(0, nth)) {
      if (earlier.held === 'held' && later.held === 'not held' && later.rate <= earlier.rate) {
        down++;
        fell.add(later.rate);
      } else if (earlier.held === 'not held' && later.held === 'held' && later.rate >= earlier.rate) up++;
    }
  });
  return down >= FALLING.pairs && fell.size >= FALLING.rates && up === 0;
}
