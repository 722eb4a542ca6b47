/** The rows of the function table: filtered, sorted, with expanded callers below their callee. */

import type { FunctionRow } from '../../../../shared/model/profile/profile-views.ts';
import { matcherOf } from '../../../../shared/profile/tree/frame-search.ts';
import { FUNCTION_VALUES } from '../../../../shared/report/tables/functions.ts';
import { type Sort, type SortValue, sortRows } from '../../../ui/table/table-sort.ts';

export interface ShownFunction {
  readonly row: FunctionRow;
  /** Identifies a row of the table: the indices from the function up to this caller. */
  readonly key: string;
  readonly path: readonly number[];
  readonly depth: number;
  readonly open: boolean;
}

const VALUES: Readonly<Record<string, (row: FunctionRow) => SortValue>> = FUNCTION_VALUES;

export function isSortable(column: string): boolean {
  return Object.keys(VALUES).includes(column);
}

export function filterFunctions(rows: readonly FunctionRow[], filter: string): readonly FunctionRow[] {
  const isFound = matcherOf(filter);
  return isFound === null ? rows : rows.filter((row) => isFound(row.function, row.url, row.line));
}

export function sortFunctions(rows: readonly FunctionRow[], sort: Sort): readonly FunctionRow[] {
  const read = VALUES[sort.column];
  return read === undefined ? rows : sortRows(rows, read, sort.descending);
}

export function showFunctions(
  rows: readonly FunctionRow[],
  callers: ReadonlyMap<string, readonly FunctionRow[]>,
  sort: Sort,
): readonly ShownFunction[] {
  const shown: ShownFunction[] = [];
  const add = (level: readonly FunctionRow[], above: readonly number[]): void => {
    for (const row of level) {
      const path = [...above, row.index];
      const key = path.join('/');
      const below = callers.get(key);
      shown.push({ row, key, path, depth: above.length, open: below !== undefined });
      if (below !== undefined) add(sortFunctions(below, sort), path);
    }
  };
  add(rows, []);
  return shown;
}
