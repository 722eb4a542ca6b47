/** Where the rows of a tree stand, for screen readers. */

export interface TreePlace {
  /** Among the rows below the same one, from 1. */
  readonly nth: number;
  /** How many these are. */
  readonly of: number;
}

/** `levels`: of all rows from the top down, from 1. */
export function findPlaces(levels: readonly number[]): TreePlace[] {
  const open: { count: number }[] = [];
  const found = levels.map((level) => {
    // What is deeper belongs to another row.
    open.length = Math.min(open.length, level);
    open[level - 1] ??= { count: 0 };
    const siblings = open[level - 1]!;
    siblings.count += 1;
    return { nth: siblings.count, siblings };
  });
  return found.map(({ nth, siblings }) => ({ nth, of: siblings.count }));
}

/** The row that this one is below; -1: none. */
export function findParent(levels: readonly number[], at: number): number {
  for (let above = at - 1; above >= 0; above--) if (levels[above]! < levels[at]!) return above;
  return -1;
}
