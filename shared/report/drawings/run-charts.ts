/** The charts of one run over time, as on the screen: what clients felt, then what the server did. */
import type { Milliseconds } from '../../base/units.ts';
import { bridged, computeLoadLines, computeServerLines, duringRun } from '../../charts/chart-lines.ts';
import { computeDensity } from '../../charts/density.ts';
import { computeMachineLines } from '../../charts/machine-lines.ts';
import { computeParts } from '../../charts/part-lines.ts';
import { computePlanLines, NO_PLAN, type PhaseBand } from '../../charts/plan-lines.ts';
import { joinedCharts, loadCharts, machineChart, type SeriesChart, serverCharts } from '../../charts/run-charts.ts';
import { waitCharts } from '../../charts/wait-charts.ts';
import { formatCount, formatSignificant } from '../../format/figures.ts';
import type { RunReport } from '../../model/report.ts';
import type {
  DensityColumns,
  LaunchColumns,
  LoadSeriesColumns,
  MachineSeriesColumns,
  ServerSeriesColumns,
  WaitSeriesColumns,
} from '../../model/series.ts';
import type { Load } from '../../model/setup/setup.ts';
import { lineName, processName, runChartWords, shortLineName, unitText } from '../../phrases/charts.ts';
import { text } from '../../words/words.ts';
import { type Html, html } from '../html.ts';
import type { ReportTable } from '../table.ts';
import { htmlTable } from '../table.ts';
import { type ChartLine, thinning, timeChart, timeEnd } from './time-chart.ts';

/** What was recorded of a run over time. */
export interface RunSeries {
  readonly load: LoadSeriesColumns;
  readonly server: ServerSeriesColumns;
  readonly machine: MachineSeriesColumns;
  /** Absent or null: not recorded. */
  readonly waits?: WaitSeriesColumns | null;
  readonly measuredMs: Milliseconds;
  /** What was asked for; null: not known. */
  readonly plan: { readonly load: Load; readonly launches: LaunchColumns | null } | null;
  /** Of latency; absent: not known. */
  readonly density?: DensityColumns;
  /** The result of another load tool that was joined to the run, in place of `load`; absent: none was. */
  readonly joined?: Pick<RunReport, 'byCommand' | 'joined'>;
}

/** Rows of the table of seconds; a longer run has it in the session. */
const MOST_SECONDS = 600;

export function runCharts(id: string, series: RunSeries): Html {
  const load = computeLoadLines(series.load, series.measuredMs, false);
  if (load.x.length === 0 && series.server.atMs.length === 0) return html``;
  const toS = timeEnd(series.measuredMs);
  const server = duringRun(computeServerLines(series.server), toS);
  const machine = computeMachineLines(series.machine, series.measuredMs);
  const plan = series.plan === null ? NO_PLAN : computePlanLines(series.plan.load, series.plan.launches, load, toS);
  const step = Math.max(thinning(load.x.length), thinning(server.x.length));
  const drawChart = (chart: SeriesChart): Html => draw(id, chart, toS, series, plan.bands);
  const charts = [
    ...(series.joined === undefined
      ? loadCharts(load, plan).flatMap((chart) => [
          drawChart(chart),
          ...(chart.id === 'latency' ? [densityChart(id, chart, toS, series, plan.bands)] : []),
        ])
      : joinedCharts(series.joined, series.measuredMs).map(drawChart)),
    ...(series.waits ? waitCharts(series.waits, series.measuredMs) : []).map((chart, nth) => draw(id, chart, toS, series, plan.bands, nth)),
    ...serverCharts(server, computeParts(server, series.server.meta.processes))
      .map(withLinesThatSay)
      .map((chart) => (chart.lines.length === 0 ? html`` : drawChart(chart))),
    machine === null ? html`` : drawChart(machineChart(machine)),
  ];
  return html`<div class="charts">${charts}</div>
${step > 1 ? html`<p class="note">${text('report.timeThinned', { points: step })}</p>` : null}${series.joined === undefined ? secondsTable(series) : null}`;
}

/** `nth`: of one kind, the first one of which has number 1; 0: there is one of it. */
function draw(id: string, chart: SeriesChart, toS: number, { server }: RunSeries, phases: readonly PhaseBand[], nth = 0): Html {
  const words = runChartWords(chart.id, chart);
  const processOf = (pid: string) => server.meta.processes.find((process) => String(process.pid) === pid);
  const lines = chart.lines.map(
    (line): ChartLine => ({
      ...line,
      label: shortLineName(line, chart.lines) ?? lineName(line) ?? processName(processOf(line.key), line.key),
    }),
  );
  return timeChart({
    ...chart,
    ...words,
    // Several of one kind are explained once.
    help: nth > 1 ? null : words.help,
    id: nth === 0 ? `${id}-${chart.id}` : `${id}-${chart.id}-${nth}`,
    unit: unitText(chart.unit),
    toS,
    lines,
    phases,
  });
}

/** The same latencies, each response of them: percentiles do not show that there are two kinds. */
function densityChart(id: string, chart: SeriesChart, toS: number, { density: columns }: RunSeries, phases: readonly PhaseBand[]): Html {
  const density = columns === undefined ? null : computeDensity(columns);
  if (density === null || density.cells.length === 0) return html``;
  return timeChart({
    ...chart,
    id: `${id}-density`,
    title: text('report.density'),
    help: text('report.densityHelp', { most: density.most, seconds: (columns?.meta.cellMs ?? 0) / 1_000 }),
    unit: unitText(chart.unit),
    toS,
    lines: [],
    band: null,
    density,
    phases,
  });
}

function withLinesThatSay(chart: SeriesChart): SeriesChart {
  const lines = chart.lines.filter(({ values }) => values.some((value) => value !== null));
  return { ...chart, lines: lines.map((line) => ({ ...line, values: bridged(line.values) })) };
}

function secondsTable({ load }: RunSeries): Html {
  if (load.completed.length === 0 || load.completed.length > MOST_SECONDS) return html``;
  const table: ReportTable = {
    caption: text('report.secondsTable'),
    columns: [
      text('report.second'),
      text('run.overview.completed'),
      text('run.overview.failed'),
      text('run.overview.unexpected'),
      text('run.chart.inFlight'),
      ...['p50', 'p90', 'p99', 'max'].map((name) => text('run.overview.rowUnit', { name, unit: 'ms' })),
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
  return html`<details><summary>${text('report.secondsOpen')}</summary>${htmlTable(table)}</details>
`;
}
