/** Many numbers by where they belong, without an array for each place. */

export const NONE = -1;

/** Lists of numbers below `count`, each ascending. */
export interface Lists {
  /** By place; NONE: it has none. */
  readonly first: Int32Array;
  /** The one after each; NONE: there is none. */
  readonly next: Int32Array;
}

/** `placeOf`: NONE for what belongs nowhere. */
export function listsByPlace(places: number, count: number, placeOf: (one: number) => number): Lists {
  const [first, next] = [new Int32Array(places).fill(NONE), new Int32Array(count).fill(NONE)];
  for (let one = count - 1; one >= 0; one--) {
    const place = placeOf(one);
    if (place < 0) continue;
    next[one] = first[place]!;
    first[place] = one;
  }
  return { first, next };
}

/** The values of each place, in ascending order. A value that is below 0 is left out. */
export function valuesByPlace(places: number, placeOf: ArrayLike<number>, amountOf: (one: number) => number): readonly Float64Array[] {
  const ends = new Uint32Array(places + 1);
  for (let one = 0; one < placeOf.length; one++) if (placeOf[one]! >= 0 && amountOf(one) >= 0) ends[placeOf[one]! + 1]! += 1;
  for (let place = 0; place < places; place++) ends[place + 1]! += ends[place]!;
  const values = new Float64Array(ends[places]!);
  const at = ends.slice(0, places);
  for (let one = 0; one < placeOf.length; one++) {
    const place = placeOf[one]!;
    const value = place < 0 ? NONE : amountOf(one);
    if (value >= 0) values[at[place]!++] = value;
  }
  return Array.from(at, (end, place) => values.subarray(ends[place]!, end).sort());
}
