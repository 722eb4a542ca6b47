/**
 * Columns of tables whose rows are data. A surface that shows a few of many rows, or lets readers sort and search them, makes the cells of those
 * that are in sight; all others make a table of every row.
 */
import type { Cell, ReportTable, TableColumn } from './table.ts';

export interface RowColumn<Row> extends TableColumn {
  /** One of its kind in its table. */
  readonly id: string;
  readonly cell: (row: Row) => Cell;
  /** What rows are sorted by; absent: they are not. */
  readonly value?: (row: Row) => string | number | null;
}

/** The same columns of rows that have such a row in them. */
export function columnsWithin<Outer, Row>(columns: readonly RowColumn<Row>[], rowOf: (outer: Outer) => Row): readonly RowColumn<Outer>[] {
  return columns.map(({ cell, value, ...column }) => ({
    ...column,
    cell: (outer) => cell(rowOf(outer)),
    ...(value !== undefined && { value: (outer) => value(rowOf(outer)) }),
  }));
}

export function tableOfRows<Row>(columns: readonly RowColumn<Row>[], rows: readonly Row[]): Pick<ReportTable, 'columns' | 'rows'> {
  return {
    columns: columns.map(({ id: _, cell: __, value: ___, ...column }) => column),
    rows: rows.map((row) => columns.map(({ cell }) => cell(row))),
  };
}
