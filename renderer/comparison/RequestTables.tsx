import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { requestParts } from '../../shared/report/comparison-tables.ts';
import { FigureTable } from '../ui/table/FigureTable.tsx';

/** Figures and verdicts of each request of a plan; nothing where it has but one. */
export function RequestTables({ info }: { info: ComparisonInfo }) {
  const { figures, verdicts, why } = requestParts(info);
  if (figures === null) return null;
  return (
    <div>
      <FigureTable table={figures} />
      {verdicts.map((table) => (
        <FigureTable key={table.caption} table={table} />
      ))}
      {why !== null && <p className="muted">{why}</p>}
    </div>
  );
}
