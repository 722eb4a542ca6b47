/** Whether a level of a search for the highest rate was held: within all bounds, and as fast as requests came. */

import type { JudgedLevel, LimitCount, LimitJudgement, LimitLevel, LimitReason } from '../../model/limit.ts';
import type { LimitBound, LimitQuestion } from '../../model/load/limit-question.ts';

export function judgeLimitLevel(question: LimitQuestion, level: LimitLevel): JudgedLevel {
  const nth = brokenBound(question, level);
  const grows = level.behind > level.mayBeBehind || level.rose;
  const because: LimitReason | null = nth !== -1 ? { by: 'bound', nth } : grows ? { by: 'queue' } : null;
  return { ...level, because, held: judgementOf(question, level, because), beyond: beyondOf(question, level) };
}

/** Where a percentile would be within its bound but for errors, of which there are too many as well, it is these. -1: all are within. */
function brokenBound({ bounds }: LimitQuestion, { counts }: LimitLevel): number {
  const first = bounds.findIndex((bound, nth) => !isWithin(bound, counts[nth]!));
  if (first === -1 || bounds[first]!.of !== 'latency') return first;
  const { beyond, wrong } = counts[first]!;
  if (!isWithin(bounds[first]!, { ...counts[first]!, beyond: beyond - wrong })) return first;
  const ofErrors = bounds.findIndex((bound, nth) => bound.of === 'errors' && !isWithin(bound, counts[nth]!));
  return ofErrors === -1 ? first : ofErrors;
}

/** What late sending alone explains says nothing of the server. */
function judgementOf({ bounds }: LimitQuestion, { counts, lateMs }: LimitLevel, because: LimitReason | null): LimitJudgement {
  if (because === null) return 'held';
  if (because.by === 'queue') return lateMs === null ? 'not held' : 'unknown';
  const wouldHold = bounds.every((bound, nth) => isWithin(bound, sinceSent(counts[nth]!)));
  return wouldHold ? 'unknown' : 'not held';
}

function sinceSent(count: LimitCount): LimitCount {
  return { ...count, beyond: count.beyondSinceSent, value: count.valueSinceSent };
}

/**
 * A percentile by counting: with p99, one request of a hundred may take longer or get no response. A mean has no place for what got none, so all must
 * have one unless the question has a bound of errors.
 */
function isWithin(bound: LimitBound, { requests, beyond, value }: LimitCount): boolean {
  if (bound.of === 'latency') return beyond <= allowedBeyond(bound.percentile) * requests;
  if (bound.of === 'mean') return value !== null && isAtMost(bound, value);
  return requests === 0 || isAtMost(bound, (100 * beyond) / requests);
}

function beyondOf({ bounds }: LimitQuestion, { counts }: LimitLevel): number {
  const shares = bounds.map((bound, nth) => {
    const { requests, beyond } = counts[nth]!;
    return bound.of === 'latency' && requests > 0 ? beyond / (allowedBeyond(bound.percentile) * requests) : 0;
  });
  return Math.max(0, ...shares);
}

const isAtMost = ({ orEqual, most }: LimitBound, value: number): boolean => (orEqual ? value <= most : value < most);

/** Of floating-point numbers: 1 - 0.99 is a little more than 0.01. */
const ROUNDING = 1e-9;

export const allowedBeyond = (percentile: number): number => 1 - percentile / 100 + ROUNDING;
