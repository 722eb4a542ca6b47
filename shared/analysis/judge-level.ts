/** Whether a level of a sweep, or a phase at one rate, was held. */
import type { LevelFigures, LevelVisits, PartFigures } from '../model/report.ts';
import type { PerSecond, Ratio } from '../model/units.ts';

/** Of many who come in a level, the server may be this share behind: whatever else the machine does slows it down by as much for half of a level. */
const MAY_BE_BEHIND: Ratio = 0.01;

export function levelOf(level: { readonly connections: number } | { readonly rate: PerSecond }): number {
  return 'rate' in level ? level.rate : level.connections;
}

/** What went wrong of those who came. */
export function errorsOf({ requests: { failed, unexpected, dropped, unanswered } }: Pick<PartFigures, 'requests'>): number {
  return failed + unexpected + dropped + (unanswered ?? 0);
}

export type LevelJudgement = 'held' | 'not held' | 'cannot tell';

/** The one place that says whether a level was held: everybody was answered as expected, and at a rate as fast as they came. */
export function judgeLevel(level: LevelFigures): LevelJudgement {
  return errorsOf(level) === 0 && keepsUp(level) ? 'held' : 'not held';
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
