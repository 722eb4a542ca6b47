/** Every run of a comparison in the order they were made, and whether it counts. */
import { metricOf } from '../../../analysis/verdicts/metrics.ts';
import { formatCount, formatMs, formatRate } from '../../../format/figures.ts';
import { shortName } from '../../../format/place.ts';
import { wordExclusion } from '../../../format/word-said.ts';
import { variantLetter } from '../../../model/comparison/comparison.ts';
import type { Metric } from '../../../model/comparison/metrics.ts';
import type { Pass } from '../../../model/comparison/pass.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { ReportTable } from '../../table.ts';
import { numeric } from '../columns.ts';
import { ALL } from '../run-table.ts';
import type { ComparedTable } from './compared-table.ts';

function passTable(passes: readonly Pass[]): ReportTable {
  return {
    caption: text('compare.about.runs'),
    columns: [
      numeric(text('compare.about.run')),
      numeric(text('compare.about.round')),
      { title: text('compare.about.variant') },
      { title: text('compare.about.kind') },
      ...[
        text('compare.metric.throughput'),
        text('compare.metric.mean'),
        text('compare.metric.p50'),
        text('compare.metric.p99'),
        text('run.overview.completed'),
        text('run.overview.failed'),
      ].map(numeric),
      { title: text('compare.about.state') },
    ],
    rows: passes.map(({ index, round, variant, kind, report, excluded }) => [
      formatCount(index + 1),
      kind === 'measured' ? formatCount(round + 1) : '',
      variantLetter(variant),
      kind === 'measured' ? text('compare.about.measured') : text('compare.about.profiled'),
      ...passFigures(report),
      excluded === null
        ? kind === 'measured' && report !== null
          ? text('compare.about.counted')
          : ''
        : { text: text('compare.about.excluded', { reason: shortName(wordExclusion(excluded)) }), tone: 'muted' },
    ]),
  };
}

function passFigures(report: RunReport | null): string[] {
  const figure = (metric: Metric): number | null => (report === null ? null : metricOf(report, metric));
  // What a tool does not tell is no 0.
  const { completed, failed } = report?.byCommand === undefined ? (report?.requests ?? {}) : (report.byCommand?.requests ?? {});
  return [
    formatRate(figure('throughput')),
    ...(['mean', 'p50', 'p99'] as const).map((metric) => formatMs(figure(metric))),
    formatCount(completed),
    formatCount(failed),
  ];
}

export const RUNS: ComparedTable = {
  id: 'runs',
  section: 'runs',
  of: ({ info }) => [{ table: passTable(info.passes) }],
  on: { html: ALL, markdown: ALL },
  key: 'runs',
};
