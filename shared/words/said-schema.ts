/** What a file may say: any key, so that a file of a newer version can be opened, with parameters of bounded depth and size. */
import * as z from '../base/schema.ts';
import type { Param, Said } from './said.ts';

const MAX_TEXT = 1_000_000;
const MAX_PARAMS = 32;
const MAX_LIST = 1_000;
/** A sentence about a variant, of a part of a file, with a list of messages in it. */
const MAX_DEPTH = 5;

const figureSchema = z.strictObject({
  figure: z.number().nullable(),
  as: z.enum(['count', 'time', 'rough time', 'elapsed', 'percent', 'whole percent', 'bytes']),
});

const verbatimSchema = z.strictObject({ verbatim: z.string().max(MAX_TEXT) });
const keySchema = z.string().max(200);
const plainSchemas = [z.string().max(MAX_TEXT), z.number(), figureSchema] as const;

function saidOf(param: z.ZodType<Param>): z.ZodType<Said> {
  const params = z.record(z.string().max(100), param).refine((all) => Object.keys(all).length <= MAX_PARAMS);
  return z.union([verbatimSchema, z.strictObject({ key: keySchema, params })]);
}

/** Each depth is made once, from the one below it: what is made twice at each depth doubles with every one. */
function paramWithin(depth: number): z.ZodType<Param> {
  if (depth === 0) return z.union(plainSchemas);
  const inner = paramWithin(depth - 1);
  const list = z.strictObject({ list: z.array(inner).max(MAX_LIST), by: z.enum(['comma', 'and', 'or']) });
  return z.union([...plainSchemas, list, saidOf(inner)]);
}

export const saidSchema: z.ZodType<Said> = saidOf(paramWithin(MAX_DEPTH));
