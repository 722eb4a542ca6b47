/** Which requests a profile is looked at for. */
import * as z from '../base/schema.ts';
import type { Percent } from '../base/units.ts';
import { MOST_ROUTE_CHARACTERS } from './served.ts';

export const requestFilterSchema = z.strictObject({
  /** Null: any. */
  route: z.string().max(MOST_ROUTE_CHARACTERS).nullable(),
  /** Of those, the share that took longest in the server, in percent; null: all. */
  slowest: z.number().gt(0).max(100).nullable(),
  /** Of those, only the ones with a status of 400 and above. */
  failed: z.boolean(),
});
export type RequestFilter = Readonly<z.infer<typeof requestFilterSchema>>;

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
