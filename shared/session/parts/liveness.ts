/** Whether responses came all the time, what was still open at the end, and what the warm-up got. */
import * as z from '../../base/schema.ts';
import { type Liveness, MOST_OPEN_STREAMS, MOST_SILENCES, STREAM_KINDS } from '../../model/silence.ts';
import { clock, count } from '../limits.ts';
import { FIELDS_ONLY, figuresOnly, type SessionPart } from './part.ts';

const sinceTime0 = z.number().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

const schema = z.strictObject({
  silences: z
    .array(z.strictObject({ from: sinceTime0, to: sinceTime0, inFlight: count, oldestStart: sinceTime0 }))
    .max(MOST_SILENCES)
    .readonly(),
  silencesLeftOut: count,
  waited: clock,
  streams: z
    .array(
      z.strictObject({
        ...{ kind: z.enum(STREAM_KINDS), start: sinceTime0, firstByte: clock, events: count },
        eventTimes: z.strictObject({ first: clock, last: clock, withFirst: count }).optional(),
      }),
    )
    .max(MOST_OPEN_STREAMS)
    .readonly(),
  streamsLeftOut: count,
  knowsUnanswered: z.boolean(),
  warmUp: z.strictObject({ sent: count, answered: count }).optional(),
}) satisfies z.ZodType<Liveness>;

/** Absent: recorded before it was measured, or the load had not ended. */
const FIELDS = { liveness: schema.optional() };

interface LivenessEntry {
  readonly type: 'liveness';
  readonly liveness: Liveness;
}

export const LIVENESS: SessionPart<'liveness', LivenessEntry, Liveness | null, typeof FIELDS, null> = {
  ...figuresOnly<LivenessEntry>(),
  ...FIELDS_ONLY,
  name: 'liveness',
  entries: ['liveness'],
  redraws: 'load',
  empty: () => null,
  add: (_, { liveness }) => liveness,
  fields: FIELDS,
  describe: (liveness) => (liveness === null ? {} : { liveness }),
  read: (_, { liveness }) => (liveness === undefined ? [] : [{ type: 'liveness', liveness }]),
};
