/** Whose an exchange was, and how long that request had been in line for the connection, by who goes on after the reply. */
import type { Microseconds } from '../../../../shared/base/units.ts';
import type { RequestInWork } from '../requests/work.ts';
import { NO_OWNER, UNKNOWN_LINE, UNKNOWN_OWNER } from './wait-ring.ts';

/** What was asked on something that requests share. */
export interface Asked {
  readonly start: Microseconds;
  /** In whose context it was written; UNKNOWN_OWNER: in that of a connection. */
  readonly by: number;
  /** Since when whoever wrote it had not run before it went on in a callback of the connection; NaN: it did not. */
  readonly idleSince: Microseconds;
  /** Whom the connection had served just before. */
  readonly before: readonly number[];
  /** Nothing had been answered on the connection. */
  readonly isFirst: boolean;
}

/** Null: not known. */
export type Owner = RequestInWork | 'none' | null;

/** Whether it is the number of a request. */
export const isOfRequest = (request: number): boolean => request !== NO_OWNER && request !== UNKNOWN_OWNER;

/** Of several replies in one callback only if as many have gone on as there were replies. `isMixed`: several have written what was answered. */
export function ownerOf(
  { isMixed }: { readonly isMixed: boolean },
  place: number,
  replies: number,
  asking: readonly RequestInWork[],
  isElseFirst: boolean,
  hasElse: boolean,
): Owner {
  if (isMixed) return null;
  if (replies > 1) return asking.length === replies && !hasElse ? asking[place]! : null;
  // Who goes on later may have been given the connection, or wait for what the first one has got.
  if (isElseFirst) return asking.length === 0 ? 'none' : null;
  return asking[0] ?? null;
}

export function numberOf(owner: Owner): number {
  return owner === 'none' ? NO_OWNER : (owner?.request ?? UNKNOWN_OWNER);
}

/**
 * How long its request had been in line for the connection. It was if it got the connection from another request: somebody else wrote for it, or it
 * went on, and wrote, in the callback in which the other one had its reply. Then it was in line since it last ran before, or longer. What the driver asks by
 * itself in between (to prepare a statement, to open the connection) is no line.
 */
export function lineOf({ by, before, start, idleSince, isFirst }: Asked, owner: Owner): Microseconds {
  if (owner === null || owner === 'none') return UNKNOWN_LINE;
  const { request, waitingSince } = owner;
  const since = by === request ? idleSince : waitingSince;
  if (by === request) {
    // Asked while it ran, or after a reply of its own.
    if (Number.isNaN(since) || (!isFirst && (before.length === 0 || before.includes(request)))) return 0;
  } else if (isOfRequest(by) && !isFirst && since <= start) return start - since;
  const isHandedOver = before.length > 0 && before.every(isOfRequest) && !before.includes(request);
  return !isFirst && isHandedOver && since <= start ? start - since : UNKNOWN_LINE;
}
