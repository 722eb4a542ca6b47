import { useMemo } from 'react';
import type { Values } from '../../shared/charts/chart-lines.ts';
import { formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { type Column, Table } from '../ui/table/Table.tsx';
import css from './TimeChart.module.css';

export interface ChartTableProps {
  readonly title: string;
  readonly unit: string;
  readonly x: readonly number[];
  readonly lines: readonly { readonly key: string; readonly label: string; readonly values: Values }[];
  readonly formatValue: (value: number | null) => string;
}

/** The points of a chart as a table. */
export function ChartTable({ title, unit, x, lines, formatValue }: ChartTableProps) {
  const text = useText('run.chart');
  const columns = useMemo<Column<number>[]>(
    () => [
      { id: 'time', header: text('time'), cell: (row) => formatNumber(x[row], 1), numeric: true, rowHeader: true, width: '6rem' },
      ...lines.map(
        (line): Column<number> => ({
          id: line.key,
          header: text('column', { label: line.label, unit }),
          cell: (row) => formatValue(line.values[row] ?? null),
          numeric: true,
          width: '8.75rem',
        }),
      ),
      { id: 'rest', header: '', cell: () => '' },
    ],
    [x, lines, unit, formatValue, text],
  );
  const rows = useMemo(() => x.map((_, index) => index), [x]);
  const height = `${Math.min(240, 26 + 20 * Math.max(1, rows.length))}px`;
  return (
    <div className={css.table}>
      <Table label={text('tableOf', { title })} columns={columns} rows={rows} rowKey={(row) => row} height={height} />
    </div>
  );
}
