/** What a session file says of what a probe has found. */
import * as z from '../base/schema.ts';
import type { Distribution } from '../model/distribution.ts';
import { scheduleOf } from '../model/load-models.ts';
import { PROBE_LIMITS, PROBE_PARTS, type ProbeReport } from '../model/probe.ts';
import { text } from './limits.ts';

const amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const count = amount.int();
const connections = count.min(1);
const maybe = amount.nullable();
/** More than any budget has time for. */
const MOST = 100_000;
/** A ramp, and all that was sent at once. */
const MOST_TIMES = 1_000_000;
const percentile = z.string().regex(/^\d{1,3}(\.\d{1,6})?$/);
const isShort = (record: object): boolean => Object.keys(record).length <= 100;
const bounds = z.record(z.string().max(20), amount).refine(isShort, 'too many');
const weak = z.array(percentile).max(100).readonly();

const measuredSchema = z.strictObject({
  count,
  min: amount,
  mean: amount,
  stdev: amount,
  max: amount,
  percentiles: z.record(percentile, amount).refine(isShort, 'too many'),
  weak,
});
const distributionSchema = z.strictObject({
  count,
  min: amount,
  mean: maybe,
  stdev: maybe,
  max: maybe,
  percentiles: z.record(percentile, maybe).refine(isShort, 'too many'),
  weak,
  censored: count.exactOptional(),
  atLeast: bounds.exactOptional(),
  atMost: bounds.exactOptional(),
  answered: measuredSchema.exactOptional(),
}) satisfies z.ZodType<Distribution>;

const fitted = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });
const during = z.enum(['single', 'step', 'level', 'light', 'rates', 'ramp']);

const cutReason = z.enum(['budget', 'stopped', 'no-answer']);

const probeFields = z.strictObject({
  url: text,
  workers: z.number().int().min(1).max(PROBE_LIMITS.max.high).nullable(),
  reason: z.enum(['not-saturated', 'not-steady', 'too-fast', 'budget', 'stopped', 'no-answer']).nullable(),
  atLeast: count,
  capacity: maybe,
  serviceMs: maybe,
  synchronous: z.boolean().nullable(),
  light: z.strictObject({ url: text, aloneMs: amount, meanwhileMs: maybe }).nullable(),
  steps: z
    .array(z.strictObject({ connections, times: z.array(amount).max(PROBE_LIMITS.max.high).readonly(), failed: count }))
    .max(MOST)
    .readonly(),
  levels: z
    .array(z.strictObject({ connections, seconds: amount, failed: count, throughput: amount, latencyMs: distributionSchema.nullable() }))
    .max(MOST)
    .readonly(),
  scaling: z.strictObject({ alpha: fitted, beta: fitted, gamma: fitted, peak: z.number().nullable() }).nullable(),
  arrivals: z
    .strictObject({
      rates: z
        .array(
          z.strictObject({ rate: amount, offered: amount, throughput: amount, latencyMs: distributionSchema.nullable(), failed: count }),
        )
        .max(MOST)
        .readonly(),
      held: maybe,
      broke: maybe,
    })
    .nullable(),
  ramp: z
    .strictObject({
      schedule: text,
      dueS: z.array(amount).max(MOST_TIMES).readonly(),
      latencyMs: z.array(maybe).max(MOST_TIMES).readonly(),
    })
    .refine(({ dueS, latencyMs }) => dueS.length === latencyMs.length, 'a time for each request')
    .refine((ramp) => scheduleOf(ramp) !== null, 'no schedule')
    .nullable(),
  cuts: z
    .array(z.strictObject({ during, reason: cutReason }))
    .max(MOST)
    .readonly(),
  untried: z
    .array(z.strictObject({ part: z.enum(PROBE_PARTS), reason: cutReason }))
    .max(PROBE_PARTS.length)
    .readonly()
    .exactOptional(),
  seconds: amount,
});

export const probeSchema = probeFields.refine(
  ({ workers, reason }) => (workers === null) === (reason !== null),
  'either a number of workers, or why there is none',
) satisfies z.ZodType<ProbeReport>;
