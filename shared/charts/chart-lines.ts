/** From the engine's columns to ready geometry: x in seconds, one array of values a line, null where there is nothing. */
import type { TimeWindow } from '../base/units.ts';
import type { ErrorKind } from '../model/run.ts';
import type { LoadSeriesColumns, ServerSeriesColumns } from '../model/series.ts';

export type Values = (number | null)[];

/** A stretch of time, seconds since time 0. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface LoadLines {
  readonly x: readonly number[];
  /** Where each bucket starts and how long it really was, seconds: the running one is shorter. */
  readonly spans: readonly Span[];
  readonly p50: Values;
  readonly p90: Values;
  readonly p99: Values;
  readonly max: Values;
  /** Per second. */
  readonly completed: Values;
  readonly failed: Values;
  readonly unexpected: Values;
  readonly dropped: Values;
  /** Bytes a second. */
  readonly bytes: Values;
  readonly inFlight: Values;
  /** From when requests were really sent, and how late that was; without a value where nothing has been late. */
  readonly serviceP50: Values;
  readonly serviceP99: Values;
  readonly latenessP99: Values;
  /** What became of requests in each second. */
  readonly outcomes: Outcomes;
}

/** Requests, not requests a second: together with those in flight at its end, all that a second had to do with. */
export interface Outcomes {
  readonly expected: Values;
  readonly unexpected: Values;
  readonly dropped: Values;
  readonly failed: readonly { readonly kind: ErrorKind; readonly values: Values }[];
}

/**
 * Below this part of a bucket a rate is noise: three requests in 20 ms are not 150 a second. While the run goes on the counts
 * are a little younger than the clock they came with, so the running second needs more of itself.
 */
const SHORTEST_SHARE = { live: 0.5, final: 0.2 } as const;

const present = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Rows of buckets become points in the middle of the time they cover; counts become rates over the time that has passed. */
export function computeLoadLines(columns: LoadSeriesColumns, measuredMs: number, live: boolean): LoadLines {
  const { bucketMs, fromBucket } = columns.meta;
  const rows = columns.completed.length;
  const spans = Array.from({ length: rows }, (_, row) => {
    const from = (fromBucket + row) * bucketMs;
    const whole = from + bucketMs;
    const isLast = row === rows - 1;
    return { from: from / 1000, to: (isLast && measuredMs > from ? Math.min(whole, measuredMs) : whole) / 1000 };
  });
  const shortestS = (bucketMs * SHORTEST_SHARE[live ? 'live' : 'final']) / 1000;
  const rate = (counts: Uint32Array | Float64Array): Values =>
    spans.map(({ from, to }, row) => (to - from < shortestS && rows > 1 ? null : (counts[row] ?? 0) / (to - from)));
  const figures = (column: Float64Array): Values => Array.from(column, present);
  return {
    x: spans.map(({ from, to }) => (from + to) / 2),
    spans,
    p50: figures(columns.p50),
    p90: figures(columns.p90),
    p99: figures(columns.p99),
    max: figures(columns.max),
    completed: rate(columns.completed),
    failed: rate(columns.failed),
    unexpected: rate(columns.unexpected),
    dropped: rate(columns.dropped),
    bytes: rate(columns.bytes),
    inFlight: Array.from(columns.inFlight),
    serviceP50: figures(columns.serviceP50),
    serviceP99: figures(columns.serviceP99),
    latenessP99: figures(columns.latenessP99),
    outcomes: computeOutcomes(columns),
  };
}

function computeOutcomes({ meta: { kinds }, completed, unexpected, dropped, byKind }: LoadSeriesColumns): Outcomes {
  const ofKind = (kind: number): Values => Array.from(completed, (_, row) => byKind[row * kinds.length + kind] ?? 0);
  return {
    expected: Array.from(completed, (count, row) => count - (unexpected[row] ?? 0)),
    unexpected: Array.from(unexpected),
    dropped: Array.from(dropped),
    failed: kinds.map((kind, index) => ({ kind, values: ofKind(index) })),
  };
}

