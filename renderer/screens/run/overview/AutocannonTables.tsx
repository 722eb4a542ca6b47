import type { RunReport } from '../../../../shared/model/report.ts';
import { type AutocannonPart, autocannonParts } from '../../../../shared/report/autocannon-tables.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { FigureTable } from '../../../ui/FigureTable.tsx';
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
        {[latency, rates].map((table) => (
          <div key={table.caption} className={css.figures}>
            <FigureTable table={table} bare />
          </div>
        ))}
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
