/**
 * Why the slowest requests are slow: what they did more than the middle half, per request. A request is slow because the main thread worked
 * longer for it, or because it waited: for others, for timers, for files and other servers.
 */
import type { Milliseconds } from '../base/units.ts';
import type { Profile } from '../model/profile/profile.ts';
import type { RequestGroup, SlowRequests } from '../model/profile/slow-requests.ts';
import type { RequestFilter } from '../model/request-filter.ts';
import { onlyRequests } from '../profile/time/only-requests.ts';
import { WHOLE_PROFILE } from '../profile/tree/call-tree.ts';
import { compareFunctions, compareTrees } from '../profile/tree/compare-trees.ts';
import { filterRequests, membership, middleHalf, type ServedPart, tookOf } from '../session/request-filter.ts';
import { partsOfGroups, type WaitedFor } from '../session/route-parts.ts';
import type { ServedRequests } from '../session/served-requests.ts';

/** Fewer say nothing about others. */
export const FEWEST_REQUESTS = 10;
const US_PER_MS = 1_000;

/** `filter.slowest` is the share of the slowest; `profiles` are of the part of the run that `part` is. `waited`: null: not recorded. */
export function explainSlow(
  profiles: readonly Profile[],
  served: ServedRequests,
  filter: RequestFilter,
  part: ServedPart,
  waited: WaitedFor | null,
): SlowRequests {
  const [slow, middle] = [filterRequests(served, filter, part), middleHalf(served, filter, part)];
  const [slowParts = null, middleParts = null] = waited === null ? [] : partsOfGroups(profiles, waited, served, [slow, middle]);
  const groups = {
    slow: { ...meansOf(served, slow), parts: slowParts },
    middle: { ...meansOf(served, middle), parts: middleParts },
  };
  if (slow.length < FEWEST_REQUESTS || middle.length < FEWEST_REQUESTS) return { ...groups, functions: null };
  const sideOf = (rows: Int32Array) => {
    const isIn = membership(served, rows);
    return { profiles: profiles.map((profile) => onlyRequests(profile, isIn(profile.pid))), requests: rows.length };
  };
  const trees = compareTrees(sideOf(middle), sideOf(slow), WHOLE_PROFILE);
  return { ...groups, functions: compareFunctions(trees) };
}

function meansOf(served: ServedRequests, rows: Int32Array): Omit<RequestGroup, 'parts'> {
  if (rows.length === 0) return { requests: 0, tookMs: null, cpuMs: null };
  const mean = (of: (row: number) => number): Milliseconds => rows.reduce((sum, row) => sum + of(row), 0) / rows.length / US_PER_MS;
  return { requests: rows.length, tookMs: mean((row) => tookOf(served, row)), cpuMs: mean((row) => served.get('running', row)) };
}
