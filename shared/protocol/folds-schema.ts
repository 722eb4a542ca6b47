/** The folds of a call tree in questions about profiles. */
import * as z from '../model/schema.ts';
import { MOST_FOLDS } from '../profile/folds.ts';

/** A function as a profile names it; names of other people's programs may be long. */
export const functionName = { function: z.string().max(10_000), url: z.string().max(10_000), line: z.number().int().min(0) };
export const foldsSchema = z
  .array(z.union([z.strictObject({ how: z.literal('mine') }), z.strictObject({ how: z.enum(['function', 'recursion']), ...functionName })]))
  .max(MOST_FOLDS)
  .optional();
