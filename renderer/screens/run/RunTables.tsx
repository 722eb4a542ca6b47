import type { ReactNode } from 'react';
import type { RunReport } from '../../../shared/model/report.ts';
import { type Piece, piecesOf } from '../../../shared/report/tables/index.ts';
import type { Beside, Section } from '../../../shared/report/tables/run-table.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import css from './RunTables.module.css';

export interface RunTablesProps {
  readonly run: RunReport;
  readonly sections: readonly Section[];
  readonly beside?: Beside;
  /** Stands around all of them; nothing does where there is none. */
  readonly className?: string | undefined;
  /** Between the caption of each and its figures. */
  readonly above?: ReactNode;
  /** Below each. */
  readonly below?: ReactNode;
}

/** The tables of these sections of a run, and what is said in place of those that it has not. */
export function RunTables({ run, sections, beside = {}, className, above, below }: RunTablesProps) {
  const pieces = sections.flatMap((section) => piecesOf(run, 'screen', section, beside));
  if (pieces.length === 0) return null;
  const drawn = pieces.map((piece) => <RunPiece key={piece.id} piece={piece} above={above} below={below} />);
  return className === undefined ? drawn : <div className={className}>{drawn}</div>;
}

function RunPiece({ piece, above, below }: { piece: Piece } & Pick<RunTablesProps, 'above' | 'below'>) {
  if ('said' in piece) return <p className={css.said}>{piece.said}</p>;
  return <FigureTable table={piece.table} above={above} below={below} />;
}

/** The same folded. `note`: beside the caption, by the number of rows. */
export function FoldedTables({ run, sections, note }: Pick<RunTablesProps, 'run' | 'sections'> & { note: (rows: number) => string }) {
  return sections
    .flatMap((section) => piecesOf(run, 'screen', section))
    .map((piece) =>
      'said' in piece ? null : (
        <Disclosure key={piece.id} summary={piece.table.caption} note={note(piece.table.rows.length)}>
          <FigureTable table={piece.table} />
        </Disclosure>
      ),
    );
}
