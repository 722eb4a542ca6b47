/** What the answer of a probe stands on. The window and the terminal loop over `probeTables` and know no table by name. */
import { mean } from '../../base/statistics/statistics.ts';
import type { Milliseconds } from '../../base/units.ts';
import { formatMs, formatNumber, formatRate, formatSignificant } from '../../format/figures.ts';
import { scheduleOf } from '../../model/load-models.ts';
import type { ProbeArrivals, ProbeLevel, ProbeRamp, ProbeReport, ProbeStep } from '../../model/probe.ts';
import { sayStep } from '../../phrases/probe.ts';
import { text } from '../../words/words.ts';
import type { ReportTable } from '../table.ts';

function probeLevelsTable(levels: readonly ProbeLevel[]): ReportTable {
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

function probeStepsTable(steps: readonly ProbeStep[], serviceMs: Milliseconds): ReportTable {
  return {
    caption: text('probe.steps'),
    columns: [...(['connections', 'fastest', 'slowest'] as const).map(figureColumn), { title: text('probe.column.seen') }],
    rows: steps.map((step) => [String(step.connections), formatMs(step.times[0]), formatMs(step.times.at(-1)), sayStep(step, serviceMs)]),
  };
}

function probeRatesTable({ rates }: ProbeArrivals): ReportTable {
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

/** Of the time of a ramp: enough to see it rise. */
const SLICES = 16;

/** Of equal length; those in which no request was due are left out. */
function probeRampTable(ramp: ProbeRamp): ReportTable {
  const { dueS, latencyMs } = ramp;
  const slice = (scheduleOf(ramp)?.seconds ?? 0) / SLICES;
  const slices = Array.from({ length: SLICES }, (_, nth) => {
    const inside = latencyMs.filter((_, row) => Math.floor(dueS[row]! / slice) === nth);
    return { from: nth * slice, due: inside.length, times: inside.filter((one) => one !== null) };
  });
  return {
    caption: text('probe.ramp'),
    columns: (['due', 'rate', 'mean', 'slowest', 'responses'] as const).map(figureColumn),
    rows: slices
      .filter(({ due }) => due > 0)
      .map(({ from, due, times }) => [
        `${formatNumber(from, 1)}–${formatNumber(from + slice, 1)}`,
        formatSignificant(due / slice),
        formatMs(times.length === 0 ? null : mean(times)),
        formatMs(times.length === 0 ? null : Math.max(...times)),
        String(times.length),
      ]),
  };
}

function figureColumn(name: 'due' | 'rate' | 'connections' | 'throughput' | 'mean' | 'slowest' | 'responses' | 'fastest') {
  return { title: text(`probe.column.${name}`), numeric: true };
}

export interface ProbeTable {
  /** One of its kind. */
  readonly id: string;
  /** Null: the probe has nothing for it. */
  readonly of: (probe: ProbeReport) => ReportTable | null;
  /** Where the JSON document has its figures. */
  readonly key: string;
}

/** In the order of the answer. */
export const PROBE_TABLES: readonly ProbeTable[] = [
  { id: 'levels', of: ({ levels }) => (levels.length === 0 ? null : probeLevelsTable(levels)), key: 'probe.levels' },
  { id: 'rates', of: ({ arrivals }) => arrivals && probeRatesTable(arrivals), key: 'probe.arrivals.rates' },
  { id: 'ramp', of: ({ ramp }) => ramp && probeRampTable(ramp), key: 'probe.ramp' },
  {
    id: 'steps',
    of: ({ steps, serviceMs }) => (steps.length === 0 || serviceMs === null ? null : probeStepsTable(steps, serviceMs)),
    key: 'probe.steps',
  },
];

/** Those that the probe has. */
export function probeTables(probe: ProbeReport): readonly { readonly id: string; readonly table: ReportTable }[] {
  return PROBE_TABLES.flatMap(({ id, of }) => {
    const table = of(probe);
    return table === null ? [] : [{ id, table }];
  });
}
