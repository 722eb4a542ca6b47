/** Stretches of an axis, of which what overlaps counts once. */
import { firstAboveBy } from './ascending.ts';

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** In order, none touching another. */
export function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** What [from, to) has of them. They are joined. */
export function within(joined: readonly Stretch[], from: number, to: number): Stretch[] {
  const found: Stretch[] = [];
  for (let at = firstAboveBy(joined, from, (one) => one.to); at < joined.length && joined[at]!.from < to; at++)
    found.push({ from: Math.max(from, joined[at]!.from), to: Math.min(to, joined[at]!.to) });
  return found;
}

export function lengthOf(joined: readonly Stretch[]): number {
  return joined.reduce((sum, { from, to }) => sum + to - from, 0);
}
