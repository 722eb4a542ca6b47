import { useMemo } from 'react';
import { shortPlace } from '../../shared/format/place.ts';
import { weightUnit } from '../../shared/format/weights.ts';
import { calledNode } from '../flame/flame-model.ts';
import { Location } from '../flame/Location.tsx';
import { formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { type Column, Table } from '../ui/table/Table.tsx';
import type { ChartAxis } from './chart-axis.ts';
import type { ChartCall, ChartPicture } from './chart-picture.ts';
import type { TimeSpan } from './chart-view.ts';
import { useChartView } from './ViewLine.tsx';

/** Longer tables are read by nobody; zooming in shows others. */
const MOST_ROWS = 500;

/** A chart of one axis; `name`: of the run, where there are several. */
export interface ChartPart {
  readonly picture: ChartPicture;
  readonly name: string | null;
}

interface Row extends ChartCall {
  readonly run: string | null;
}

/** The same calls as the charts show, as rows. */
export function ChartTable({ axis, parts }: { axis: ChartAxis; parts: readonly ChartPart[] }) {
  const text = useText('run.flameChart');
  const column = useText('run.functionColumn');
  const view = useChartView(axis);
  const rows = useMemo(() => listCalls(parts, view), [parts, view]);
  const hasRuns = parts.some(({ name }) => name !== null);
  const columns = useMemo<readonly Column<Row>[]>(() => {
    const time = (id: string, header: string, us: (call: ChartCall) => number): Column<Row> => ({
      id,
      header,
      numeric: true,
      width: '6.5rem',
      sortValue: us,
      cell: (call) => formatNumber(us(call) / 1_000, 3),
    });
    const unit = weightUnit('microseconds');
    return [
      ...(hasRuns
        ? [{ id: 'run', header: text('columnRun'), width: '3.5rem', sortValue: (row: Row) => row.run, cell: (row: Row) => row.run }]
        : []),
      time('start', text('columnStart'), ({ start }) => start),
      time('total', column('total', { unit }), ({ start, end }) => end - start),
      time('self', column('self', { unit }), (call) => call.time),
      { id: 'depth', header: text('columnDepth'), numeric: true, width: '4.5rem', sortValue: ({ row }) => row, cell: ({ row }) => row + 1 },
      { id: 'function', header: column('function'), rowHeader: true, sortValue: calledNode, cell: calledNode },
      {
        id: 'file',
        header: column('file'),
        width: '30%',
        sortValue: ({ url }) => url,
        text: ({ url, line }) => shortPlace(url, line),
        cell: ({ url, line }) => <Location url={url} line={line} />,
      },
    ];
  }, [text, column, hasRuns]);
  return (
    <>
      <Table
        label={text('tableLabel')}
        columns={columns}
        rows={rows}
        rowKey={({ run, index }) => `${run ?? ''} ${index}`}
        sort={{ column: 'total', descending: true }}
        height="58vh"
        empty={<p className="muted">{text('idle')}</p>}
      />
      <p className="muted">{text('tableNote', { count: rows.length })}</p>
    </>
  );
}

function listCalls(parts: readonly ChartPart[], { from, to }: TimeSpan): readonly Row[] {
  const all = parts.flatMap(({ picture, name }) => picture.list(from, to, MOST_ROWS).map((call) => ({ ...call, run: name })));
  return all.sort((a, b) => b.end - b.start - (a.end - a.start)).slice(0, MOST_ROWS);
}
