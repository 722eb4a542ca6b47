/** What a session file may make us allocate, and the numbers and texts that its schemas are made of. */
import * as z from '../base/schema.ts';
import type { Bytes } from '../base/units.ts';
import { MOST_THREAD } from '../model/profile/profile.ts';

export const CAPS = {
  /** Inflated text, all parts of a run together; a 16 h profile of one process at 1 ms. */
  text: 256 * 1024 * 1024,
  /** Of all runs of a comparison together: what reading it may take. A thousand runs that fill their output stay below. */
  textOfAll: 2 * 1024 * 1024 * 1024,
  /** Deflate reaches 1000:1 on nothing but repetition; our own text stays far below 200:1 ... */
  ratio: 200,
  /** ... unless it is small: a megabyte of the same line in output.txt. Nothing below this is worth refusing. */
  ratioFrom: 16 * 1024 * 1024,
  /** 6 variants, 200 rounds, a dozen parts each. */
  parts: 20_000,
  manifest: 32 * 1024 * 1024,
  /** A table that is read in one piece: four million samples, a day of thirty processes. */
  table: 256 * 1024 * 1024,
} as const satisfies Record<string, Bytes>;

/** Load processes of one run. */
export const MOST_LOAD_PROCESSES = 1_000;

export const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
export const clock = z.number().min(0).max(Number.MAX_SAFE_INTEGER);
/** A short text: a name, a title, a path. */
export const text = z.string().max(10_000);
/** The address of a file of code, or a name in it. */
export const address = z.string().max(20_000);
export const pid = z.number().int().min(0).max(0xffff_ffff);
export const threadId = z.number().int().min(0).max(MOST_THREAD);

/** A number from the lowest to the highest that is allowed. */
export const within = ({ low, high }: { readonly low: number; readonly high: number }) => z.number().min(low).max(high);
