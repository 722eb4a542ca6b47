import type { RunReport } from '../../../shared/model/report.ts';
import { periodsTable } from '../../../shared/report/period-table.ts';
import { levelRequestsTable, levelsTable, phasesTable, planTable } from '../../../shared/report/run-tables.ts';
import { LevelCurves } from '../../charts/LevelCurves.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FigureTable } from '../../ui/FigureTable.tsx';

/** The requests of a plan, the phases of a schedule or the levels of a sweep, which are drawn as well; nothing where the load has none of them. */
export function PartTables({ run }: { run: RunReport }) {
  const text = useText('run.levels');
  const tables = [planTable(run), phasesTable(run), levelsTable(run), levelRequestsTable(run)];
  return (
    <>
      <LevelCurves id="levels" levels={run.levels} bracket={run.bracket ?? null} title={text('title')} help={text('help')} />
      {tables.map((table) => table && <FigureTable key={table.caption} table={table} />)}
    </>
  );
}

/** What was counted in every ten seconds, folded: the charts show the same. */
export function PeriodTable({ run }: { run: RunReport }) {
  const text = useText('run.parts');
  const table = periodsTable(run);
  if (table === null) return null;
  return (
    <Disclosure summary={table.caption} note={text('periodsCount', { count: table.rows.length })}>
      <FigureTable table={table} />
    </Disclosure>
  );
}
