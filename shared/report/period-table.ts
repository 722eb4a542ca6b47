/** The table of what was counted in every ten seconds. */
import { chooseTimeUnit, formatCount, formatNumber, formatSignificant, NOTHING } from '../format/figures.ts';
import type { RunReport } from '../model/report.ts';
import { text } from '../words/words.ts';
import type { Cell, ReportTable } from './table.ts';

const LATENCIES = ['p50', 'p90', 'p99', 'max'] as const;

/** Null: the run was too short for it. */
export function periodsTable({ periods }: Pick<RunReport, 'periods'>): ReportTable | null {
  if (periods.length === 0) return null;
  const unit = chooseTimeUnit(Math.max(...periods.map(({ latencyMs }) => latencyMs?.max ?? 0)));
  const anyDropped = periods.some(({ requests }) => requests.dropped > 0);
  const bad = (count: number): Cell => (count > 0 ? { text: formatCount(count), tone: 'bad' } : formatCount(count));
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
    ].map((title) => ({ title, numeric: true })),
    rows: periods.map(({ from, requests: { completed, failed, unexpected, dropped }, throughput, latencyMs }) => [
      text('run.parts.second', { value: formatNumber(from, 0) }),
      formatCount(completed),
      bad(failed),
      bad(unexpected),
      ...(anyDropped ? [bad(dropped)] : []),
      formatSignificant(throughput),
      ...LATENCIES.map((name) => (latencyMs === null ? NOTHING : formatSignificant(latencyMs[name] * unit.perMs))),
    ]),
    note: text('run.parts.periodsNote'),
  };
}
