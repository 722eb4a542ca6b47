import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { comparedPieces } from '../../shared/report/tables/compared/index.ts';
import { useText } from '../i18n/i18n.tsx';
import { FigureTable } from '../ui/table/FigureTable.tsx';

/** What a request of each variant waits for, beside the first; where there is nothing, why. */
export function WaitTables({ info, over }: { info: ComparisonInfo; over: boolean }) {
  const text = useText('compare.waits');
  const unknown = info.waits?.unknown ?? [];
  const pieces = comparedPieces({ info }, 'screen', 'waits');
  const tables = pieces.flatMap((piece) => ('table' in piece ? [piece.table] : []));
  return (
    <div>
      {tables.map((table) => (
        <FigureTable key={table.caption} table={table} />
      ))}
      {tables.length === 0 && unknown.length === 0 && <p className="muted">{text(over ? 'empty' : 'early')}</p>}
      {tables.length === 0 &&
        unknown.map(({ variant, why }) => (
          <p key={variant} className="muted">
            {text(`unknown.${why}`, { variant })}
          </p>
        ))}
    </div>
  );
}
