/** Which requests a profile is looked at for. */
import type { Percent } from './units.ts';

export interface RequestFilter {
  /** Null: any. */
  readonly route: string | null;
  /** Of those, the share that took longest in the server; null: all. */
  readonly slowest: Percent | null;
  /** Of those, only the ones with a status of 400 and above. */
  readonly failed: boolean;
}

export const ANY_REQUEST: RequestFilter = { route: null, slowest: null, failed: false };

/** What the window offers. */
export const WHICH_REQUESTS = ['all', 'slowest1', 'slowest5', 'slowest10', 'failed'] as const;
export type WhichRequests = (typeof WHICH_REQUESTS)[number];

const SLOWEST: { readonly [W in WhichRequests]: Percent | null } = { all: null, slowest1: 1, slowest5: 5, slowest10: 10, failed: null };

/** Null: any request, and what belongs to none. `route` empty: any. */
export function toRequestFilter(route: string, which: WhichRequests): RequestFilter | null {
  if (route === '' && which === 'all') return null;
  return { route: route === '' ? null : route, slowest: SLOWEST[which], failed: which === 'failed' };
}
