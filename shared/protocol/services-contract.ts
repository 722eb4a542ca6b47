/** The part of the contract about unknown services. An engine has one pair of them, for all pages. */
import * as z from '../base/schema.ts';
import { SEEDS, type ServicesState, type StudiedServices } from '../model/services.ts';
import { guessSchema, MOST_SERVICES } from '../session/services-cell.ts';
import { filePath, gives, id, type Requests } from './request.ts';

const name = z.string().min(1).max(100);

export const servicesRequests = {
  /** Of a study, in one of its forms; those that are running end. `seed` null: any. */
  'services.start': {
    needs: 'act',
    params: z.strictObject({
      study: filePath,
      form: name,
      seed: z.number().int().min(SEEDS.low).max(SEEDS.high).nullable(),
    }),
    reply: gives<null>,
  },
  /** One for each, in their order, before the probe; they are written down once, in a session that begins with them. */
  'services.guess': {
    needs: 'act',
    params: z.strictObject({ guesses: z.array(guessSchema).min(1).max(MOST_SERVICES) }),
    reply: gives<{ sessionId: string }>,
  },
  'services.stop': { needs: 'act', params: z.strictObject({}), reply: gives<null> },
  /** All of them, one after the other. */
  'services.probe': { needs: 'act', params: z.strictObject({}), reply: gives<null> },
  /** What was found is kept. */
  'services.stop-probe': { needs: 'act', params: z.strictObject({}), reply: gives<null> },
  /** From now on the state has what they are. */
  'services.reveal': { needs: 'act', params: z.strictObject({}), reply: gives<null> },
  /** As its screen shows it. */
  'services.session': { needs: 'read', params: z.strictObject({ sessionId: id }), reply: gives<StudiedServices> },
  'services.state': { needs: 'read', params: z.strictObject({}), reply: gives<ServicesState> },
} as const satisfies Requests;

/** More is known, or something has ended. */
export interface ServicesEvent {
  type: 'services.changed';
}