export type ServerMeasure = 'cpu' | 'memory' | 'heap' | 'loop' | 'stall' | 'gc';

/** Samples of several processes taken in one round stand within this of each other, ms. */
const ROUND_MS = 120;

interface Round {
  at: number;
  rows: Map<number, number>;
}

function roundsOf(columns: ServerSeriesColumns): Round[] {
  const rounds: Round[] = [];
  for (let row = 0; row < columns.atMs.length; row++) {
    const at = columns.atMs[row] ?? 0;
    const pid = columns.pid[row] ?? 0;
    const last = rounds[rounds.length - 1];
    if (last !== undefined && at - last.at < ROUND_MS && !last.rows.has(pid)) last.rows.set(pid, row);
    else rounds.push({ at, rows: new Map([[pid, row]]) });
  }
  return rounds;
}

/**
 * GC time of each row as ms per second of the time it was collected in. A blocked loop reports its GC when it turns again,
 * so that time reaches back over the stall, and the rows in between get the same rate:
 *
 *   gc      0    0    0    300 ms      per second   100  100  100
 *   stall        1    2    3 s
 */
function gcPerSecond(columns: ServerSeriesColumns): Float64Array {
  const rates = new Float64Array(columns.atMs.length).fill(Number.NaN);
  const rowsOf = new Map<number, number[]>();
  for (let row = 0; row < rates.length; row++) {
    const pid = columns.pid[row] ?? 0;
    const earlier = rowsOf.get(pid) ?? [];
    const last = earlier[earlier.length - 1];
    if (last !== undefined) {
      const at = columns.atMs[row] ?? 0;
      const gcMs = columns.gcMs[row] ?? 0;
      const stallMs = columns.stallMs[row] ?? 0;
      const looked = at - (columns.atMs[last] ?? 0);
      const overMs = gcMs > 0 && stallMs > looked ? stallMs : looked;
      rates[row] = overMs > 0 ? (gcMs * 1000) / overMs : Number.NaN;
      for (let index = earlier.length - 1; index > 0 && (columns.atMs[earlier[index] ?? 0] ?? 0) > at - overMs; index--) {
        rates[earlier[index] ?? 0] = Math.max(rates[earlier[index] ?? 0] ?? 0, rates[row] ?? 0);
      }
    }
    earlier.push(row);
    rowsOf.set(pid, earlier);
  }
  return rates;
}

export interface ServerLines {
  readonly x: readonly number[];
  readonly pids: readonly number[];
  /** By measure, then in the order of `pids`. CPU and loop in percent, memory and heap in MB, stall in ms, GC in ms per second. */
  readonly measures: Readonly<Record<ServerMeasure, readonly Values[]>>;
}

/** Rows of one sample and one process become one row per round, so that the lines of several processes share their x. */
export function computeServerLines(columns: ServerSeriesColumns): ServerLines {
  const rounds = roundsOf(columns);
  const pids = [...new Set(columns.pid)];
  const pick = (read: (row: number) => number): Values[] =>
    pids.map((pid) =>
      rounds.map(({ rows }) => {
        const row = rows.get(pid);
        return row === undefined ? null : present(read(row));
      }),
    );
  const gc = gcPerSecond(columns);
  return {
    x: rounds.map(({ at }) => at / 1000),
    pids,
    measures: {
      cpu: pick((row) => columns.cpuPercent[row] ?? Number.NaN),
      memory: pick((row) => (columns.rss[row] ?? Number.NaN) / 1e6),
      heap: pick((row) => (columns.heapUsed[row] ?? Number.NaN) / 1e6),
      loop: pick((row) => (columns.elu[row] ?? Number.NaN) * 100),
      stall: pick((row) => columns.stallMs[row] ?? Number.NaN),
      gc: pick((row) => gc[row] ?? Number.NaN),
    },
  };
}

