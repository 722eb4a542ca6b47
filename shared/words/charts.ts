/** What charts over time are called, and what is in them. */
import type { RoundMeasure } from '../charts/round-lines.ts';
import type { ChartUnit, RunChartId, SeriesLine } from '../charts/run-charts.ts';
import type { ProcessRole } from '../model/run.ts';
import { text } from './words.ts';

export interface ChartWords {
  readonly title: string;
  /** How to read it: what it shows and what to look for. */
  readonly help: string;
}

export function runChartWords(id: RunChartId): ChartWords {
  return { title: text(`run.chart.${id}`), help: text(`run.chart.${id}Help`) };
}

export function roundChartWords(measure: RoundMeasure): ChartWords {
  const title = text(ROUND_TITLES[measure]);
  return { title, help: text(`compare.time.help.${measure === 'p50' || measure === 'p99' ? 'latency' : measure}`) };
}

const ROUND_TITLES = {
  p50: 'compare.metric.p50',
  p99: 'compare.metric.p99',
  throughput: 'compare.metric.throughput',
  stall: 'run.chart.stall',
  cpuPerRequest: 'compare.metric.cpuMsPerRequest',
  memory: 'compare.metric.rssBytes',
  bytes: 'run.overview.bytes',
} as const satisfies Record<RoundMeasure, string>;

export function unitText(unit: ChartUnit): string {
  return text(`run.unit.${unit}`);
}

const NAMED = ['p50', 'p90', 'p99', 'max', 'completed', 'unexpected', 'failed', 'requests', 'foreign', 'steal', 'generator'] as const;

/** Null: it is a line of a process. */
export function lineName({ key }: SeriesLine): string | null {
  const name = NAMED.find((one) => one === key);
  return name === undefined ? null : text(`run.chart.${name}`);
}

/** "main 4242", "worker 4243"; without a role it is something the script started. */
export function processName(role: ProcessRole | undefined, pid: number | string): string {
  return text('run.chart.process', {
    role: role === 'main' ? 'main' : role === 'cluster worker' ? 'worker' : 'child',
    pid: String(pid),
  });
}
