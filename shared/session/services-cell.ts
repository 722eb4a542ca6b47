/** What a session file says of a study of unknown services: all there is. */
import * as z from '../base/schema.ts';
import { PROBE_LIMITS } from '../model/probe.ts';
import { type RecordedServices, SEEDS } from '../model/services.ts';
import { failureSchema } from './failure-schema.ts';
import { leftOutSchema } from './left-out-schema.ts';
import { text } from './limits.ts';
import { probeSchema } from './probe-schema.ts';

const lessonText = z.string().max(20_000);
const workers = z.number().int().min(1).max(PROBE_LIMITS.max.high);

export const guessSchema = z.strictObject({
  workers: z.union([workers, z.literal('no-limit')]).nullable(),
  synchronous: z.boolean().nullable(),
});

/** What a service is. */
export const truthSchema = z
  .strictObject({
    kind: z.enum(['limit', 'no-limit', 'synchronous', 'processes']),
    workers: workers.nullable(),
    serviceMs: z.number().positive().max(3_600_000),
  })
  .refine((truth) => (truth.workers === null) === (truth.kind === 'no-limit'), 'a limit, or none');

/** As many as are named. */
export const MOST_SERVICES = 4;

export const servicesCellSchema = z.strictObject({
  kind: z.literal('services'),
  id: z.string().min(1).max(200),
  name: z.string().max(1_000),
  createdAt: z.string().max(100),
  plan: z.strictObject({
    study: text,
    folder: text.nullable(),
    title: text,
    form: z.strictObject({ name: text, title: text, budgetS: z.number().min(0) }),
    seed: z.number().int().min(SEEDS.low).max(SEEDS.high).nullable(),
    lesson: z.strictObject({ question: text, before: lessonText, reveal: lessonText, explain: lessonText, tryNext: lessonText }),
  }),
  services: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(10),
        url: text,
        lightUrl: text,
        guess: guessSchema.nullable(),
        report: probeSchema.nullable(),
        failure: failureSchema.nullable(),
        /** Null: it was not told. */
        truth: truthSchema.nullable(),
      }),
    )
    .min(1)
    .max(MOST_SERVICES)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'a name twice')
    .readonly(),
  leftOut: leftOutSchema,
  /** The conclusion. */
  notes: z.string().max(1_000_000),
});
/** What a file says of a study of unknown services. */
export type ServicesManifest = z.infer<typeof servicesCellSchema>;

/** What is recorded of it. */
export function recordedServices({ id, name, createdAt, plan, services }: ServicesManifest): RecordedServices {
  return { id, name, createdAt, plan, services: services as RecordedServices['services'] };
}
