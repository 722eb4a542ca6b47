/** When a function ran, second by second. */
import { computeFunctionLines } from '../charts/function-chart.ts';
import { formatCount, formatNumber } from '../format/figures.ts';
import { formatWeightNumber, weightUnit } from '../format/weights.ts';
import type { FunctionSeriesColumns } from '../model/series.ts';
import { text } from '../words/words.ts';
import type { ReportTable } from './table.ts';

/** Share of a core and milliseconds, or of what is counted; seconds without any sample say so by a dash. */
export function functionTimesTable(series: FunctionSeriesColumns): ReportTable {
  const { unit, isTimed } = series.meta;
  const lines = computeFunctionLines(series);
  const numeric = (title: string) => ({ title, numeric: true });
  return {
    caption: text('run.moments.title'),
    columns: [
      numeric(text('run.chart.time')),
      numeric(text('run.chart.column', { label: text('run.moments.onStack'), unit: text('run.unit.percent') })),
      numeric(text('run.chart.column', { label: text('run.moments.itself'), unit: text('run.unit.percent') })),
      numeric(text('run.functionColumn.total', { unit: weightUnit(unit) })),
      numeric(text('run.functionColumn.self', { unit: weightUnit(unit) })),
    ],
    rows: lines.spans.map(({ from }, bucket) => [
      formatCount(from),
      formatNumber(lines.total[bucket], 1),
      formatNumber(lines.self[bucket], 1),
      formatWeightNumber(series.total[bucket]!, unit),
      formatWeightNumber(series.self[bucket]!, unit),
    ]),
    note: text(isTimed ? 'run.moments.base' : 'run.moments.baseCounted'),
  };
}
