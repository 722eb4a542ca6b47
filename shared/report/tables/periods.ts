/** The table of what was counted in every ten seconds. */
import { chooseTimeUnit, formatCount, formatNumber, formatSignificant, NOTHING } from '../../format/figures.ts';
import type { RunReport } from '../../model/report.ts';
import { text } from '../../words/words.ts';
import type { ReportTable } from '../table.ts';
import { badCell, numeric } from './columns.ts';
import { ALL, type RunTable } from './run-table.ts';

const LATENCIES = ['p50', 'p90', 'p99', 'max'] as const;

/** Null: the run was too short for it. */
function periodsTable({ periods }: Pick<RunReport, 'periods'>): ReportTable | null {
  if (periods.length === 0) return null;
  const unit = chooseTimeUnit(Math.max(...periods.map(({ latencyMs }) => latencyMs?.max ?? 0)));
  const anyDropped = periods.some(({ requests }) => requests.dropped > 0);
  return {
    caption: text('run.parts.periods'),
    columns: [
      text('run.parts.from'),
      text('run.overview.completed'),
      text('run.overview.failed'),
      text('run.overview.unexpected'),
      ...(anyDropped ? [text('run.parts.dropped')] : []),
      text('run.parts.answered'),
      ...LATENCIES.map((name) => text('run.overview.rowUnit', { name, unit: unit.unit })),
    ].map(numeric),
    rows: periods.map(({ from, requests: { completed, failed, unexpected, dropped }, throughput, latencyMs }) => [
      text('run.parts.second', { value: formatNumber(from, 0) }),
      formatCount(completed),
      badCell(failed),
      badCell(unexpected),
      ...(anyDropped ? [badCell(dropped)] : []),
      formatSignificant(throughput),
      ...LATENCIES.map((name) => (latencyMs === null ? NOTHING : formatSignificant(latencyMs[name] * unit.perMs))),
    ]),
    note: text('run.parts.periodsNote'),
  };
}

export const PERIODS: RunTable = {
  id: 'states',
  section: 'periods',
  of: periodsTable,
  on: { screen: ALL, terminal: ALL, html: ALL },
  key: 'runs[].periods',
  alone: { none: () => text('run.parts.noPeriods') },
};
