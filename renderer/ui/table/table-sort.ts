/** Sorts a table's rows: stable, missing values always last. */
import { compareNames } from '../../../shared/format/compare-names.ts';

export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

export type SortValue = number | string | null | undefined;

function isMissing(value: SortValue): boolean {
  return value == null || (typeof value === 'number' && Number.isNaN(value));
}

export function compareValues(a: SortValue, b: SortValue, descending: boolean): number {
  const missing = Number(isMissing(a)) - Number(isMissing(b));
  if (missing !== 0 || isMissing(a)) return missing;
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b));
  return descending ? -order : order;
}

export function sortRows<R>(rows: readonly R[], sortValueOf: (row: R) => SortValue, descending: boolean): R[] {
  return [...rows].sort((a, b) => compareValues(sortValueOf(a), sortValueOf(b), descending));
}

/** A second click reverses the order; a new column starts with large numbers or with the first letters. */
export function nextSort(current: Sort | null, column: string, numeric: boolean): Sort {
  return current?.column === column ? { column, descending: !current.descending } : { column, descending: numeric };
}
