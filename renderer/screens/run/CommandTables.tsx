import type { ExternalReport, RunReport } from '../../../shared/model/report.ts';
import { externalTables } from '../../../shared/report/external-tables.ts';
import { toExternalReport } from '../../../shared/session/external-report.ts';
import { FigureTable } from '../../ui/FigureTable.tsx';
import css from './OverviewTab.module.css';

/** What the load command says of the run; nothing where a client of ours made the load, or as long as it has said nothing. */
export function CommandTables({ run }: { run: RunReport }) {
  if (run.byCommand === undefined || run.byCommand === null) return null;
  const result: ExternalReport = toExternalReport(run, run.byCommand);
  return (
    <section className={css.section}>
      {externalTables(result).map((table) => (
        <FigureTable key={table.caption} table={table} />
      ))}
    </section>
  );
}
