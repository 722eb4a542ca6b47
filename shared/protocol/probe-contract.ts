/** The part of the contract that is about probing a service. An engine makes one probe at a time, for all pages. */
import { PROBE_LIMITS, type ProbeState } from '../model/probe.ts';
import * as z from '../model/schema.ts';

const within = ({ low, high }: { readonly low: number; readonly high: number }) => z.number().min(low).max(high);
const url = z.string().min(1).max(8_192);

export const probeRequests = {
  'probe.start': z.strictObject({
    url,
    lightUrl: url.nullable(),
    headers: z.array(z.strictObject({ name: z.string().max(1_000), value: z.string().max(100_000) })).max(100),
    max: within(PROBE_LIMITS.max).int(),
    budgetS: within(PROBE_LIMITS.budgetS),
    timeoutS: within(PROBE_LIMITS.timeoutS),
    allowHost: z.string().max(300).nullable(),
  }),
  /** Ends it and keeps what was found. */
  'probe.stop': z.strictObject({}),
  'probe.state': z.strictObject({}),
} as const;

export interface ProbeAnswers {
  'probe.start': null;
  'probe.stop': null;
  'probe.state': ProbeState;
}

/** More is known, or it has ended. */
export interface ProbeEvent {
  type: 'probe.changed';
}
