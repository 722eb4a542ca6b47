/** Each pass of a comparison is a session; this is its id. */

export function passSessionId(sessionId: string, index: number): string {
  return `${sessionId}#${index}`;
}

/** The comparison a session is a run of; null: it is none of that kind. */
export function comparisonOfPass(sessionId: string): string | null {
  return /^(.+)#\d+$/.exec(sessionId)?.[1] ?? null;
}

/** Which run of its comparison a session is; null: it is not a run of one. */
export function passOfComparison(sessionId: string): number | null {
  const index = /#(\d+)$/.exec(sessionId)?.[1];
  return index === undefined ? null : Number(index);
}
