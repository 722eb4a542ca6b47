import type { CSSProperties } from 'react';
import { gridMeasures } from '../../shared/analysis/verdicts/grid.ts';
import type { Grid, GridCell } from '../../shared/model/comparison/grid.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { gridMatrix, gridProblems, gridTable } from '../../shared/report/grid-table.ts';
import { type Cell, cellText } from '../../shared/report/table.ts';
import { useText } from '../i18n/i18n.tsx';
import { hashOf } from '../state/route.ts';
import { useView } from '../state/view.ts';
import { Select } from '../ui/Select.tsx';
import { type Column, Table } from '../ui/table/Table.tsx';
import css from './GridFigure.module.css';

type Row = readonly Cell[];

/** CSS widths: of the number, the case, the topology and the responses, or why there are none; figures share the rest. */
const WIDTHS = ['3rem', '14%', '12%', '6rem'];

/** What the columns of both tables have in common: the text of a cell is that of the report. */
function columnOf(title: string, numeric: boolean, index: number) {
  return { header: title, title, numeric, text: (row: Row) => cellText(row[index]!) };
}

function Drawn({ cell, title }: { cell: Cell; title?: string }) {
  return (
    <span className={css.cell} data-tone={typeof cell === 'string' ? undefined : cell.tone} title={title}>
      {cellText(cell)}
    </span>
  );
}

/** One figure of every cell: cases below each other, topologies side by side. Which figure is chosen, of those that some cell has. */
function Matrix({ sessionId, grid, cells }: GridFigureProps) {
  const text = useText('grid');
  const [asked, setMeasure] = useView('measure');
  const measures = gridMeasures(cells);
  if (measures.length === 0) return null;
  const measure = measures.includes(asked) ? asked : measures[0]!;
  const { columns, rows, note } = gridMatrix(grid, cells, measure);
  const across = columns.length - 1;
  const shown = columns.map(
    ({ title, numeric = false }, index): Column<Row> => ({
      ...columnOf(title, numeric, index),
      id: String(index),
      cell: (row) => {
        const cell = row[index]!;
        const at = cells[rows.indexOf(row) * across + index - 1];
        const drawn = <Drawn cell={cell} />;
        if (at === undefined || index === 0 || !hasRun(at)) return drawn;
        return (
          <a href={addressOf(sessionId, at.run)} aria-label={text('matrix.open', { run: at.run, value: cellText(cell) })}>
            {drawn}
          </a>
        );
      },
      ...(index === 0 ? { rowHeader: true, width: '30%' } : {}),
    }),
  );
  return (
    <section className={css.matrix} aria-labelledby="matrix-title">
      <h2 id="matrix-title">{text('matrix.title')}</h2>
      <Select
        label={text('matrix.choose')}
        value={measure}
        onChange={setMeasure}
        options={measures.map((one) => ({ value: one, label: text(`matrix.measure.${one}`) }))}
      />
      <Table label={text('matrix.title')} columns={shown} rows={rows} rowKey={(row) => cellText(row[0]!)} />
      {note !== undefined && <p className={css.note}>{note}</p>}
    </section>
  );
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
  const { columns, rows, note } = gridTable(grid, cells);
  const shown = columns.map(({ title, numeric = false }, index): Column<Row> => {
    const width = WIDTHS[index];
    return {
      ...columnOf(title, numeric, index),
      id: title,
      cell: (row) => {
        const cell = row[index]!;
        const run = Number(cellText(row[0]!));
        if (index === 0 && hasRun(cells[run - 1]!))
          return (
            <a href={addressOf(sessionId, run)} aria-label={text('open', { run })}>
              {cellText(cell)}
            </a>
          );
        return <Drawn cell={cell} title={cellText(cell)} />;
      },
      ...(index === 0 ? { rowHeader: true } : {}),
      ...(width === undefined ? {} : { width }),
    };
  });
  const problems = gridProblems(cells);
  return (
    <>
      <Matrix sessionId={sessionId} grid={grid} cells={cells} />
      <section className={css.grid} style={{ '--figures': columns.length - WIDTHS.length } as CSSProperties} aria-labelledby="grid-title">
        <h2 id="grid-title">{text('title')}</h2>
        <Table className={css.every} label={text('title')} columns={shown} rows={rows} rowKey={(row) => cellText(row[0]!)} />
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
        <p className={css.note}>{note}</p>
      </section>
    </>
  );
}
