/**
 * Little's law, of a level of a sweep: requests a second x the mean time of a request are in flight, as long as nothing builds up. Where that is not
 * what was in flight, a queue grew or connections stood idle, and the figures of the level depend on how long it was held.
 */
import type { Ratio } from '../base/units.ts';
import type { LevelFigures } from '../model/report.ts';

/** Both figures are of the same few seconds. */
const HOLDS_WITHIN: Ratio = 0.05;

/** What there should be: each connection always has a request in flight; of a rate, what was counted. */
export function knownInFlight(level: LevelFigures): number {
  return 'connections' in level ? level.connections : level.inFlight;
}

export function holdsLittlesLaw(level: LevelFigures): boolean {
  const known = knownInFlight(level);
  const { inFlightByLittle, requests, from, to } = level;
  if (known === 0 || requests.sent === 0) return true;
  // Who came at the end of a level is there a little longer than it lasts, and the requests he makes then are counted in it.
  const meanS =
    'rate' in level ? (level.visits.inside * (to - from)) / level.visits.came : (inFlightByLittle * (to - from)) / requests.sent;
  return Math.abs(inFlightByLittle / known - 1) <= HOLDS_WITHIN + meanS / (to - from);
}
