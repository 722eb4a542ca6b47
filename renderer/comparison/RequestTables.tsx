import type { ComparisonInfo } from '../../shared/protocol/comparison-contract.ts';
import { requestParts } from '../../shared/report/comparison-tables.ts';
import type { ReportTable } from '../../shared/report/table.ts';
import { FigureTable } from '../ui/FigureTable.tsx';

/** Request, metric, both figures, difference, interval, verdict: what fits; reports have the rest. */
const VERDICT_WIDTHS = ['14%', '23%', '8%', '8%', '9%', '16%', '22%'];

/** Figures and verdicts of each request of a plan; nothing where it has but one. */
export function RequestTables({ info }: { info: ComparisonInfo }) {
  const { figures, verdicts, why } = requestParts(info);
  if (figures === null) return null;
  return (
    <div>
      <FigureTable table={figures} />
      {verdicts.map((table) => (
        <FigureTable key={table.caption} table={shortened(table)} widths={VERDICT_WIDTHS} />
      ))}
      {why !== null && <p className="muted">{why}</p>}
    </div>
  );
}

function shortened({ columns, rows, ...table }: ReportTable): ReportTable {
  const shown = VERDICT_WIDTHS.length;
  return { ...table, columns: columns.slice(0, shown), rows: rows.map((row) => row.slice(0, shown)) };
}
