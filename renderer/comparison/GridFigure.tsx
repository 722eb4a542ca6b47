import type { Grid, GridCell } from '../../shared/model/grid.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { gridProblems, gridTable } from '../../shared/report/grid-table.ts';
import { type Cell, cellText } from '../../shared/report/table.ts';
import { useText } from '../i18n/i18n.tsx';
import { hashOf } from '../state/route.ts';
import { type Column, Table } from '../ui/Table.tsx';
import css from './GridFigure.module.css';

type Row = readonly Cell[];

/** CSS widths: of the number, the case, the topology and the responses, or why there are none; figures share the rest. */
const WIDTHS = ['3rem', '18%', '15%', '6.5rem'];

/** Every cell of a grid with its figures; those that have a run open it. */
export function GridFigure({ sessionId, grid, cells }: { sessionId: string; grid: Grid; cells: readonly GridCell[] }) {
  const text = useText('grid');
  const { columns, rows, note } = gridTable(grid, cells);
  const hasRun = ({ figures, state }: GridCell): boolean => figures !== null || state === 'running';
  const shown = columns.map(({ title, numeric = false }, index): Column<Row> => {
    const width = WIDTHS[index];
    return {
      id: title,
      header: title,
      title,
      numeric,
      text: (row) => cellText(row[index]!),
      cell: (row) => {
        const cell = row[index]!;
        const run = Number(cellText(row[0]!));
        if (index === 0 && hasRun(cells[run - 1]!))
          return (
            <a href={hashOf({ screen: 'run', sessionId: passSessionId(sessionId, run - 1) })} aria-label={text('open', { run })}>
              {cellText(cell)}
            </a>
          );
        return (
          <span className={css.cell} data-tone={typeof cell === 'string' ? undefined : cell.tone} title={cellText(cell)}>
            {cellText(cell)}
          </span>
        );
      },
      ...(index === 0 ? { rowHeader: true } : {}),
      ...(width === undefined ? {} : { width }),
    };
  });
  const problems = gridProblems(cells);
  return (
    <section className={css.grid} aria-labelledby="grid-title">
      <h2 id="grid-title">{text('title')}</h2>
      <Table label={text('title')} columns={shown} rows={rows} rowKey={(row) => cellText(row[0]!)} />
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
  );
}
