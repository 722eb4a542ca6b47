import { type Cell, cellText, type ReportTable } from '../../shared/report/table.ts';
import css from './FigureTable.module.css';
import { type Column, Table } from './Table.tsx';

type Row = readonly Cell[];

export interface FigureTableProps {
  readonly table: ReportTable;
  /** CSS widths of the columns; absent: the name of a row has a quarter, and figures share the rest. */
  readonly widths?: readonly string[];
  /** Without its caption and its note, where something else stands between them. */
  readonly bare?: boolean;
}

/** A table of reports on the screen, with its caption and its note. */
export function FigureTable({ table: { caption, columns, rows, note }, widths, bare = false }: FigureTableProps) {
  const shown = columns.map(({ title, numeric, term }, index): Column<Row> => {
    const width = widths?.[index] ?? (index === 0 && !numeric ? '24%' : null);
    return {
      id: title,
      header: title,
      text: (row) => cellText(row[index]!),
      cell: (row) => <FigureCell cell={row[index]!} />,
      ...(numeric ? { numeric } : index === 0 ? { rowHeader: true } : {}),
      ...(width === null ? {} : { width }),
      ...(term && { term }),
    };
  });
  // Rows can be alike, as two runs with the same figures.
  const places = new Map(rows.map((row, at) => [row, at]));
  const figures = <Table label={caption} columns={shown} rows={rows} rowKey={(row) => places.get(row)!} />;
  if (bare) return figures;
  return (
    <section className={css.section}>
      <h3>{caption}</h3>
      {figures}
      {note && <p className={css.note}>{note}</p>}
    </section>
  );
}

function FigureCell({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return cell;
  return (
    <span className={css.cell} data-tone={cell.tone} title={cell.title}>
      {cell.text}
    </span>
  );
}
