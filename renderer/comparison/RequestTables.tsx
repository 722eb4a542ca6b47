import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { comparedPieces } from '../../shared/report/tables/compared/index.ts';
import { FigureTable } from '../ui/table/FigureTable.tsx';

/** Figures and verdicts of each request of a plan; nothing where it has but one. */
export function RequestTables({ info }: { info: ComparisonInfo }) {
  const pieces = comparedPieces({ info }, 'screen', 'requests');
  if (pieces.length === 0) return null;
  return (
    <div>
      {pieces.map((piece) =>
        'said' in piece ? (
          <p key={piece.id} className="muted">
            {piece.said}
          </p>
        ) : (
          <FigureTable key={piece.table.caption} table={piece.table} />
        ),
      )}
    </div>
  );
}
