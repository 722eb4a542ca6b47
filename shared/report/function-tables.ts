/** When a function ran, second by second. */
import { computeFunctionLines } from '../charts/function-chart.ts';
import { formatCount, formatNumber } from '../format/figures.ts';
import type { FunctionSeriesColumns } from '../model/series.ts';
import { text } from '../words/words.ts';
import type { ReportTable } from './table.ts';

/** Share of a core and milliseconds; seconds without any sample say so by a dash. */
export function functionTimesTable(series: FunctionSeriesColumns): ReportTable {
  const lines = computeFunctionLines(series);
  const numeric = (title: string) => ({ title, numeric: true });
  return {
    caption: text('run.moments.title'),
    columns: [
      numeric(text('run.chart.time')),
      numeric(text('run.chart.column', { label: text('run.moments.onStack'), unit: text('run.unit.percent') })),
      numeric(text('run.chart.column', { label: text('run.moments.itself'), unit: text('run.unit.percent') })),
      numeric(text('run.functionColumn.total', { unit: 'ms' })),
      numeric(text('run.functionColumn.self', { unit: 'ms' })),
    ],
    rows: lines.spans.map(({ from }, bucket) => [
      formatCount(from),
      formatNumber(lines.total[bucket], 1),
      formatNumber(lines.self[bucket], 1),
      formatNumber(series.total[bucket]! / 1e3, 1),
      formatNumber(series.self[bucket]! / 1e3, 1),
    ]),
    note: text('run.moments.base'),
  };
}
