/** What a session file says of a snapshot of a heap. */
import * as z from '../base/schema.ts';
import { count } from './limits.ts';

const name = z.string().max(1_000);
/** Of objects; those of a comparison may have been of several processes. */
const bytes = count;

const constructorSchema = z.strictObject({ name, count, selfBytes: bytes, retainedBytes: bytes });

export const heapSummarySchema = z.strictObject({
  objects: count,
  references: count,
  bytes,
  constructors: z.array(constructorSchema).max(10_000),
  otherConstructors: z.strictObject({ constructors: count, count, selfBytes: bytes }).nullable(),
  retainers: z
    .array(
      z.strictObject({
        kind: z.enum(['variable', 'global', 'timers', 'module cache']),
        name,
        constructor: name,
        delayMs: count.nullable(),
        url: z.string().max(20_000),
        selfBytes: bytes,
        retainedBytes: bytes,
      }),
    )
    .max(1_000),
  tree: z
    .array(
      z.strictObject({
        depth: z.number().int().min(0).max(100_000),
        name,
        constructor: name,
        count,
        selfBytes: bytes,
        retainedBytes: bytes,
      }),
    )
    .max(10_000),
});
