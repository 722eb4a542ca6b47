import type { CSSProperties } from 'react';
import { gridMeasures } from '../../shared/analysis/verdicts/grid.ts';
import type { Grid, GridCell } from '../../shared/model/comparison/grid.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { gridMatrix, gridProblems, gridTable } from '../../shared/report/grid-table.ts';
import { cellText, noteOf, type ReportTable } from '../../shared/report/table.ts';
import { useText } from '../i18n/i18n.tsx';
import { hashOf } from '../state/route.ts';
import { useView } from '../state/view.ts';
import { Select } from '../ui/Select.tsx';
import { type CellLink, FigureTable } from '../ui/table/FigureTable.tsx';
import css from './GridFigure.module.css';

/** The number, the case, the topology and the responses, or why there are none: they are wider than figures. */
const NAMES = 4;

/** One figure of every cell: cases below each other, topologies side by side. Which figure is chosen, of those that some cell has. */
function Matrix({ sessionId, grid, cells }: GridFigureProps) {
  const text = useText('grid');
  const [asked, setMeasure] = useView('measure');
  const measures = gridMeasures(cells);
  if (measures.length === 0) return null;
  const measure = measures.includes(asked) ? asked : measures[0]!;
  const table = gridMatrix(grid, cells, measure);
  const linkOf = (row: number, column: number): CellLink | null => {
    const cell = cells[row * grid.topologies.length + column - 1];
    if (cell === undefined || column === 0 || !hasRun(cell)) return null;
    const label = text('matrix.open', { run: cell.run, value: cellText(table.rows[row]![column]!) });
    return { href: addressOf(sessionId, cell.run), label };
  };
  return (
    <section className={css.matrix} aria-labelledby="matrix-title">
      <h2 id="matrix-title">{text('matrix.title')}</h2>
      <Select
        label={text('matrix.choose')}
        value={measure}
        onChange={setMeasure}
        options={measures.map((one) => ({ value: one, label: text(`matrix.measure.${one}`) }))}
      />
      <FigureTable table={table} label={text('matrix.title')} cellLink={linkOf} bare />
      <NoteOf table={table} />
    </section>
  );
}

function NoteOf({ table }: { table: ReportTable }) {
  const note = noteOf(table);
  return note === '' ? null : <p className={css.note}>{note}</p>;
}

interface GridFigureProps {
  readonly sessionId: string;
  readonly grid: Grid;
  readonly cells: readonly GridCell[];
}

const hasRun = ({ figures, state }: GridCell): boolean => figures !== null || state === 'running';
const addressOf = (sessionId: string, run: number): string => hashOf({ screen: 'run', sessionId: passSessionId(sessionId, run - 1) });

/** Every cell of a grid with its figures; those that have a run open it. */
export function GridFigure({ sessionId, grid, cells }: GridFigureProps) {
  const text = useText('grid');
  const table = gridTable(grid, cells);
  const linkOf = (row: number, column: number): CellLink | null => {
    const { run } = cells[row]!;
    return column === 0 && hasRun(cells[row]!) ? { href: addressOf(sessionId, run), label: text('open', { run }) } : null;
  };
  const problems = gridProblems(cells);
  return (
    <>
      <Matrix sessionId={sessionId} grid={grid} cells={cells} />
      <section className={css.grid} style={{ '--figures': table.columns.length - NAMES } as CSSProperties} aria-labelledby="grid-title">
        <h2 id="grid-title">{text('title')}</h2>
        <div className={css.every}>
          <FigureTable table={table} label={text('title')} cellLink={linkOf} bare />
        </div>
        {problems.length > 0 && (
          <>
            <h3>{text('problems')}</h3>
            <ul>
              {problems.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </>
        )}
        <NoteOf table={table} />
      </section>
    </>
  );
}
