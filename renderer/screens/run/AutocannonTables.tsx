import type { RunReport } from '../../../shared/model/report.ts';
import { type AutocannonPart, autocannonParts } from '../../../shared/report/autocannon-tables.ts';
import { type Cell, cellText, type ReportTable } from '../../../shared/report/table.ts';
import { useText } from '../../i18n/i18n.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import css from './OverviewTab.module.css';

/** What autocannon itself says of the run, as its users know it; nothing where it was not the client. */
export function AutocannonTables({ run, live }: { run: RunReport; live: boolean }) {
  const text = useText('run.autocannon');
  if (run.load.client !== 'autocannon') return null;
  const parts = autocannonParts(run);
  if (parts.length > 0) return parts.map((part) => <Part key={part.title} part={part} />);
  return (
    <section className={css.section}>
      <h3>{text('title')}</h3>
      <p className="muted">{text(run.window !== null ? 'ofWhole' : live ? 'later' : 'none')}</p>
    </section>
  );
}

function Part({ part: { title, latency, rates, lines, note } }: { part: AutocannonPart }) {
  return (
    <section className={css.section}>
      <h3>{title}</h3>
      <div className={css.pair}>
        <Figures table={latency} />
        <Figures table={rates} />
      </div>
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={css.note}>{note}</p>
    </section>
  );
}

type Row = readonly Cell[];

function Figures({ table: { caption, columns, rows } }: { table: ReportTable }) {
  const shown = columns.map(
    ({ title, numeric }, index): Column<Row> => ({
      id: title,
      header: title,
      cell: (row) => cellText(row[index]!),
      ...(numeric ? { numeric } : { rowHeader: true, width: '5.5rem' }),
    }),
  );
  return (
    <div className={css.figures}>
      <Table label={caption} columns={shown} rows={rows} rowKey={(row) => cellText(row[0]!)} />
    </div>
  );
}
