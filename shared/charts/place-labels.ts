/** Names beside the ends of lines, moved as little as it takes that none lies over another. Pure. */

export interface LabelRoom {
  /** Height of a label, px. */
  readonly row: number;
  readonly top: number;
  readonly bottom: number;
}

/** Closer wishes count as equal, px: nobody sees which of two such lines is the upper one. */
const NEAR = 1;

/** The place of each label, in the order of `wanted`. Of equal wishes the first is the highest. */
export function placeLabels(wanted: readonly number[], { row, top, bottom }: LabelRoom): number[] {
  const group = (place: number): number => Math.round(place / NEAR);
  const order = wanted.map((_, index) => index).sort((a, b) => group(wanted[a]!) - group(wanted[b]!) || a - b);
  const places: number[] = [];
  for (const index of order) places.push(Math.max(wanted[index]!, (places[places.length - 1] ?? top - row) + row));
  // What was pushed below the room goes up again, and pushes those above it.
  for (let at = places.length - 1, limit = bottom; at >= 0; at--, limit -= row) places[at] = Math.min(places[at]!, limit);
  const out = new Array<number>(wanted.length);
  order.forEach((index, at) => {
    out[index] = places[at]!;
  });
  return out;
}
