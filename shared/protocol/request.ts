/** What a request of the contract is, and parts of schemas that several topics have. */

import * as z from '../base/schema.ts';

/**
 * What a connection may do. `read`: look at what this engine has open or measures, and at what the product itself is. `act`: everything: start, change and
 * save, and look at what else is on this machine, such as files, processes and earlier set-ups.
 */
export type Right = 'read' | 'act';

/** Whether a connection with this right may make a request that needs another. */
export function may(has: Right, needs: Right): boolean {
  return has === 'act' || needs === 'read';
}

/** Request name -> the right it needs, its parameters, and what it replies when it succeeds. */
export type Requests = Readonly<
  Record<string, { readonly needs: Right; readonly params: z.ZodType; readonly reply: (reply: never) => unknown }>
>;

/** Stands for the type of a reply, which only the compiler needs. */
export const gives = <Reply>(reply: Reply): Reply => reply;

export const id = z.string().min(1).max(200);
export const filePath = z.string().min(1).max(4_096);
export const MOST_NOTES = 1_000_000;
export const windowSchema = z.strictObject({ fromMs: z.number(), toMs: z.number() }).nullable();
export const frameKinds = z.array(z.enum(['own', 'dependency', 'core', 'native'])).max(4);
