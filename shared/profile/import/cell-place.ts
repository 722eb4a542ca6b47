/** The place of a cell in a file, by its table, its column and its row: `threads[0].stackTable.frame[3]`. */
export type CellPlace = (table: string, column: string, row: number) => string;

/** Of tables that are lists of equal length, one for each column. */
export function cellsIn(path: string): CellPlace {
  return (table, column, row) => `${path}.${table}.${column}[${row}]`;
}