/** The value a reader sees at `index`: the line's own, or the last one before it (another process was sampled between). */
export function valueAt(values: Values, index: number): number | null {
  for (let at = Math.min(index, values.length - 1); at >= 0 && at > index - 8; at--) {
    const value = values[at];
    if (value !== null && value !== undefined) return value;
  }
  return null;
}

/** Another process was sampled between two samples of this one: not a gap. Longer silences stay gaps. */
export function bridged(values: Values): Values {
  return values.map(
    (value, row) => value ?? (row > 0 && row + 1 < values.length && values[row + 1] !== null ? (values[row - 1] ?? null) : null),
  );
}

/** Without what came before time 0 or after `toS`: the server is sampled while the run is prepared, too. */
export function duringRun(server: ServerLines, toS: number): ServerLines {
  const kept = server.x.map((at, index) => ({ at, index })).filter(({ at }) => at >= 0 && at <= toS);
  const pick = (values: Values): Values => kept.map(({ index }) => values[index] ?? null);
  const { cpu, memory, heap, loop, stall, gc } = server.measures;
  const measures = {
    cpu: cpu.map(pick),
    memory: memory.map(pick),
    heap: heap.map(pick),
    loop: loop.map(pick),
    stall: stall.map(pick),
    gc: gc.map(pick),
  };
  return { x: kept.map(({ at }) => at), pids: server.pids, measures };
}

interface Points<Line extends { readonly values: Values }> {
  readonly x: readonly number[];
  /** The time each point covers; absent: an instant. */
  readonly spans?: readonly Span[] | undefined;
  readonly lines: readonly Line[];
}

/** Of the points that have a value; null: none has. */
function meanOf(values: Values): number | null {
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (value === null) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** Null: no point has a value. */
function largestOf(values: Values): number | null {
  return values.reduce((largest, value) => (value === null || (largest !== null && largest >= value) ? largest : value), null);
}

/** What is told of the points of a line together: of maxima the highest, of everything else the mean. Null: no point has a value. */
export function togetherOf({ values, isMaxima = false }: { readonly values: Values; readonly isMaxima?: boolean }): number | null {
  return isMaxima ? largestOf(values) : meanOf(values);
}

/** The points of a window, as a table or a description of the chart has them; null: all. */
export function pointsWithin<Line extends { readonly values: Values }>(
  { x, spans, lines }: Points<Line>,
  window: TimeWindow | null,
): { readonly x: readonly number[]; readonly lines: readonly Line[] } {
  if (window === null) return { x, lines };
  const [from, to] = [window.fromMs / 1000, window.toMs / 1000];
  const isWithin = (at: number, index: number): boolean => {
    const span = spans?.[index];
    return span === undefined ? at >= from && at <= to : span.from < to && span.to > from;
  };
  const kept = x.map((at, index) => ({ at, index })).filter(({ at, index }) => isWithin(at, index));
  return {
    x: kept.map(({ at }) => at),
    lines: lines.map((line) => ({ ...line, values: kept.map(({ index }) => line.values[index] ?? null) })),
  };
}

/** Where each line ends: one of a stack stands on those of the stack before it. */
export function topsOf(lines: readonly { readonly shape: string; readonly values: Values }[]): readonly Values[] {
  let below: Values = [];
  return lines.map(({ shape, values }) => {
    if (shape !== 'stack') return values;
    below = values.map((value, row) => (value === null ? (below[row] ?? null) : value + (below[row] ?? 0)));
    return below;
  });
}

export function highest(lines: readonly Values[]): number {
  let max = 0;
  for (const values of lines) for (const value of values) if (value !== null && value > max) max = value;
  return max;
}

/** Smallest value above zero, for log axes; 0 when there is none. */
export function lowestPositive(lines: readonly Values[]): number {
  let min = Number.POSITIVE_INFINITY;
  for (const values of lines) for (const value of values) if (value !== null && value > 0 && value < min) min = value;
  return Number.isFinite(min) ? min : 0;
}
