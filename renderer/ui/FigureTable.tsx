import { type ReactNode, useRef } from 'react';
import { type Cell, cellText, narrowTable, noteOf, type ReportTable } from '../../shared/report/table.ts';
import { TakeTable } from '../take/TakeTable.tsx';
import css from './FigureTable.module.css';
import { HelpLink } from './HelpLink.tsx';
import { type Column, Table } from './Table.tsx';
import { Term } from './Term.tsx';

type Row = readonly Cell[];

export interface FigureTableProps {
  readonly table: ReportTable;
  /** CSS widths of the columns, where the table itself does not say; absent: the name of a row has a quarter, and figures share the rest. */
  readonly widths?: readonly string[];
  /** Without its caption and its note, where something else stands between them. */
  readonly bare?: boolean;
  /** Between the caption and the figures. */
  readonly above?: ReactNode;
  /** Below the note. */
  readonly below?: ReactNode;
}

/** A table of reports on the screen, with its caption and its note. */
export function FigureTable({ table, widths, bare = false, above, below }: FigureTableProps) {
  const { caption, term, page } = table;
  const note = noteOf(table);
  const figures = table.facts ? <Facts table={table} /> : <Figures table={narrowTable(table)} widths={widths} />;
  if (bare) return figures;
  return (
    <section className={css.section}>
      <h3>{term === undefined ? caption : <Term id={term}>{caption}</Term>}</h3>
      {above !== undefined && <div className={css.above}>{above}</div>}
      {figures}
      {note !== '' && (
        <p className={css.note}>
          {note}
          {page !== undefined && (
            <>
              {' '}
              <HelpLink page={page} />
            </>
          )}
        </p>
      )}
      {below}
    </section>
  );
}

/** Of a long table: so many rows, then it scrolls. */
const MOST_PX = 240;

function Figures({ table: { caption, columns, rows, long }, widths }: { table: ReportTable; widths: readonly string[] | undefined }) {
  const shown = columns.map(({ title, numeric, term, share }, index): Column<Row> => {
    const width = widths?.[index] ?? (share !== undefined ? `${share}%` : index === 0 && !numeric ? '24%' : null);
    return {
      id: title,
      header: title,
      text: (row) => cellText(row[index]!),
      cell: (row) => <FigureCell cell={row[index]!} />,
      ...(numeric ? { numeric } : {}),
      ...(index === 0 ? { rowHeader: true } : {}),
      ...(width === null ? {} : { width }),
      ...(term && { term }),
      ...(long && { sortValue: (row) => sortedBy(row[index]!) }),
    };
  });
  // Rows can be alike, as two runs with the same figures.
  const places = new Map(rows.map((row, at) => [row, at]));
  return (
    <Table
      label={caption}
      columns={shown}
      rows={rows}
      rowKey={(row) => places.get(row)!}
      {...(long && { height: `${Math.min(MOST_PX, 26 + 20 * Math.max(1, rows.length))}px` })}
    />
  );
}

function sortedBy(cell: Cell): string | number | undefined {
  const { value, text } = typeof cell === 'string' ? { value: undefined, text: cell } : cell;
  return value ?? text;
}

function FigureCell({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return cell;
  const { text, tone, title, whole } = cell;
  return (
    <span className={css.cell} data-tone={tone} title={title ?? whole}>
      {text}
    </span>
  );
}

/** Names and values without a head. */
function Facts({ table }: { table: ReportTable }) {
  const latest = useRef<() => ReportTable>(null!);
  latest.current = () => table;
  const { columns, rows, caption } = table;
  return (
    <div className={css.frame} data-numeric={columns[1]?.numeric}>
      <dl className={css.facts} data-numeric={columns[1]?.numeric}>
        {rows.map(([name = '', value = '']) => (
          <div key={cellText(name)}>
            <dt data-tone={toneOf(name)}>
              {typeof name === 'string' || name.term === undefined ? cellText(name) : <Term id={name.term}>{name.text}</Term>}
            </dt>
            <dd data-tone={toneOf(value)}>{cellText(value)}</dd>
          </div>
        ))}
      </dl>
      <TakeTable className={css.take} title={caption} latest={latest} />
    </div>
  );
}

const toneOf = (cell: Cell) => (typeof cell === 'string' ? undefined : cell.tone);
