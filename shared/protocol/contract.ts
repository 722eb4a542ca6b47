/**
 * The contract between interface and engine: one typed map from request to parameters, reply and right, and one union of events. Both ends derive
 * from it; a new message is an entry of its topic (the files `*-contract.ts`), its handler (electron/engine/api/handlers/) and its caller.
 *
 * Plain data only. Bulk data is declared as `Columns` and travels as one binary message (columns.ts).
 */
import * as z from '../base/schema.ts';
import type { Outcome } from '../model/failure.ts';
import { appRequests } from './app-contract.ts';
import { type ComparisonEvent, comparisonRequests } from './comparison-contract.ts';
import { type ProbeEvent, probeRequests } from './probe-contract.ts';
import { profileRequests } from './profile-contract.ts';
import { type RunEvent, runRequests } from './run-contract.ts';
import { type ServicesEvent, servicesRequests } from './services-contract.ts';
import { sessionRequests } from './session-contract.ts';
import { type SessionsEvent, sessionsRequests } from './sessions-contract.ts';
import { setupRequests } from './setup-contract.ts';
import { studyRequests } from './study-contract.ts';

/** What a page sends, before it is known which request it is. */
export const requestFrame = z.strictObject({ id: z.number().int().min(1), name: z.string().max(100), params: z.unknown() });

export const requests = {
  ...appRequests,
  ...setupRequests,
  ...studyRequests,
  ...runRequests,
  ...sessionsRequests,
  ...sessionRequests,
  ...profileRequests,
  ...comparisonRequests,
  ...probeRequests,
  ...servicesRequests,
} as const;

export type RequestName = keyof typeof requests;
export type RequestParams<N extends RequestName> = z.infer<(typeof requests)[N]['params']>;
/** Request name -> reply on success. */
export type RequestReplies = { [N in RequestName]: ReturnType<(typeof requests)[N]['reply']> };
export type RequestReply<N extends RequestName> = Outcome<RequestReplies[N]>;

/** Pushed by the engine, numbered without gaps per connection. Small: the receiver asks for the bulk it wants to draw. */
export type EngineEvent = ComparisonEvent | ProbeEvent | ServicesEvent | RunEvent | SessionsEvent;
