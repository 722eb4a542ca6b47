/** What the answer of a probe stands on. */
import { formatMs, formatRate, formatSignificant } from '../format/figures.ts';
import type { ProbeArrivals, ProbeLevel, ProbeStep } from '../model/probe.ts';
import type { Milliseconds } from '../model/units.ts';
import { sayStep } from '../words/probe.ts';
import { text } from '../words/words.ts';
import type { ReportTable } from './table.ts';

export function probeLevelsTable(levels: readonly ProbeLevel[]): ReportTable {
  return {
    caption: text('probe.levels'),
    columns: (['connections', 'throughput', 'mean', 'slowest', 'responses'] as const).map(figureColumn),
    rows: levels.map(({ connections, throughput, latencyMs }) => [
      String(connections),
      formatRate(throughput),
      formatMs(latencyMs?.mean),
      formatMs(latencyMs?.max),
      String(latencyMs?.count ?? 0),
    ]),
  };
}

export function probeStepsTable(steps: readonly ProbeStep[], serviceMs: Milliseconds): ReportTable {
  return {
    caption: text('probe.steps'),
    columns: [...(['connections', 'fastest', 'slowest'] as const).map(figureColumn), { title: text('probe.column.seen') }],
    rows: steps.map((step) => [String(step.connections), formatMs(step.times[0]), formatMs(step.times.at(-1)), sayStep(step, serviceMs)]),
  };
}

export function probeRatesTable({ rates }: ProbeArrivals): ReportTable {
  return {
    caption: text('probe.rates'),
    columns: (['rate', 'throughput', 'mean', 'slowest', 'responses'] as const).map(figureColumn),
    rows: rates.map(({ rate, throughput, latencyMs }) => [
      formatSignificant(rate),
      formatRate(throughput),
      formatMs(latencyMs?.mean),
      formatMs(latencyMs?.max),
      String(latencyMs?.count ?? 0),
    ]),
  };
}

function figureColumn(name: 'rate' | 'connections' | 'throughput' | 'mean' | 'slowest' | 'responses' | 'fastest') {
  return { title: text(`probe.column.${name}`), numeric: true };
}
