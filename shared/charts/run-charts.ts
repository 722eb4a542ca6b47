/** What is drawn of a run over time, chart by chart: on the screen and in a report. Pure. */
import type { Milliseconds } from '../base/units.ts';
import { formatCount, formatNumber, formatSignificant } from '../format/figures.ts';
import { type ForeignPeriod, type LoadTool, periodLength } from '../model/load/load-result.ts';
import type { RunReport } from '../model/report.ts';
import type { RunChartId } from '../model/run-chart.ts';
import type { LoadLines, ServerLines, ServerMeasure, Span, Values } from './chart-lines.ts';
import type { MachineLines } from './machine-lines.ts';
import type { Part, PartName } from './part-lines.ts';
import { NO_PLAN, type PlanLines } from './plan-lines.ts';

/** Names a colour in the style sheet of the page and in that of a report. */
export type SeriesColor =
  | 'p50'
  | 'p90'
  | 'p99'
  | 'max'
  | 'throughput'
  | 'offered'
  | 'launched'
  | 'launched-next'
  | 'dropped'
  | 'service'
  | 'lateness'
  | 'unexpected'
  | 'error'
  | 'error-2'
  | 'error-3'
  | 'inflight'
  | 'cpu'
  | 'memory'
  | 'loop'
  | 'gc'
  | 'wait'
  | 'wait-line';

export interface SeriesLine {
  /** Names it among the lines of its chart; of the server it is the pid. */
  readonly key: string;
  readonly color: SeriesColor;
  /**
   * `bars`: a count over the span it was counted in; `thin-bars` stand in front of those; `stack`: an area that stands on those before it;
   * `steps`: a line that is level over each span.
   */
  readonly shape: 'line' | 'steps' | 'bars' | 'thin-bars' | 'stack';
  /** 0: none; tells lines of one colour apart. */
  readonly dash: 0 | 1 | 2 | 3;
  readonly values: Values;
  /** Each value is the highest of its stretch of time: of several the highest is told, as a mean of maxima would be none. */
  readonly isMaxima?: boolean;
  /** Of a stack of processes: whose it is. */
  readonly part?: PartName;
  /** Of a stack of calls: whom they ask. */
  readonly peer?: string;
  /** What is in line, not what is done. */
  readonly isHatched?: true;
}

export type ChartUnit = 'ms' | 'perSecond' | 'percent' | 'mb' | 'mbPerSecond' | 'msPerSecond' | 'requests' | 'calls';

export interface SeriesChart<Id extends string = RunChartId> {
  readonly id: Id;
  /** Whose figures these are; absent: Loopscope's. */
  readonly tool?: LoadTool;
  /** Of one other server; absent: there is one chart of this kind. */
  readonly peer?: string;
  readonly unit: ChartUnit;
  /** Seconds since time 0. */
  readonly x: readonly number[];
  /** What each point stands for; what bars are as wide as. */
  readonly spans: readonly Span[];
  readonly lines: readonly SeriesLine[];
  /** Fills between two lines, by index. */
  readonly band: { readonly from: number; readonly to: number } | null;
  /** Stretches that are marked. */
  readonly marks: readonly Span[];
  readonly log: boolean;
  /** The axis reaches at least to here, so that nothing is not drawn as something. */
  readonly least: number;
  readonly format: (value: number | null) => string;
}

/** What a chart has if it says nothing else. */
export const PLAIN = { spans: [], band: null, marks: [], log: false, least: 0 } as const;

export function line(
  key: string,
  color: SeriesColor,
  values: Values,
  look: Partial<Pick<SeriesLine, 'shape' | 'dash' | 'isMaxima' | 'peer' | 'isHatched'>> = {},
): SeriesLine {
  return { key, color, values, shape: 'line', dash: 0, ...look };
}

