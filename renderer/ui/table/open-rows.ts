/** Which rows of a tree are visible. Pure. */

export interface ShownRow {
  /** Place among all rows. */
  readonly index: number;
  readonly hasMore: boolean;
  readonly isOpen: boolean;
}

/** `depths`: of all rows, each right below its parent; `open`: places of the rows whose children are shown. */
export function openRows(depths: readonly number[], open: ReadonlySet<number>): ShownRow[] {
  const shown: ShownRow[] = [];
  let deepest = 0;
  depths.forEach((depth, index) => {
    if (depth > deepest) return;
    const hasMore = (depths[index + 1] ?? 0) > depth;
    const isOpen = hasMore && open.has(index);
    shown.push({ index, hasMore, isOpen });
    deepest = isOpen ? depth + 1 : depth;
  });
  return shown;
}
