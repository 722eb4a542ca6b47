import type { RunReport } from '../../../shared/model/report.ts';
import { periodsTable } from '../../../shared/report/period-table.ts';
import { levelsTable, phasesTable, planTable } from '../../../shared/report/run-tables.ts';
import { type Cell, cellText, type ReportTable } from '../../../shared/report/table.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import css from './OverviewTab.module.css';

/** The requests of a plan, the phases of a schedule or the levels of a sweep; nothing where the load has none of them. */
export function PartTables({ run }: { run: RunReport }) {
  const tables = [planTable(run), phasesTable(run), levelsTable(run)];
  return tables.map((table) => table && <Parts key={table.caption} table={table} />);
}

/** What was counted in every ten seconds, folded: the charts show the same. */
export function PeriodTable({ run }: { run: RunReport }) {
  const text = useText('run.parts');
  const table = periodsTable(run);
  if (table === null) return null;
  return (
    <Disclosure summary={table.caption} note={text('periodsCount', { count: table.rows.length })}>
      <Parts table={table} />
    </Disclosure>
  );
}

type Row = readonly Cell[];

function Parts({ table: { caption, columns, rows, note } }: { table: ReportTable }) {
  const shown = columns.map(
    ({ title, numeric }, index): Column<Row> => ({
      id: title,
      header: title,
      text: (row) => cellText(row[index]!),
      cell: (row) => <Figure cell={row[index]!} />,
      ...(numeric ? { numeric } : { rowHeader: true, width: '24%' }),
    }),
  );
  return (
    <section className={css.section}>
      <h3>{caption}</h3>
      <Table label={caption} columns={shown} rows={rows} rowKey={(row) => `${cellText(row[0]!)} ${cellText(row[1]!)}`} />
      {note && <p className={css.note}>{note}</p>}
    </section>
  );
}

function Figure({ cell }: { cell: Cell }) {
  if (typeof cell === 'string') return cell;
  return (
    <span className={cell.tone === 'weak' ? css.weak : undefined} data-tone={cell.tone} title={cell.title}>
      {cell.text}
    </span>
  );
}
