import type { RunReport } from '../../../../shared/model/report.ts';
import type { ClientPart } from '../../../../shared/report/client-result.ts';
import { CLIENT_RESULTS } from '../../../../shared/report/client-results.ts';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import css from './OverviewTab.module.css';

/** What the client itself says of the run, as its users know it; nothing of a client that says nothing. */
export function ClientTables({ run, live }: { run: RunReport; live: boolean }) {
  const result = CLIENT_RESULTS.find(({ client }) => client === run.load.client);
  if (result === undefined) return null;
  const parts = result.parts(run);
  if (parts.length > 0) return parts.map((part) => <Part key={part.title} part={part} />);
  return (
    <section className={css.section}>
      <h3>{result.title()}</h3>
      <p className="muted">{result.none(run.window !== null ? 'window' : live ? 'not yet' : 'at the end')}</p>
    </section>
  );
}

function Part({ part: { title, tables, lines, note } }: { part: ClientPart }) {
  return (
    <section className={css.section}>
      <h3>{title}</h3>
      <div className={css.pair}>
        {tables.map((table) => (
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
