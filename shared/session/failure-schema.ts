/** What a session file says of something that failed. */
import * as z from '../base/schema.ts';
import { saidSchema } from '../words/said-schema.ts';
import { text } from './limits.ts';

export const failureSchema = z.strictObject({
  code: text,
  says: saidSchema,
  hint: saidSchema.nullable(),
  detail: z.string().max(10_000_000).optional(),
});
