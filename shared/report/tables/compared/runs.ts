/** Every run of a comparison in the order they were made, and whether it counts. */
import { metricOf } from '../../../analysis/verdicts/metrics.ts';
import { formatCount, formatMs, formatRate } from '../../../format/figures.ts';
import { shortName } from '../../../format/place.ts';
import { wordExclusion } from '../../../format/word-said.ts';
import { variantLetter } from '../../../model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../../model/comparison/comparison-info.ts';
import { STOPPED_PASS } from '../../../model/comparison/exclusion.ts';
import type { Metric } from '../../../model/comparison/metrics.ts';
import type { Pass } from '../../../model/comparison/pass.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Cell, ReportTable } from '../../table.ts';
import { numeric } from '../columns.ts';
import { ON_PAGES } from '../run-table.ts';
import type { ComparedTable } from './compared-table.ts';

function passTable({ passes, made, running }: ComparisonInfo): ReportTable {
  return {
    caption: text(made === 'series' ? 'compare.about.runs' : 'compare.about.runsOfSessions'),
    columns: [
      { ...numeric(text('compare.about.run')), share: 4 },
      { ...numeric(text('compare.about.round')), share: 7 },
      { title: text('compare.about.variant'), share: 8 },
      { title: text('compare.about.kind'), share: 9 },
      { ...numeric(text('compare.metric.throughput')), share: 12 },
      { ...numeric(text('compare.metric.mean')), share: 12 },
      { ...numeric(text('compare.metric.p50')), detail: true },
      { ...numeric(text('compare.metric.p99')), share: 11 },
      { ...numeric(text('run.overview.completed')), detail: true },
      { ...numeric(text('run.overview.failed')), detail: true },
      { title: text('compare.about.state') },
    ],
    rows: passes.map((pass) => [
      formatCount(pass.index + 1),
      pass.kind === 'measured' ? formatCount(pass.round + 1) : '',
      { text: variantLetter(pass.variant), variant: pass.variant },
      text(`compare.about.${pass.kind}`),
      ...passFigures(pass.report),
      stateOf(pass, running),
    ]),
  };
}

function stateOf({ excluded, report, kind, index }: Pass, running: number | null): Cell {
  const muted = (key: 'stopped' | 'running' | 'planned' | 'labelled' | 'counted'): Cell => ({
    text: text(`compare.about.${key}`),
    tone: 'muted',
  });
  if (excluded === STOPPED_PASS) return muted('stopped');
  if (excluded !== null) return { text: text('compare.about.excluded', { reason: shortName(wordExclusion(excluded)) }), tone: 'bad' };
  if (report === null) return muted(index === running ? 'running' : 'planned');
  return muted(kind === 'profiled' ? 'labelled' : 'counted');
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
  of: ({ info }) => [{ table: passTable(info) }],
  on: ON_PAGES,
  key: 'runs',
};
