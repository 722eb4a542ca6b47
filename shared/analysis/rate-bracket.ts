/** The highest level of a sweep that the server held, and the first that it did not. */
import type { LevelBracket, LevelDecision, LevelFigures, LevelVisits, PartFigures } from '../model/report.ts';
import type { PerSecond, Ratio } from '../model/units.ts';

/** Of many who come in a level, the server may be this share behind: whatever else the machine does slows it down by as much for half of a level. */
const MAY_BE_BEHIND: Ratio = 0.01;

/** Null: there are no levels. `held` is below `broke`: a higher one that happens to be held again says nothing. */
export function findBracket(levels: readonly LevelFigures[]): LevelBracket | null {
  const sorted = [...levels].sort((a, b) => levelOf(a) - levelOf(b));
  const [first] = sorted;
  if (first === undefined) return null;
  const value = (level: LevelFigures | undefined): number | null => (level === undefined ? null : levelOf(level));
  const around = (is: (level: LevelFigures) => boolean) => {
    const at = sorted.findIndex((level) => !is(level));
    return [sorted[(at === -1 ? sorted.length : at) - 1], sorted[at]] as const;
  };
  const [held, broke] = around(isHeld);
  const [inPace, outOfPace] = around(keepsUp);
  return {
    of: 'rate' in first ? 'rate' : 'connections',
    ...{ held: value(held), broke: value(broke) },
    failedAt: value(sorted.find((level) => errorsOf(level) > 0)),
    ...('rate' in first ? { pace: { held: value(inPace), broke: value(outOfPace) } } : {}),
    figures: { held: decisionOf(held), broke: decisionOf(broke) },
  };
}

export function levelOf(level: { readonly connections: number } | { readonly rate: PerSecond }): number {
  return 'rate' in level ? level.rate : level.connections;
}

/** What went wrong of those who came. */
export function errorsOf({ requests: { failed, unexpected, dropped, unanswered } }: Pick<PartFigures, 'requests'>): number {
  return failed + unexpected + dropped + (unanswered ?? 0);
}

/** Everybody was answered as expected, and at a rate as fast as they came. */
function isHeld(level: LevelFigures): boolean {
  return errorsOf(level) === 0 && keepsUp(level);
}

/** At a rate, who came was through as fast, whatever he got: no queue grew that chance would not explain. */
export function keepsUp(level: LevelFigures): boolean {
  if (!('rate' in level)) return true;
  return level.requests.dropped === 0 && level.visits.behind <= mayBeBehind(level.visits);
}

/** One of a few is always amidst; a count of many varies by its square root, and each half of the level has half of them. */
export function mayBeBehind({ came }: Pick<LevelVisits, 'came'>): number {
  return Math.max(1, Math.sqrt(came) / 2, MAY_BE_BEHIND * came);
}

function decisionOf(level: LevelFigures | undefined): LevelDecision | null {
  if (level === undefined) return null;
  const { sent, dropped } = level.requests;
  return {
    ...{ requests: sent + dropped, wrong: errorsOf(level), offered: level.offered, holdS: Math.round((level.to - level.from) * 1e3) / 1e3 },
    ...('rate' in level ? { visits: { ...level.visits, mayBeBehind: mayBeBehind(level.visits) } } : {}),
  };
}
