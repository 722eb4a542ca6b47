/** Requests and bytes by whole seconds. */
import { formatSignificant } from '../../format/figures.ts';
import { THROUGHPUT_PERCENTILES } from '../../model/distribution.ts';
import type { RunReport, Spread } from '../../model/report.ts';
import { text } from '../../words/words.ts';
import type { ReportTable } from '../table.ts';
import { chooseByteUnit, numeric, ofOurClient, sayNone } from './columns.ts';
import { EVERYWHERE, type RunTable } from './run-table.ts';

function throughputTable({ throughput, bytesPerSecond, load }: RunReport): ReportTable | null {
  if (throughput === null) return null;
  const row = (name: string, of: Spread, size: number): string[] => {
    const scaled = (value: number | undefined): string => formatSignificant((value ?? Number.NaN) / size);
    // Of fewer than two whole seconds it is not known how they were spread.
    const spread = (value: number | undefined): string => scaled(of.seconds < 2 ? undefined : value);
    return [
      name,
      ...THROUGHPUT_PERCENTILES.map((percentile) => spread(of.percentiles[String(percentile)])),
      scaled(of.mean),
      spread(of.stdev),
      spread(of.min),
    ];
  };
  const { unit, size } = chooseByteUnit(bytesPerSecond?.mean ?? 0);
  return {
    caption: text('run.chart.throughput'),
    term: 'throughput',
    columns: [
      { title: text('run.overview.stat') },
      ...THROUGHPUT_PERCENTILES.map((percentile) => numeric(text('run.overview.percentile', { percentile: String(percentile) }))),
      ...[text('run.overview.avg'), text('run.overview.stdev'), text('run.overview.min')].map(numeric),
    ],
    rows: [
      row(text('run.overview.rowRequests'), throughput, 1),
      ...(bytesPerSecond === null ? [] : [row(text('run.overview.rowBytes', { unit }), bytesPerSecond, size)]),
    ],
    note:
      throughput.seconds < 2
        ? text('run.overview.fewSeconds', { seconds: throughput.seconds })
        : text('run.overview.wholeSeconds', { seconds: throughput.seconds, rest: hasRest(throughput, load) ? 'some' : 'none' }),
  };
}

/** Of a second: a shorter rest changes no figure that is shown. */
const LEAST_REST = 0.02;

function hasRest({ seconds }: Spread, { durationMs }: RunReport['load']): boolean {
  return durationMs / 1_000 - seconds >= LEAST_REST;
}

export const THROUGHPUT: RunTable = {
  id: 'throughput',
  section: 'speed',
  of: ofOurClient(throughputTable, null),
  on: EVERYWHERE,
  none: sayNone('noThroughput'),
  key: 'runs[].throughput',
  isLater: true,
};
