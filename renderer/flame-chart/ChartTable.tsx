import { useMemo } from 'react';
import { Location } from '../flame/Location.tsx';
import { formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { type Column, Table } from '../ui/Table.tsx';
import type { ChartAxis } from './chart-axis.ts';
import type { ChartCall, ChartPicture } from './chart-picture.ts';
import { useChartView } from './ViewLine.tsx';

/** Longer tables are read by nobody; zooming in shows others. */
const MOST_ROWS = 500;

/** The same calls as the chart shows, as rows. */
export function ChartTable({ axis, picture }: { axis: ChartAxis; picture: ChartPicture }) {
  const text = useText('run.flameChart');
  const view = useChartView(axis);
  const rows = useMemo(() => picture.list(view.from, view.to, MOST_ROWS), [picture, view]);
  const columns = useMemo<readonly Column<ChartCall>[]>(() => {
    const time = (id: string, header: string, us: (call: ChartCall) => number): Column<ChartCall> => ({
      id,
      header,
      numeric: true,
      width: '104px',
      sortValue: us,
      cell: (call) => formatNumber(us(call) / 1_000, 3),
    });
    return [
      time('start', text('columnStart'), ({ start }) => start),
      time('total', text('columnTotal'), ({ start, end }) => end - start),
      time('self', text('columnSelf'), (call) => call.time),
      { id: 'depth', header: text('columnDepth'), numeric: true, width: '72px', sortValue: ({ row }) => row, cell: ({ row }) => row + 1 },
      { id: 'function', header: text('columnFunction'), rowHeader: true, sortValue: ({ name }) => name, cell: ({ name }) => name },
      {
        id: 'file',
        header: text('columnFile'),
        width: '30%',
        sortValue: ({ url }) => url,
        cell: ({ url, line }) => <Location url={url} line={line} />,
      },
    ];
  }, [text]);
  return (
    <>
      <Table
        label={text('tableLabel')}
        columns={columns}
        rows={rows}
        rowKey={({ index }) => index}
        sort={{ column: 'total', descending: true }}
        height="58vh"
        empty={<p className="muted">{text('idle')}</p>}
      />
      <p className="muted">{text('tableNote', { count: rows.length })}</p>
    </>
  );
}
