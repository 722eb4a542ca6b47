import type { ReactNode } from 'react';
import type { RowColumn } from '../../../shared/report/row-columns.ts';
import { cellText, columnOrder } from '../../../shared/report/table.ts';
import { FigureCell } from './FigureCell.tsx';
import type { Column } from './Table.tsx';

/** What the screen adds to a column. */
export interface OnScreen<Row> {
  /** CSS. */
  readonly width?: string;
  /** The cell with what the screen has beside or around it; `drawn`: as it would be without. */
  readonly draw?: (row: Row, drawn: ReactNode) => ReactNode;
  /** The cell where it is copied, if not as it is written in reports. */
  readonly text?: (row: Row, written: string) => string;
}

/** Columns of data for a table that scrolls, is sorted or opened: figures first, as names may be long. The first one names its row. */
export function rowColumns<Row>(columns: readonly RowColumn<Row>[], added: Readonly<Record<string, OnScreen<Row>>> = {}): Column<Row>[] {
  return columnOrder({ columns, namesLast: true }).map((at): Column<Row> => {
    const { id, title, numeric, term, cell, value } = columns[at]!;
    const { width, draw, text } = added[id] ?? {};
    const drawn = (row: Row) => <FigureCell cell={cell(row)} />;
    const written = (row: Row) => cellText(cell(row));
    return {
      id,
      header: title,
      cell: draw === undefined ? drawn : (row) => draw(row, drawn(row)),
      text: text === undefined ? written : (row) => text(row, written(row)),
      ...(numeric === true && { numeric }),
      ...(term !== undefined && { term }),
      ...(value !== undefined && { sortValue: value }),
      ...(width !== undefined && { width }),
      ...(at === 0 && { rowHeader: true }),
    };
  });
}