/** What clients felt. Charts that the load has nothing for are left out. */
export function loadCharts(load: LoadLines, plan: PlanLines = NO_PLAN): SeriesChart[] {
  const { x, spans } = load;
  return [
    {
      ...PLAIN,
      id: 'latency',
      unit: 'ms',
      x,
      lines: [
        line('p50', 'p50', load.p50),
        line('p90', 'p90', load.p90),
        line('p99', 'p99', load.p99),
        line('max', 'max', load.max, { dash: 2, isMaxima: true }),
      ],
      band: { from: 0, to: 2 },
      // One slow second must not flatten all others.
      log: true,
      format: formatSignificant,
    },
    ...serviceChart(load),
    {
      ...PLAIN,
      id: 'throughput',
      unit: 'perSecond',
      x,
      spans,
      lines: [
        line('completed', 'throughput', load.completed, { shape: 'bars' }),
        ...(hasAny(load.dropped) ? [line('dropped', 'dropped', load.dropped, { shape: 'thin-bars' })] : []),
        line('unexpected', 'unexpected', load.unexpected, { shape: 'thin-bars' }),
        line('failed', 'error', load.failed, { shape: 'thin-bars' }),
        ...(plan.offered === null ? [] : [line('offered', 'offered', plan.offered, { shape: 'steps' })]),
      ],
      format: formatPerSecond,
    },
    ...launchedChart(plan),
    statesChart(load),
    { ...PLAIN, id: 'inFlight', unit: 'requests', x, lines: [line('requests', 'inflight', load.inFlight)], format: formatCount },
  ];
}

/** What a chart shows: other tools time from when a request was sent, so their latency is that from sending. */
export function quantityOf({ id, tool }: { readonly id: RunChartId; readonly tool?: LoadTool | undefined }): RunChartId {
  return tool !== undefined && id === 'latency' ? 'service' : id;
}

/** What a load tool says of its own periods, where they lie on the time axis of the recording that its result was joined to; nothing of other runs. */
export function joinedCharts(
  { byCommand, joined }: { readonly [Key in 'byCommand' | 'joined']?: RunReport[Key] | undefined },
  measuredMs: Milliseconds,
): SeriesChart[] {
  const periodMs = periodLength(byCommand?.periods ?? []);
  if (!byCommand || joined === undefined || periodMs === null) return [];
  const at = ({ fromMs }: ForeignPeriod): number => joined.startMs + fromMs + periodMs / 2;
  const periods = byCommand.periods.filter((period) => at(period) >= 0 && at(period) <= measuredMs);
  const x = periods.map((period) => at(period) / 1_000);
  const spans = x.map((middle) => ({ from: middle - periodMs / 2_000, to: middle + periodMs / 2_000 }));
  const perSecond = (of: 'completed' | 'failed') => periods.map(({ [of]: count }) => (count === null ? null : (count * 1_000) / periodMs));
  const timed = (of: 'p50' | 'p99' | 'max') => periods.map(({ times }) => times?.[of] ?? null);
  const { tool, times } = byCommand;
  return [
    // Of a tool that has no latency its periods are of another time.
    ...(times.latency === null
      ? []
      : [
          {
            ...PLAIN,
            id: 'latency' as const,
            tool,
            unit: 'ms' as const,
            x,
            lines: [
              line('p50', 'p50', timed('p50')),
              line('p99', 'p99', timed('p99')),
              line('max', 'max', timed('max'), { dash: 2, isMaxima: true }),
            ],
            band: { from: 0, to: 1 },
            log: true,
            format: formatSignificant,
          },
        ]),
    {
      ...PLAIN,
      id: 'throughput',
      tool,
      unit: 'perSecond',
      x,
      spans,
      lines: [
        line('completed', 'throughput', perSecond('completed'), { shape: 'bars' }),
        ...(periods.some(({ failed }) => failed !== null) ? [line('failed', 'error', perSecond('failed'), { shape: 'thin-bars' })] : []),
      ],
      format: formatPerSecond,
    },
  ];
}

/** Latency of requests that have their times = lateness + latency from sending. */
function serviceChart({ x, serviceP50, serviceP99, latenessP99 }: LoadLines): SeriesChart[] {
  if (!hasAny(latenessP99)) return [];
  const lines = [
    line('serviceP50', 'p50', serviceP50),
    line('serviceP99', 'service', serviceP99),
    line('latenessP99', 'lateness', latenessP99, { dash: 1 }),
  ];
  return [{ ...PLAIN, id: 'service', unit: 'ms', x, lines, log: true, format: formatSignificant }];
}

function launchedChart({ launched }: PlanLines): SeriesChart[] {
  if (launched === null) return [];
  const { x, spans, odd, even } = launched;
  const lines =
    even === null
      ? [line('users', 'launched', odd, { shape: 'stack' })]
      : [line('oddPhases', 'launched', odd, { shape: 'stack' }), line('evenPhases', 'launched-next', even, { shape: 'stack' })];
  return [{ ...PLAIN, id: 'launched', unit: 'perSecond', x, spans, lines, format: formatCount }];
}

const ERROR_COLORS = ['error', 'error-2', 'error-3'] as const;

