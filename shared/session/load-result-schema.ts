/** What a session file says of a result of another load tool. */
import * as z from '../base/schema.ts';
import { LOAD_TOOLS, LONGEST_NAME, type LoadResult, MOST_NAMED, MOST_PERIODS } from '../model/load/load-result.ts';

const name = z.string().max(LONGEST_NAME);
const amount = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
const count = amount.int();
const maybe = amount.nullable();
const isListed = (record: object): boolean => Object.keys(record).length <= MOST_NAMED;
const counts = z.record(name, count).refine(isListed, 'too many');
const percentiles = z.record(z.string().regex(/^\d{1,3}(\.\d{1,6})?$/), amount).refine(isListed, 'too many');
const times = z
  .strictObject({
    count: count.nullable(),
    countAtLeast: count.optional(),
    min: maybe,
    mean: maybe,
    stdev: maybe,
    max: maybe,
    percentiles,
    weak: z.array(z.string().max(10)).max(MOST_NAMED).readonly(),
  })
  .nullable();

export const loadResultSchema = z.strictObject({
  tool: z.enum(LOAD_TOOLS),
  version: name.nullable(),
  url: z.string().max(2_000).nullable(),
  startedAt: z.string().max(100).nullable(),
  connections: count.nullable(),
  durationMs: maybe,
  requests: z.strictObject({
    sent: count.nullable(),
    completed: count.nullable(),
    failed: count.nullable(),
    timedOut: count.nullable(),
    unexpected: count.nullable(),
    dropped: count.nullable(),
  }),
  status: counts,
  errors: counts,
  bytes: maybe,
  rate: z.strictObject({ mean: amount, stdev: maybe, min: maybe, max: maybe, percentiles }).nullable(),
  times: z.strictObject({ latency: times, firstByte: times, connect: times, session: times }),
  periods: z
    .array(
      z.strictObject({
        fromMs: amount,
        completed: count,
        failed: count.nullable(),
        times: z.strictObject({ p50: maybe, p99: maybe, max: maybe }).nullable(),
      }),
    )
    .max(MOST_PERIODS)
    .readonly(),
  figures: z
    .array(z.strictObject({ name, value: z.number(), unit: name }))
    .max(10_000)
    .readonly(),
  thresholds: z
    .array(z.strictObject({ metric: name, limit: name, isMet: z.boolean() }))
    .max(MOST_NAMED)
    .readonly()
    .optional(),
}) satisfies z.ZodType<LoadResult>;
