/** The highest rate of a sweep that the server held, and the first that it did not. */
import type { LevelFigures } from '../model/report.ts';
import type { PerSecond, Ratio } from '../model/units.ts';

export interface RateBracket {
  /** Null: none was held. */
  readonly held: PerSecond | null;
  /** Null: all were held. */
  readonly broke: PerSecond | null;
}

/** Counts of a level are whole: of 50 one may be missing. */
const KEEPS_UP: Ratio = 0.98;

/** Null: the levels are not rates. `held` is below `broke`: a higher rate that happens to be held again says nothing. */
export function findRateBracket(levels: readonly LevelFigures[]): RateBracket | null {
  const rates = levels.flatMap((level) => ('rate' in level ? [level] : [])).sort((a, b) => a.rate - b.rate);
  if (rates.length === 0) return null;
  const at = rates.findIndex((level) => !isHeld(level));
  if (at === -1) return { held: rates[rates.length - 1]!.rate, broke: null };
  return { held: rates[at - 1]?.rate ?? null, broke: rates[at]!.rate };
}

/** Everybody was sent for and answered as expected, and as fast as they came. */
function isHeld({ requests, offered, throughput, latencyMs, from, to }: LevelFigures): boolean {
  if (requests.failed + requests.unexpected + requests.dropped > 0) return false;
  // Who comes at the very end is answered when the level is over.
  const late = (latencyMs?.mean ?? 0) / 1_000 / (to - from);
  return throughput >= KEEPS_UP * offered * (1 - late);
}
