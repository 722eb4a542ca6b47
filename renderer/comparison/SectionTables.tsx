import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import type { Section } from '../../shared/report/tables/compared/compared-table.ts';
import { comparedPieces } from '../../shared/report/tables/compared/index.ts';
import { FigureTable } from '../ui/table/FigureTable.tsx';

/** The tables of a section one below the other, or what stands in their place; nothing where there are none, as of requests where a plan has but one. */
export function SectionTables({ info, section }: { info: ComparisonInfo; section: Section }) {
  const pieces = comparedPieces({ info }, 'screen', section);
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
