/** Places in ascending numbers, found by halving. */

/** Index of the first that is not below `at`, from `first` on and before `end`; `end` when none is. */
export function firstNotBelow(ascending: ArrayLike<number>, at: number, first = 0, end: number = ascending.length): number {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the first that is above `at`, within the first `length`; `length` when none is. */
export function firstAbove(ascending: ArrayLike<number>, at: number, length: number = ascending.length): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same of things that are in the order of a number of each. */
export function firstAboveBy<T>(ascending: readonly T[], at: number, numberOf: (one: T) => number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberOf(ascending[middle]!) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
