/** The percentiles of all variants side by side, all runs of each together. */
import { curvesOf } from '../../../charts/percentile-curves.ts';
import { TABLE_PERCENTILES } from '../../../charts/scales.ts';
import { formatMs } from '../../../format/figures.ts';
import { isWeak } from '../../../load/distribution.ts';
import { variantLetter } from '../../../model/comparison/comparison.ts';
import type { PercentileColumns } from '../../../model/comparison/comparison-info.ts';
import { text } from '../../../words/words.ts';
import type { Cell, ReportTable } from '../../table.ts';
import { numeric, weakPercentile } from '../columns.ts';
import { ALL } from '../run-table.ts';
import type { ComparedTable } from './compared-table.ts';

/** What the curves show; where they end before a percentile, it is not known, and has a dash. */
export function curveTable(columns: PercentileColumns): ReportTable {
  const curves = curvesOf(columns);
  const percentiles = curves.length === 0 ? [] : TABLE_PERCENTILES;
  const cell = (variant: number, percentile: number): Cell => {
    const curve = curves.find((one) => one.variant === variant);
    const shown = formatMs(curve?.at(percentile));
    return curve && isWeak(percentile, curve.count) ? weakPercentile(shown, percentile, curve.count) : shown;
  };
  const variants = Array.from({ length: columns.meta.variants }, (_, variant) => variant);
  const anyWeak = curves.some(({ sure, last }) => sure < last);
  return {
    caption: text('report.percentiles'),
    narrow: true,
    columns: [
      numeric(text('run.overview.percentileColumn')),
      ...variants.map((variant) => ({ ...numeric(variantLetter(variant)), variant })),
    ],
    rows: percentiles.map((percentile) => [
      text('run.overview.percentile', { percentile: String(percentile) }),
      ...variants.map((variant) => cell(variant, percentile)),
    ]),
    note: [
      ...(anyWeak ? [text('run.overview.weakNote')] : []),
      ...(curves.some(({ isCut }) => isCut) ? [text('compare.curves.cut')] : []),
    ].join(' '),
  };
}

export const CURVES: ComparedTable = {
  id: 'curves',
  section: 'percentiles',
  of: ({ percentiles }) => (percentiles === undefined ? [] : [{ table: curveTable(percentiles) }]),
  on: { screen: ALL, html: ALL },
  needs: 'percentiles',
};
