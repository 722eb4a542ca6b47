/** Whom a percentile of lateness is about, for sentences that tell one. */

/** With fewer values the 99th percentile (nearest rank) is the largest. */
const A_HUNDRED = 100;

/** `sent`: how many requests the percentile is of. `other`: enough for 1 % of them. */
export function whoIsLate(sent: number): 'only' | 'latest' | 'other' {
  if (sent === 1) return 'only';
  return sent < A_HUNDRED ? 'latest' : 'other';
}
