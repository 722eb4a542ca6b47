/** What another load tool has measured, as tables: the same in the window, in reports and on the terminal. Every heading names the tool. */
import { formatBytes, formatCount, formatExact, formatMs, formatNumber, NOTHING } from '../format/figures.ts';
import type { ForeignTimes } from '../model/load/load-result.ts';
import type { ExternalReport } from '../model/report.ts';
import { toExternalReport } from '../session/external-report.ts';
import { text } from '../words/words.ts';
import { formatStored } from './document.ts';
import { TIMED_KEYS, timedText, toolOf, unknownCounts } from './external-answer.ts';
import type { Cell, ReportTable } from './table.ts';
import { countColumns, factColumns, numeric, weakPercentile } from './tables/columns.ts';
import { ON_PAGES, type RunTable } from './tables/run-table.ts';

/** Those that have something in them. */
export function externalTables(run: ExternalReport): ReportTable[] {
  return Object.values(TABLES)
    .map((of) => of(run))
    .filter((table) => table !== null);
}

const TABLES: Readonly<Record<string, (run: ExternalReport) => ReportTable | null>> = {
  facts: factsTable,
  times: timesTable,
  counts: countsTable,
  figures: figuresTable,
  periods: periodsTable,
};

/** The same of a load command, beside what was measured of its server. */
export const TOOL_TABLES: readonly RunTable[] = Object.entries(TABLES).map(([name, of]) => ({
  id: `tool-${name}`,
  section: 'tool',
  of: (run) => (run.byCommand == null ? null : of(toExternalReport(run, run.byCommand))),
  on: ON_PAGES,
}));

/** Those that answer to the name of a table of ours, whose figures are of the same kind; null: the tool says nothing of it. */
export function externalTable(run: ExternalReport, name: string): ReportTable | null {
  return NAMED[name]?.(run) ?? null;
}

const NAMED: Readonly<Record<string, (run: ExternalReport) => ReportTable | null>> = {
  latency: timesTable,
  percentiles: timesTable,
  throughput: timesTable,
  errors: countsTable,
  states: periodsTable,
};

function factsTable(run: ExternalReport): ReportTable {
  const { load, requests, bytes, throughput } = run;
  const unknown = unknownCounts(run);
  const count = (name: keyof ExternalReport['requests']): [string, string][] =>
    requests[name] !== null
      ? [[text(`run.external.count.${name}`), formatCount(requests[name])]]
      : unknown.includes(name)
        ? [[text(`run.external.count.${name}`), text('run.external.notKnown')]]
        : [];
  const rows: [string, string | null][] = [
    [text('run.external.toolRow'), load.version === null ? toolOf(run) : `${toolOf(run)} ${load.version}`],
    [text('run.external.address'), load.url],
    [text('run.external.started'), load.startedAt && formatStored(load.startedAt)],
    [text('run.external.duration'), load.durationMs === null ? null : formatMs(load.durationMs)],
    [text('run.external.connections'), load.connections === null ? null : formatCount(load.connections)],
    ...(['sent', 'completed', 'failed', 'timedOut', 'unexpected', 'dropped'] as const).flatMap(count),
    [text('run.external.perSecond'), throughput === null ? null : formatExact(throughput.mean)],
    [text('run.external.bytes'), bytes === null ? null : formatBytes(bytes)],
  ];
  return {
    caption: text('run.external.facts', { tool: toolOf(run) }),
    columns: factColumns(),
    rows: rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    facts: true,
  };
}

/** A row for each figure: tools have different percentiles. Null: nothing was timed. */
function timesTable(run: ExternalReport): ReportTable | null {
  const timed = TIMED_KEYS.flatMap((key) => (run[key] === null ? [] : [{ key, of: run[key]! }]));
  const rate = run.throughput;
  const hasSpread = rate !== null && rate.stdev !== null;
  if (timed.length === 0 && !hasSpread) return null;
  const all = [...timed.map(({ of }) => of), ...(hasSpread ? [{ ...rate, count: null, weak: [] }] : [])];
  const percentiles = [...new Set(all.flatMap((of) => Object.keys(of.percentiles)))].sort((one, other) => Number(one) - Number(other));
  const row = (name: string, figure: (of: ForeignTimes) => Cell): Cell[] => [name, ...all.map(figure)];
  const rows = [
    row(text('run.external.values'), ({ count }) => formatCount(count)),
    row(text('run.overview.avg'), ({ mean }) => formatExact(mean)),
    row(text('run.overview.stdev'), ({ stdev }) => formatExact(stdev)),
    row(text('run.overview.min'), ({ min }) => formatExact(min)),
    ...percentiles.map((one) => row(text('run.overview.percentile', { percentile: one }), (of) => percentileCell(of, one))),
    row(text('run.overview.max'), ({ max }) => formatExact(max)),
  ].filter(([, ...cells]) => cells.some((cell) => cell !== NOTHING));
  return {
    caption: text('run.external.times', { tool: toolOf(run) }),
    columns: [
      { title: text('run.overview.stat') },
      ...timed.map(({ key }) => numeric(text('run.external.inMs', { what: timedText(run, key) }))),
      ...(hasSpread ? [numeric(text('run.external.perSecond'))] : []),
    ],
    rows,
    ...(all.some(({ weak }) => weak.length > 0) ? { note: text('run.overview.weakNote') } : {}),
  };
}

function percentileCell({ percentiles, weak, count }: ForeignTimes, percentile: string): Cell {
  const shown = formatExact(percentiles[percentile]);
  return weak.includes(percentile) ? weakPercentile(shown, Number(percentile), count) : shown;
}

/** Null: the tool does not say. */
function countsTable(run: ExternalReport): ReportTable | null {
  const statuses = Object.entries(run.status).map(([status, count]) => [text('run.external.status', { status }), formatCount(count)]);
  const errors = Object.entries(run.errors).map(([name, count]) => [text('run.external.error', { name }), formatCount(count)]);
  if (statuses.length + errors.length === 0) return null;
  return {
    caption: text('run.external.counts', { tool: toolOf(run) }),
    columns: countColumns(),
    rows: [...statuses, ...errors],
    narrow: true,
  };
}

function figuresTable(run: ExternalReport): ReportTable | null {
  if (run.load.figures.length === 0) return null;
  return {
    caption: text('run.external.figures', { tool: toolOf(run) }),
    columns: countColumns(),
    rows: run.load.figures.map(({ name, value, unit }) => [
      name,
      unit === '' ? formatExact(value) : text('run.external.unit', { value: formatExact(value), unit }),
    ]),
    narrow: true,
  };
}

/** Null: there is nothing before or after another. */
export function periodsTable(run: ExternalReport): ReportTable | null {
  const { periods } = run;
  if (periods.length < 2) return null;
  const columns = [
    text('run.parts.from'),
    text('run.external.count.completed'),
    text('run.external.count.failed'),
    ...['p50', 'p99', 'max'].map((name) => text('run.external.inMs', { what: name })),
  ];
  // On the time axis of a recording they begin between seconds.
  const decimals = periods.every(({ fromMs }) => fromMs % 1_000 === 0) ? 0 : 1;
  return {
    caption: text('run.external.periods', { tool: toolOf(run) }),
    columns: columns.map(numeric),
    rows: periods.map(({ fromMs, completed, failed, times }) => [
      text('run.parts.second', { value: formatNumber(fromMs / 1_000, decimals) }),
      formatCount(completed),
      formatCount(failed),
      ...[times?.p50, times?.p99, times?.max].map(formatExact),
    ]),
  };
}
