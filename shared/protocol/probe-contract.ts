/** The part of the contract that is about probing a service. An engine makes one probe at a time, for all pages. */

import * as z from '../base/schema.ts';
import { PROBE_LIMITS, type ProbeState } from '../model/probe.ts';
import { within } from '../session/limits.ts';
import { gives, type Requests } from './request.ts';

const url = z.string().min(1).max(8_192);

export const probeRequests = {
  'probe.start': {
    needs: 'act',
    params: z.strictObject({
      url,
      lightUrl: url.nullable(),
      headers: z.array(z.strictObject({ name: z.string().max(1_000), value: z.string().max(100_000) })).max(100),
      max: within(PROBE_LIMITS.max).int(),
      budgetS: within(PROBE_LIMITS.budgetS),
      timeoutS: within(PROBE_LIMITS.timeoutS),
      allowHost: z.string().max(300).nullable(),
    }),
    reply: gives<null>,
  },
  /** Ends it and keeps what was found. */
  'probe.stop': { needs: 'act', params: z.strictObject({}), reply: gives<null> },
  'probe.state': { needs: 'read', params: z.strictObject({}), reply: gives<ProbeState> },
} as const satisfies Requests;

/** More is known, or it has ended. */
export interface ProbeEvent {
  type: 'probe.changed';
}
