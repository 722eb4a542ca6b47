/** The highest level of a sweep that the server held, and the first that it did not. */
import type { LevelBracket, LevelFigures, PartFigures } from '../model/report.ts';
import type { PerSecond, Ratio } from '../model/units.ts';

/** Of those who come in a level, this share may be in flight at its end beside as many as ever were, and one who comes at its very end. */
const MAY_WAIT: Ratio = 0.02;

/** Null: there are no levels. `held` is below `broke`: a higher one that happens to be held again says nothing. */
export function findBracket(levels: readonly LevelFigures[]): LevelBracket | null {
  const sorted = [...levels].sort((a, b) => levelOf(a) - levelOf(b));
  const [first] = sorted;
  if (first === undefined) return null;
  const value = (level: LevelFigures | undefined): number | null => (level === undefined ? null : levelOf(level));
  const around = (is: (level: LevelFigures) => boolean) => {
    const at = sorted.findIndex((level) => !is(level));
    return { held: value(sorted[(at === -1 ? sorted.length : at) - 1]), broke: value(sorted[at]) };
  };
  return {
    of: 'rate' in first ? 'rate' : 'connections',
    ...around(isHeld),
    failedAt: value(sorted.find((level) => errorsOf(level) > 0)),
    ...('rate' in first ? { pace: around(keepsUp) } : {}),
  };
}

export function levelOf(level: { readonly connections: number } | { readonly rate: PerSecond }): number {
  return 'rate' in level ? level.rate : level.connections;
}

/** What went wrong of those who came. */
export function errorsOf({ requests: { failed, unexpected, dropped } }: PartFigures): number {
  return failed + unexpected + dropped;
}

/** Everybody was answered as expected, and at a rate as fast as they came. */
function isHeld(level: LevelFigures): boolean {
  return errorsOf(level) === 0 && keepsUp(level);
}

/** At a rate, as many were answered as came, whatever they got. */
function keepsUp(level: LevelFigures): boolean {
  if (!('rate' in level)) return true;
  if (level.requests.dropped > 0) return false;
  const { came, left, inside } = level.visits;
  // Of a queue that grows, twice as many are left at the end as there were on average.
  return left <= inside + Math.max(1, MAY_WAIT * came);
}
