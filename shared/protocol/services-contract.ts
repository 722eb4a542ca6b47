/** The part of the contract that is about services with hidden parameters. An engine has one pair of them, for all pages. */
import * as z from '../model/schema.ts';
import { SEEDS, type ServicesState } from '../model/services.ts';

const name = z.string().min(1).max(100);

export const servicesRequests = {
  /** Of a study, in one of its forms; those that are running end. `seed` null: any. */
  'services.start': z.strictObject({
    study: z.string().min(1).max(4_096),
    form: name,
    seed: z.number().int().min(SEEDS.low).max(SEEDS.high).nullable(),
  }),
  'services.stop': z.strictObject({}),
  /** All of them, one after the other. */
  'services.probe': z.strictObject({}),
  /** What was found is kept. */
  'services.stop-probe': z.strictObject({}),
  /** From now on the state has what they are. */
  'services.reveal': z.strictObject({}),
  'services.state': z.strictObject({}),
} as const;

export interface ServicesAnswers {
  'services.start': null;
  'services.stop': null;
  'services.probe': null;
  'services.stop-probe': null;
  'services.reveal': null;
  'services.state': ServicesState;
}

/** More is known, or something has ended. */
export interface ServicesEvent {
  type: 'services.changed';
}
