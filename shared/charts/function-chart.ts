/** When a function ran, as a chart. Pure. */
import { formatNumber } from '../format/figures.ts';
import type { FunctionSeriesColumns } from '../model/series.ts';
import type { Span, Values } from './chart-lines.ts';
import type { SeriesChart } from './run-charts.ts';

export interface FunctionLines {
  readonly x: readonly number[];
  readonly spans: readonly Span[];
  /** Percent of one core; of what is counted, of all that was counted then. Null: no samples were taken. */
  readonly total: Values;
  readonly self: Values;
}

export function computeFunctionLines({ meta, total, self, sampled }: FunctionSeriesColumns): FunctionLines {
  const spans = Array.from(total, (_, bucket): Span => {
    const from = bucket * meta.bucketUs;
    return { from: from / 1e6, to: Math.min(meta.endUs, from + meta.bucketUs) / 1e6 };
  });
  const percent = (amounts: Float64Array) =>
    spans.map(({ from, to }, bucket) => {
      if (sampled[bucket] === 0 || to <= from) return null;
      return meta.isTimed ? amounts[bucket]! / 1e4 / (to - from) : (100 * amounts[bucket]!) / sampled[bucket]!;
    });
  return { x: spans.map(({ from }) => from + meta.bucketUs / 2e6), spans, total: percent(total), self: percent(self) };
}

export function functionChart({ x, spans, total, self }: FunctionLines): SeriesChart<'function'> {
  return {
    id: 'function',
    unit: 'percent',
    x,
    spans,
    lines: [
      { key: 'onStack', color: 'cpu', shape: 'bars', dash: 0, values: total },
      { key: 'itself', color: 'gc', shape: 'thin-bars', dash: 0, values: self },
    ],
    band: null,
    marks: [],
    log: false,
    least: 1,
    format: (value) => formatNumber(value, 1),
  };
}
