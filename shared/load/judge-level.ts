/** Whether a level of a sweep, or a phase at one rate, was held. */
import type { Milliseconds, PerSecond, Ratio } from '../base/units.ts';
import type { LevelFigures, LevelVisits, PartFigures, PhaseFigures } from '../model/report.ts';
import { LATENESS_LIMIT_MS } from '../model/run.ts';
import type { Backlog } from './arrival-flow.ts';

const MS_PER_S = 1_000;
/** With many arrivals, the server may be behind by this share: other work of the machine slows it down by as much for half of a level. */
const MAY_BE_BEHIND: Ratio = 0.01;

export function levelOf(level: { readonly connections: number } | { readonly rate: PerSecond }): number {
  return 'rate' in level ? level.rate : level.connections;
}

/** Requests of a level without an expected response. */
export function errorsOf({ requests: { failed, unexpected, dropped, unanswered } }: Pick<PartFigures, 'requests'>): number {
  return failed + unexpected + dropped + (unanswered ?? 0);
}

export type LevelJudgement = 'held' | 'not held' | 'cannot tell';

/** Of the median latency, which counts from when a request was due: from this share on, lateness explains it. */
const LATE_SHARE: Ratio = 1 / 2;

/**
 * The one place that says whether a level was held: all requests got expected responses, and at a rate as fast as they arrived. If they were not, but the
 * requests were sent so late that this is most of what was measured, the load process was the limit, and whether the server would have held it is not
 * known; unless some got no response or an unexpected one, which lateness does not explain.
 */
export function judgeLevel(level: LevelFigures): LevelJudgement {
  if (errorsOf(level) === 0 && keepsUp(level)) return 'held';
  return lateOf(level) !== null && errorsOf(level) === level.requests.dropped ? 'cannot tell' : 'not held';
}

/** How late half of the requests of a level were sent at least, where that is most of their latency. Null: it is not. */
export function lateOf({ latenessMs, latencyMs }: Pick<PartFigures, 'latenessMs' | 'latencyMs'>): Milliseconds | null {
  const lateMs = latenessMs?.p50 ?? 0;
  const medianMs = latencyMs?.percentiles['50'] ?? 0;
  return lateMs > LATENESS_LIMIT_MS && lateMs >= LATE_SHARE * medianMs ? lateMs : null;
}

/** At a rate: response times did not grow during the level, whatever the statuses, beyond what chance explains. */
export function keepsUp(level: LevelFigures): boolean {
  if (!('rate' in level)) return true;
  return level.requests.dropped === 0 && isInPace(level.visits);
}

function isInPace(visits: LevelVisits): boolean {
  return visits.behind <= mayBeBehind(visits);
}

/** One request is always in flight. Larger counts vary by their square root (Poisson), and each half of the level has half of them. */
export function mayBeBehind({ came }: Pick<LevelVisits, 'came'>): number {
  return Math.max(1, Math.sqrt(came) / 2, MAY_BE_BEHIND * came);
}

/**
 * A level that is not held is run again; one rate is judged at once, in bold. So more must be left over at its end than chance leaves: that many
 * times the square root of the number of arrivals, for evenly spaced and for random arrivals (in simulations of servers which are busy for nine
 * tenths of the time, test/unit/shared/load/one-rate-simulation.test.ts).
 */
const BY_CHANCE = { evenly: 1.2, poisson: 2 };
/** If no visit ends for this share of the time in which a queue grew, it is one stall: whether the server would have caught up is not known. */
const STOOD_STILL: Ratio = 1 / 2;

export interface PhasePace {
  /** From when they were due, and from when their requests were sent. */
  readonly visits: LevelVisits;
  readonly sinceSent: LevelVisits;
  readonly backlog: Backlog;
  readonly dropped: number;
  readonly rate: PerSecond;
  readonly isPoisson: boolean;
}

/** Of a phase at one rate: held by the rule of levels; not held only if more is left over at its end than chance leaves. */
export function judgePace({
  visits,
  sinceSent,
  backlog,
  dropped,
  rate,
  isPoisson,
}: PhasePace): Pick<PhaseFigures, 'held' | 'sentLate' | 'fellBehind'> {
  if (dropped === 0 && isInPace(visits)) return { held: true };
  if (dropped === 0 && isInPace(sinceSent)) return { held: null, sentLate: true };
  const { stood, left, ...fellBehind } = backlog;
  const usual = (rate * usualMs(visits, fellBehind)) / MS_PER_S;
  const byChance = BY_CHANCE[isPoisson ? 'poisson' : 'evenly'] * Math.sqrt(visits.came);
  const isOneStall = stood >= STOOD_STILL * (fellBehind.to - fellBehind.from);
  return left - usual <= byChance || isOneStall ? { held: null } : { held: false, fellBehind };
}

/**
 * How long a visit takes while nobody waits for others: so long at the given rate, as many are there however long it goes on. It is what half of the
 * first half of the phase took, unless they waited in a queue that grew: visits of the second half took twice as long, and fewer than half of those
 * who arrived were answered. Then it is what was there before the queue, which grew by half of the difference of both halves in a quarter of the phase.
 * Where most of the second half were never answered it is not known: 0.
 */
function usualMs({ earlyMs, lateMs }: LevelVisits, { arrived, answered }: Pick<Backlog, 'arrived' | 'answered'>): Milliseconds {
  if (earlyMs === null || lateMs === null) return 0;
  const hasGrown = lateMs >= 2 * earlyMs && answered < arrived / 2;
  return hasGrown ? Math.max(0, earlyMs - (lateMs - earlyMs) / 2) : earlyMs;
}