/** What failed is at the bottom, where it can be read exactly. */
function statesChart({ x, spans, inFlight, outcomes }: LoadLines): SeriesChart {
  const { expected, unexpected, dropped, failed } = outcomes;
  const stack = (key: string, color: SeriesColor, values: Values) => line(key, color, values, { shape: 'stack' });
  const lines = [
    ...failed.map(({ kind, values }, nth) => stack(kind, ERROR_COLORS[nth % ERROR_COLORS.length]!, values)),
    ...(hasAny(dropped) ? [stack('dropped', 'dropped', dropped)] : []),
    ...(hasAny(unexpected) ? [stack('unexpected', 'unexpected', unexpected)] : []),
    stack('expected', 'throughput', expected),
    stack('waiting', 'inflight', inFlight),
  ];
  return { ...PLAIN, id: 'states', unit: 'requests', x, spans, lines, format: formatCount };
}

/** Something that happened at all. */
function hasAny(values: Values): boolean {
  return values.some((value) => value !== null && value > 0);
}

interface MeasureLook {
  readonly unit: ChartUnit;
  readonly color: SeriesColor;
  readonly least: number;
  readonly isMaxima?: true;
}

const MEASURES: Readonly<Record<ServerMeasure, MeasureLook>> = {
  cpu: { unit: 'percent', color: 'cpu', least: 100 },
  memory: { unit: 'mb', color: 'memory', least: 0 },
  heap: { unit: 'mb', color: 'memory', least: 0 },
  loop: { unit: 'percent', color: 'loop', least: 100 },
  stall: { unit: 'ms', color: 'loop', least: 10, isMaxima: true },
  gc: { unit: 'msPerSecond', color: 'gc', least: 10 },
};
const DASHES = [0, 1, 2, 3] as const;

/** What the server did: one chart a measure, one line a process; of several processes also what each part of the server adds to the whole. */
export function serverCharts({ x, pids, measures }: ServerLines, parts: readonly Part[] = []): SeriesChart[] {
  return (Object.keys(MEASURES) as ServerMeasure[]).flatMap((id): SeriesChart[] => {
    // It is known inside of Node only.
    if (id === 'heap' && !measures.heap.some((values) => values.some((value) => value !== null))) return [];
    const { unit, color, least, ...kind } = MEASURES[id];
    const lines = pids.map((pid, index) =>
      line(String(pid), color, measures[id][index] ?? [], { dash: DASHES[index % DASHES.length]!, ...kind }),
    );
    const chart = { ...PLAIN, id, unit, x, lines, least, format: formatTenths };
    if (parts.length === 0 || (id !== 'cpu' && id !== 'memory')) return [chart];
    const stack = parts.map((part, nth) => ({
      ...line(`part ${nth}`, PART_COLORS[nth % PART_COLORS.length]!, part[id], { shape: 'stack' }),
      part: part.name,
    }));
    return [chart, { ...chart, id: `${id}Stack`, spans: sinceLast(x), lines: stack }];
  });
}

/** What a sample stands for: the time since the one before. Of the first it is taken to be as long as that of the second. */
function sinceLast(x: readonly number[]): Span[] {
  const first = (x[1] ?? 0) - (x[0] ?? 0);
  return x.map((to, at) => ({ from: at === 0 ? Math.max(0, to - first) : x[at - 1]!, to }));
}

/** Those beside each other differ in lightness, too. */
const PART_COLORS = ['cpu', 'lateness', 'launched-next', 'service', 'inflight', 'gc'] as const;

const MACHINE_LOOKS = {
  foreign: { color: 'loop', dash: 0 },
  steal: { color: 'memory', dash: 2 },
  generator: { color: 'inflight', dash: 1 },
} as const;

/** What ran beside the server, and when nothing ran. */
export function machineChart(machine: MachineLines): SeriesChart {
  const lines = machine.lines.map(({ measure, values }) =>
    line(measure, MACHINE_LOOKS[measure].color, values, { dash: MACHINE_LOOKS[measure].dash }),
  );
  return { ...PLAIN, id: 'machine', unit: 'percent', x: machine.x, lines, marks: machine.gaps, least: 100, format: formatTenths };
}

function formatTenths(value: number | null): string {
  return formatNumber(value, 1);
}

/** Whole requests where there are many; tenths of a request where one is a tenth of all. */
function formatPerSecond(value: number | null): string {
  return formatNumber(value, value !== null && value > 0 && value < 100 ? 1 : 0);
}
