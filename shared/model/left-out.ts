/** What a copy of a session can be saved without. */
export const LEFT_OUT = ['bodies', 'headers', 'output', 'source', 'values', 'statements', 'hosts', 'notes', 'paths'] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** On the command line: every part. */
export const LEAVE_OUT_ALL = 'all';

export function isLeftOut(name: string): name is LeftOut {
  return (LEFT_OUT as readonly string[]).includes(name);
}

/** In their order, each once. */
export function joinLeftOut(...lists: readonly (readonly LeftOut[])[]): LeftOut[] {
  return LEFT_OUT.filter((one) => lists.some((list) => list.includes(one)));
}
