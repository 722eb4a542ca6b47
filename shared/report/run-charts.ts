/** The charts of one run over time, as on the screen: what clients felt, then what the server did. */
import { computeLoadLines, computeServerLines, type ServerLines, type ServerMeasure } from '../charts/chart-lines.ts';
import { formatCount, formatNumber, formatSignificant } from '../format/figures.ts';
import type { Milliseconds } from '../model/units.ts';
import type { LoadSeriesColumns, ServerSeriesColumns } from '../protocol/contract.ts';
import { type Html, html } from './html.ts';
import type { ReportTable } from './table.ts';
import { htmlTable } from './table.ts';
import { type ChartLine, thinning, timeChart, timeEnd } from './time-chart.ts';
import { words } from './words.ts';

/** What was recorded of a run over time. */
export interface RunSeries {
  readonly load: LoadSeriesColumns;
  readonly server: ServerSeriesColumns;
  readonly measuredMs: Milliseconds;
}

interface ServerChart {
  readonly measure: ServerMeasure;
  readonly title: string;
  readonly unit: string;
  readonly help: string;
  readonly color: string;
  readonly least: number;
}

const SERVER_CHARTS: readonly ServerChart[] = [
  { measure: 'cpu', title: words.cpu, unit: '%', help: words.cpuHelp, color: 'cpu', least: 100 },
  { measure: 'loop', title: words.loopBusy, unit: '%', help: words.loopHelp, color: 'loop', least: 100 },
  { measure: 'stall', title: words.stall, unit: 'ms', help: words.stallHelp, color: 'loop', least: 10 },
  { measure: 'memory', title: words.memory, unit: 'MB', help: words.memoryHelp, color: 'memory', least: 0 },
  { measure: 'gc', title: words.gc, unit: 'ms/s', help: words.gcHelp, color: 'gc', least: 10 },
];

/** Rows of the table of seconds; a longer run has it in the session. */
const MOST_SECONDS = 600;

export function formatTenths(value: number | null): string {
  return formatNumber(value, 1);
}

export function runCharts(id: string, series: RunSeries): Html {
  const load = computeLoadLines(series.load, series.measuredMs, false);
  if (load.x.length === 0 && series.server.atMs.length === 0) return html``;
  const toS = timeEnd(series.measuredMs);
  const server = duringRun(computeServerLines(series.server), toS);
  const step = Math.max(thinning(load.x.length), thinning(server.x.length));
  const charts = [
    latencyChart(`${id}-latency`, words.latency, series),
    timeChart({
      id: `${id}-throughput`,
      title: words.throughput,
      unit: '/s',
      help: words.throughputHelp,
      x: load.x,
      spans: load.spans,
      toS,
      lines: [
        { label: words.completedLine, values: load.completed, color: 'throughput', bars: true },
        { label: words.unexpectedLine, values: load.unexpected, color: 'unexpected', bars: true },
        { label: words.failedLine, values: load.failed, color: 'error', bars: true },
      ],
      format: formatTenths,
    }),
    timeChart({
      id: `${id}-in-flight`,
      title: words.inFlight,
      unit: words.requestsLine,
      help: words.inFlightHelp,
      x: load.x,
      toS,
      lines: [{ label: words.requestsLine, values: load.inFlight, color: 'in-flight' }],
      format: formatCount,
    }),
    ...serverCharts(id, series.server, server, toS),
  ];
  return html`<div class="charts">${charts}</div>
${step > 1 ? html`<p class="note">${words.timeThinned(step)}</p>` : null}${secondsTable(series)}`;
}

/** Latency of each second. */
function latencyChart(id: string, title: string, { load: columns, measuredMs }: RunSeries): Html {
  const load = computeLoadLines(columns, measuredMs, false);
  return timeChart({
    id,
    title,
    unit: 'ms',
    help: words.latencyHelp,
    x: load.x,
    toS: timeEnd(measuredMs),
    lines: [
      { label: 'p50', values: load.p50, color: 'p50' },
      { label: 'p90', values: load.p90, color: 'p90' },
      { label: 'p99', values: load.p99, color: 'p99' },
      { label: 'max', values: load.max, color: 'max', dash: 2 },
    ],
    band: [0, 2],
    // One slow second must not press all others to the floor.
    log: true,
    format: formatSignificant,
  });
}

/** The server is looked at before time 0, too; the axis starts there. */
function duringRun(server: ServerLines, toS: number): ServerLines {
  const kept = server.x.map((at, index) => ({ at, index })).filter(({ at }) => at >= 0 && at <= toS);
  const pick = (values: readonly (number | null)[]) => kept.map(({ index }) => values[index] ?? null);
  const { cpu, memory, loop, stall, gc } = server.measures;
  const measures = { cpu: cpu.map(pick), memory: memory.map(pick), loop: loop.map(pick), stall: stall.map(pick), gc: gc.map(pick) };
  return { x: kept.map(({ at }) => at), pids: server.pids, measures };
}

function serverCharts(id: string, columns: ServerSeriesColumns, server: ServerLines, toS: number): Html[] {
  return SERVER_CHARTS.map(({ measure, title, unit, help, color, least }) => {
    const lines = server.pids.map((pid, index): ChartLine => {
      const role = columns.meta.processes.find((process) => process.pid === pid)?.role ?? 'child';
      return { label: words.process(role, pid), values: bridged(server.measures[measure][index] ?? []), color, dash: index };
    });
    const there = lines.filter(({ values }) => values.some((value) => value !== null));
    if (there.length === 0) return html``;
    return timeChart({ id: `${id}-${measure}`, title, unit, help, x: server.x, toS, lines: there, least, format: formatTenths });
  });
}

/** Another process was looked at between two looks at this one: no gap. Longer silences stay gaps. */
function bridged(values: readonly (number | null)[]): (number | null)[] {
  return values.map(
    (value, row) => value ?? (row > 0 && row + 1 < values.length && values[row + 1] !== null ? (values[row - 1] ?? null) : null),
  );
}

function secondsTable({ load }: RunSeries): Html {
  if (load.completed.length === 0 || load.completed.length > MOST_SECONDS) return html``;
  const table: ReportTable = {
    caption: words.secondsTable,
    columns: [
      words.second,
      words.completedRow,
      words.failed,
      words.unexpected,
      words.inFlight,
      ...['p50', 'p90', 'p99', 'max'].map((name) => words.withUnit(name, 'ms')),
    ].map((title) => ({ title, numeric: true })),
    rows: Array.from(load.completed, (completed, row) => [
      formatCount(load.meta.fromBucket + row),
      formatCount(completed),
      formatCount(load.failed[row]),
      formatCount(load.unexpected[row]),
      formatCount(load.inFlight[row]),
      ...[load.p50, load.p90, load.p99, load.max].map((column) => formatSignificant(column[row])),
    ]),
  };
  return html`<details><summary>${words.secondsOpen}</summary>${htmlTable(table)}</details>
`;
}
