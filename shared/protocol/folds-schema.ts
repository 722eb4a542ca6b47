/** How a call tree is shown, in questions about profiles: what is folded, and from which side it is read. */
import * as z from '../base/schema.ts';
import { AROUND } from '../profile/tree/around.ts';
import { MOST_FOLDS } from '../profile/tree/folds.ts';

/** A function as a profile names it; names of other people's programs may be long. */
export const functionName = { function: z.string().max(10_000), url: z.string().max(10_000), line: z.number().int().min(0) };
export const foldsSchema = z
  .array(z.union([z.strictObject({ how: z.literal('mine') }), z.strictObject({ how: z.enum(['function', 'recursion']), ...functionName })]))
  .max(MOST_FOLDS)
  .optional();
export const reshapeSchema = z
  .union([z.strictObject({ as: z.literal('bottomUp') }), z.strictObject({ as: z.enum(AROUND), ...functionName })])
  .optional();
