/** The series of the runs of one round, laid over each other on one time axis: on the screen and in a report. Pure. */

import { isWeakMetric, metricOf } from '../analysis/verdicts/metrics.ts';
import { formatSignificant, NOTHING } from '../format/figures.ts';
import type { Metric } from '../model/comparison/metrics.ts';
import type { RunReport } from '../model/report.ts';
import type { LoadSeriesColumns, ServerSeriesColumns } from '../model/series.ts';
import { text } from '../words/words.ts';
import { computeLoadLines, computeServerLines, duringRun, type ServerLines, type Values } from './chart-lines.ts';
import type { ChartUnit } from './run-charts.ts';

export interface RunSeries {
  readonly load: LoadSeriesColumns;
  readonly server: ServerSeriesColumns;
  readonly measuredMs: number;
}

/** What is shown over time, in this order. */
export const ROUND_MEASURES = ['p50', 'p99', 'throughput', 'stall', 'cpuPerRequest', 'memory', 'bytes'] as const;
export type RoundMeasure = (typeof ROUND_MEASURES)[number];

export interface RoundLook {
  readonly unit: ChartUnit;
  /** The axis reaches at least to here. */
  readonly least: number;
  /** Its values are the highest of their stretches of time. */
  readonly isMaxima?: true;
}

export const ROUND_LOOKS: Readonly<Record<RoundMeasure, RoundLook>> = {
  p50: { unit: 'ms', least: 0 },
  p99: { unit: 'ms', least: 0 },
  throughput: { unit: 'perSecond', least: 0 },
  stall: { unit: 'ms', least: 10, isMaxima: true },
  cpuPerRequest: { unit: 'ms', least: 0 },
  memory: { unit: 'mb', least: 0 },
  bytes: { unit: 'mbPerSecond', least: 0 },
};
export const formatRoundFigure = formatSignificant;

/** Those that are a figure of all requests of a run. A mean of the percentiles, or of the ratios, of its seconds would be another one of the same name. */
const OF_ALL: Partial<Record<RoundMeasure, Metric>> = { p50: 'p50', p99: 'p99', cpuPerRequest: 'cpuMsPerRequest' };

/**
 * What is told of a whole run beside its line: its own figure, in brackets if that is of too few responses. Of a part of it (`isPart`) there is none.
 * Null: what its points say together.
 */
export function tellRoundFigure(measure: RoundMeasure, report: RunReport | null, isPart: boolean): string | null {
  const metric = OF_ALL[measure];
  if (metric === undefined) return null;
  if (report === null || isPart) return NOTHING;
  const told = formatRoundFigure(metricOf(report, metric));
  return isWeakMetric(report, metric) ? text('run.overview.bracketed', { value: told }) : told;
}

export interface Overlay {
  /** Seconds, increasing; every run has its points somewhere on it. */
  readonly x: readonly number[];
  /** By run. */
  readonly values: readonly Values[];
}

export interface Line {
  readonly x: readonly number[];
  readonly values: Values;
}

/** One axis for lines that were sampled at their own instants; null where a line has no point. */
export function overlay(lines: readonly (Line | null)[]): Overlay {
  const x = [...new Set(lines.flatMap((line) => line?.x ?? []))].sort((a, b) => a - b);
  const place = new Map(x.map((at, index) => [at, index]));
  const values = lines.map((line) => {
    const out: Values = new Array(x.length).fill(null);
    line?.x.forEach((at, index) => {
      out[place.get(at)!] = line.values[index] ?? null;
    });
    return out;
  });
  return { x, values };
}

/** For pictures that draw a missing point as a gap: between two of its own points a line is straight. */
export function straightOverlay(lines: readonly (Line | null)[]): Overlay {
  const { x } = overlay(lines);
  return { x, values: lines.map((line) => (line === null ? x.map(() => null) : straight(x, line))) };
}

function straight(x: readonly number[], { x: own, values }: Line): Values {
  let next = 0;
  return x.map((at) => {
    while (next + 1 < own.length && own[next + 1]! <= at) next++;
    const [from, to] = [own[next], own[next + 1]];
    const [a, b] = [values[next] ?? null, values[next + 1] ?? null];
    if (from === undefined || at < from || a === null) return null;
    if (at === from) return a;
    return to === undefined || b === null ? null : a + ((b - a) * (at - from)) / (to - from);
  });
}

const OF_SERVER: readonly RoundMeasure[] = ['stall', 'memory'];

/** Requests that another tool made left none: a line at 0 would say that there were no requests. */
function hasRows({ load: { completed, failed, dropped } }: RunSeries): boolean {
  return [completed, failed, dropped].some((counts) => counts.some((count) => count > 0));
}

/** The measures that any of these runs has a line of: those of the load have the same instants, and so do those of the server. */
export function measuresOf(measures: readonly RoundMeasure[], series: readonly (RunSeries | null)[]): RoundMeasure[] {
  const runs = series.filter((one) => one !== null);
  const hasLoad = runs.some((one) => computeRoundLine(one, 'throughput').x.length > 0);
  const hasServer = runs.some((one) => computeRoundLine(one, 'memory').x.length > 0);
  return measures.filter((measure) => (OF_SERVER.includes(measure) ? hasServer : hasLoad));
}

/** The last second of a run may be a few milliseconds long: what it says is no point of a line, nor of the mean beside it. */
export function computeRoundLine(series: RunSeries, measure: RoundMeasure): Line {
  if (!OF_SERVER.includes(measure) && !hasRows(series)) return { x: [], values: [] };
  const load = computeLoadLines(series.load, series.measuredMs, false);
  switch (measure) {
    case 'p50':
    case 'p99':
      return { x: load.x, values: load[measure].map((value, row) => (load.completed[row] === null ? null : value)) };
    case 'throughput':
      return { x: load.x, values: load.completed };
    case 'bytes':
      return { x: load.x, values: load.bytes.map((rate) => (rate === null ? null : rate / 1e6)) };
    case 'stall':
      return overProcesses(series, 'stall', (values) => Math.max(...values));
    case 'memory':
      return overProcesses(series, 'memory', sum);
    case 'cpuPerRequest':
      return { x: load.x, values: cpuPerRequest(series, load) };
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Without what the server did while the run was prepared: of stalls the highest is told, and one of the warm-up is none of the run. */
function serverLines({ server, measuredMs }: RunSeries): ServerLines {
  return duringRun(computeServerLines(server), measuredMs > 0 ? measuredMs / 1_000 : Number.POSITIVE_INFINITY);
}

/** Of all processes of the server together. */
function overProcesses(series: RunSeries, measure: 'stall' | 'memory', join: (values: readonly number[]) => number): Line {
  const { x, measures } = serverLines(series);
  const values = x.map((_, row) => {
    const there = measures[measure].map((line) => line[row]).filter((value): value is number => typeof value === 'number');
    return there.length === 0 ? null : join(there);
  });
  return { x, values };
}

/** CPU time of a bucket per response of the same bucket, ms; null where there was no response or no sample. */
function cpuPerRequest(series: RunSeries, load: ReturnType<typeof computeLoadLines>): Values {
  const { x, measures } = serverLines(series);
  return load.spans.map(({ from, to }, row) => {
    const rate = load.completed[row];
    if (rate === null || rate === undefined || rate <= 0) return null;
    const looks = x.flatMap((at, index) => (at > from && at <= to ? [sum(measures.cpu.map((line) => line[index] ?? 0))] : []));
    return looks.length === 0 ? null : ((sum(looks) / looks.length) * 10) / rate;
  });
}
