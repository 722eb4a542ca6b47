/** Which rows of the bottom-up profile are visible. Pure. */
import type { BottomUpRow } from '../../shared/model/profile/ticks.ts';

export interface ShownRow {
  readonly row: BottomUpRow;
  /** Place among all rows, which names it. */
  readonly index: number;
  readonly hasMore: boolean;
  readonly isOpen: boolean;
}

/** `rows` in the order of print, callers right below what they called; `open`: places of the rows whose callers are shown. */
export function openRows(rows: readonly BottomUpRow[], open: ReadonlySet<number>): ShownRow[] {
  const shown: ShownRow[] = [];
  let deepest = 0;
  rows.forEach((row, index) => {
    if (row.depth > deepest) return;
    const hasMore = (rows[index + 1]?.depth ?? 0) > row.depth;
    const isOpen = hasMore && open.has(index);
    shown.push({ row, index, hasMore, isOpen });
    deepest = isOpen ? row.depth + 1 : row.depth;
  });
  return shown;
}
