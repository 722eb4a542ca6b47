import { useMemo } from 'react';
import type { TimeWindow } from '../../../shared/base/units.ts';
import type { ServerSeriesColumns } from '../../../shared/model/series.ts';
import { formatCount, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import { type Column, Table } from '../../ui/table/Table.tsx';
import css from './tabs.module.css';

const MB = 1e6;

/** Every sample of the server in some time: tens of thousands, so that their cells are made when they come into sight. */
export function ServerSamples({ series, window }: { series: ServerSeriesColumns; window: TimeWindow }) {
  const text = useText('run.server');
  const { fromMs, toMs } = window;
  const rows = useMemo(
    () =>
      Array.from(series.atMs, (_, row) => row).filter((row) => {
        const at = series.atMs[row] ?? 0;
        return at >= fromMs && at <= toMs;
      }),
    [series, fromMs, toMs],
  );
  const columns = useMemo<Column<number>[]>(() => {
    const number = (id: string, header: string, value: (row: number) => number | undefined): Column<number> => ({
      id,
      header,
      numeric: true,
      sortValue: value,
      cell: (row) => formatNumber(value(row), 1),
    });
    return [
      {
        ...number('time', text('time'), (row) => (series.atMs[row] ?? 0) / 1000),
        cell: (row) => formatNumber((series.atMs[row] ?? 0) / 1000, 2),
        rowHeader: true,
        width: '5.5rem',
      },
      {
        id: 'pid',
        header: text('pid'),
        width: '5.5rem',
        numeric: true,
        cell: (row) => String(series.pid[row] ?? ''),
        sortValue: (row) => series.pid[row],
      },
      number('cpu', text('cpu'), (row) => series.cpuPercent[row]),
      number('memory', text('memory'), (row) => (series.rss[row] ?? Number.NaN) / MB),
      number('heap', text('heap'), (row) => (series.heapUsed[row] ?? Number.NaN) / MB),
      number('loop', text('loop'), (row) => (series.elu[row] ?? Number.NaN) * 100),
      number('stall', text('stall'), (row) => series.stallMs[row]),
      number('gc', text('gc'), (row) => series.gcMs[row]),
    ];
  }, [series, text]);
  const height = `${Math.min(360, 26 + 20 * Math.max(1, rows.length))}px`;
  return (
    <>
      <Table label={text('samplesLabel')} columns={columns} rows={rows} rowKey={(row) => row} height={height} />
      <p className={css.note}>{text('sampleCount', { count: formatCount(rows.length) })}</p>
    </>
  );
}
