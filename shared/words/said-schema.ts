/** What a file may say: any key, so that a file of a newer version can be opened, with parameters of bounded depth and size. */
import * as z from '../model/schema.ts';
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

function saidWithin(depth: number): z.ZodType<Said> {
  const verbatim = z.strictObject({ verbatim: z.string().max(MAX_TEXT) });
  const params = z.record(z.string().max(100), paramWithin(depth)).refine((all) => Object.keys(all).length <= MAX_PARAMS);
  return z.union([verbatim, z.strictObject({ key: z.string().max(200), params })]);
}

function paramWithin(depth: number): z.ZodType<Param> {
  const plain = [z.string().max(MAX_TEXT), z.number(), figureSchema] as const;
  if (depth === 0) return z.union(plain);
  const inner = paramWithin(depth - 1);
  const list = z.strictObject({ list: z.array(inner).max(MAX_LIST), by: z.enum(['comma', 'and', 'or']) });
  return z.union([...plain, list, saidWithin(depth - 1)]);
}

export const saidSchema: z.ZodType<Said> = saidWithin(MAX_DEPTH);
