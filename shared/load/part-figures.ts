/**
 * The figures of the phases of a schedule, of the levels of a sweep, and of each request of a plan. Requests belong to the part in which they were
 * to be sent; responses a second are those that came while it lasted.
 *
 * The latencies of all parts are kept until the rows have passed, four bytes each, so that every percentile is exact.
 */
import { levelsOf, scheduleOf } from '../model/load-models.ts';
import type { LevelFigures, PartFigures, PhaseFigures, PlannedFigures } from '../model/report.ts';
import { AS_EXPECTED, DROPPED, ERROR_KINDS, errorKindOf, FIRST_HTTP_STATUS, isAsExpected, type PackedBatch } from '../model/run.ts';
import type { Load, LoadOf } from '../model/setup.ts';
import type { Bytes, Microseconds, Seconds } from '../model/units.ts';
import { ExactDistribution, toDistribution } from './distribution.ts';
import { GrowableColumn } from './growable-column.ts';
import type { Levels } from './levels.ts';
import { completionOf, intendedOf, rowCount } from './request-rows.ts';
import type { Schedule } from './schedule.ts';

const TIMEOUT = 1 + ERROR_KINDS.indexOf('TIMEOUT');
const US_PER_MS = 1_000;
const US_PER_S = 1_000_000;

export interface LoadParts {
  readonly phases: readonly PhaseFigures[];
  readonly levels: readonly LevelFigures[];
  readonly byRequest: readonly PlannedFigures[];
}

export const NO_PARTS: LoadParts = { phases: [], levels: [], byRequest: [] };

/** Whether a load has parts that are told one by one. */
export function hasParts(load: Load): boolean {
  return load.model === 'sweep' || (load.model === 'arrivals' && (scheduleOf(load)?.phases.length ?? 0) > 1);
}

export interface Parted {
  readonly load: Load;
  /** Names of the requests of the plan, in its order; empty: the load has no plan. */
  readonly names: readonly string[];
  readonly durationUs: Microseconds;
}

export async function computeParts(
  { load, names, durationUs }: Parted,
  batches: AsyncIterable<PackedBatch> | Iterable<PackedBatch>,
): Promise<LoadParts> {
  const schedule = load.model === 'arrivals' ? scheduleOf(load) : null;
  const levels = load.model === 'sweep' ? levelsOf(load) : null;
  const byPhase = makeParts(hasParts(load) ? lengthsOf(load) : []);
  // One request is the whole run.
  const byRequest = makeParts(names.length > 1 ? names.map(() => durationUs / US_PER_S) : []);
  for await (const batch of batches) {
    for (let row = 0; row < rowCount(batch); row++) {
      byPhase[batch.phase === undefined ? 0 : batch.phase[row]!]?.add(batch, row);
      byRequest[batch.request === undefined ? 0 : batch.request[row]!]?.add(batch, row);
    }
  }
  return {
    phases: schedule === null ? [] : phasesOf(schedule, byPhase),
    levels: load.model === 'sweep' && levels !== null ? levelFiguresOf(load, levels, byPhase) : [],
    byRequest: plannedFiguresOf(names, byRequest, durationUs / US_PER_S),
  };
}

/** How long each phase or level is. */
function lengthsOf(load: Load): readonly Seconds[] {
  if (load.model === 'sweep') return levelsOf(load).values.map(() => load.holdS);
  return (load.model === 'arrivals' && scheduleOf(load)?.phases.map(({ seconds }) => seconds)) || [];
}

function phasesOf(schedule: Schedule, parts: readonly Part[]): PhaseFigures[] {
  const starts = schedule.phases.map((_, nth) => schedule.startOf(nth) * US_PER_S);
  const came = countByPhase(parts, starts, schedule.seconds * US_PER_S);
  return parts.map((part, nth) => {
    const from = schedule.startOf(nth);
    const { from: first, to: last } = schedule.phases[nth]!;
    return { rate: [first, last], ...figuresOf(part, from, schedule.phases[nth]!.seconds, came[nth]!) };
  });
}

function levelFiguresOf({ holdS }: LoadOf<'sweep'>, { of, values }: Levels, parts: readonly Part[]): LevelFigures[] {
  return parts.flatMap((part, nth) => {
    // A level that was not reached before the run ended.
    if (part.first === Number.POSITIVE_INFINITY) return [];
    const from = part.first / US_PER_S;
    const end = part.first + holdS * US_PER_S;
    const came = part.completions.view().filter((time) => time < end).length;
    const figures = { ...figuresOf(part, from, holdS, came), ...inFlightOf(part, holdS) };
    const level = values[nth]!;
    return [of === 'rate' ? { rate: level, ...figures } : { connections: level, ...figures }];
  });
}

/** Those that were never sent are there, too: that nobody asked for one is worth seeing. */
function plannedFiguresOf(names: readonly string[], parts: readonly Part[], seconds: Seconds): PlannedFigures[] {
  const all = parts.reduce((sum, { sent, dropped }) => sum + sent + dropped, 0);
  return parts.map((part, nth) => {
    const { from: _, to: __, ...figures } = figuresOf(part, 0, seconds, part.completed - part.unexpected);
    const share = all === 0 ? 0 : (100 * (part.sent + part.dropped)) / all;
    return { name: names[nth]!, share, ...figures, ...part.outcomes(), bytes: part.bytes };
  });
}

class Part {
  sent = 0;
  completed = 0;
  failed = 0;
  timedOut = 0;
  dropped = 0;
  unexpected = 0;
  bytes: Bytes = 0;
  first: Microseconds = Number.POSITIVE_INFINITY;
  readonly latencies = new GrowableColumn(Uint32Array);
  /** When each of them was complete. */
  readonly completions = new GrowableColumn(Float64Array);
  readonly lateness = new GrowableColumn(Uint32Array);
  /** How often each status came. */
  private readonly statuses = new Map<number, number>();
  /** Of these, what would be unexpected if the plan did not expect it. */
  private readonly metStatuses = new Map<number, number>();
  /** Of all that were sent: how long they took together, and when those ended that may have ended after it. */
  time: Microseconds = 0;
  readonly lateEnds = new GrowableColumn(Float64Array);

  constructor(private readonly length: Microseconds) {}

  add(batch: PackedBatch, row: number): void {
    const status = batch.status[row]!;
    const intended = intendedOf(batch, row);
    this.first = Math.min(this.first, intended);
    if (status === DROPPED) {
      this.dropped += 1;
      return;
    }
    this.sent += 1;
    this.bytes += batch.bytes[row]!;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.lateness.push(Math.floor(batch.start[row]! - intended));
    const end = completionOf(batch, row);
    this.time += end - intended;
    if (end > this.first + this.length) this.lateEnds.push(end);
    if (status < FIRST_HTTP_STATUS) {
      this.failed += 1;
      if (status === TIMEOUT) this.timedOut += 1;
    } else {
      this.completed += 1;
      if (!isAsExpected(status, batch.unmet?.[row])) this.unexpected += 1;
      else {
        this.latencies.push(batch.latency[row]!);
        this.completions.push(end);
        if (batch.unmet?.[row] === AS_EXPECTED) this.metStatuses.set(status, (this.metStatuses.get(status) ?? 0) + 1);
      }
    }
  }

  /** Statuses and kinds of failures. */
  outcomes(): Pick<PlannedFigures, 'status' | 'metStatus' | 'errors'> {
    const status: Record<string, number> = {};
    const errors: Record<string, number> = {};
    for (const [code, count] of [...this.statuses].sort(([a], [b]) => a - b)) {
      const kind = errorKindOf(code);
      if (kind === null) status[code] = count;
      else errors[kind] = (errors[kind] ?? 0) + count;
    }
    const metStatus = this.metStatuses.size === 0 ? {} : { metStatus: Object.fromEntries(this.metStatuses) };
    return { status, ...metStatus, errors };
  }
}

function makeParts(lengths: readonly Seconds[]): Part[] {
  return lengths.map((seconds) => new Part(seconds * US_PER_S));
}

/** How many responses came in each phase, whichever they belong to. */
function countByPhase(parts: readonly Part[], starts: readonly Microseconds[], end: Microseconds): Uint32Array {
  const counts = new Uint32Array(starts.length);
  for (const { completions } of parts) for (const time of completions.view()) if (time < end) counts[indexBefore(starts, time)]! += 1;
  return counts;
}

/** The last that is not after this time. */
function indexBefore(starts: readonly Microseconds[], time: Microseconds): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** `came`: expected responses while it lasted. */
function figuresOf(part: Part, from: Seconds, seconds: Seconds, came: number): PartFigures {
  const { sent, completed, failed, timedOut, dropped, unexpected } = part;
  const lateness = distributionOf(part.lateness);
  const [p50, p99] = lateness.percentiles([50, 99]);
  return {
    from,
    to: from + seconds,
    requests: { sent, completed, failed, timedOut, dropped, unexpected },
    offered: (sent + dropped) / seconds,
    throughput: came / seconds,
    latencyMs: toDistribution(distributionOf(part.latencies)),
    latenessMs: lateness.count === 0 ? null : { p50: p50! / US_PER_MS, p99: p99! / US_PER_MS },
  };
}

/** All requests of a level are over before the next one begins. */
function inFlightOf({ first, lateEnds, time }: Part, seconds: Seconds): Pick<LevelFigures, 'inFlight' | 'inFlightByLittle'> {
  const hold = seconds * US_PER_S;
  let after = 0;
  for (const end of lateEnds.view()) after += Math.max(0, end - (first + hold));
  return { inFlight: (time - after) / hold, inFlightByLittle: time / hold };
}

function distributionOf(values: GrowableColumn<Uint32Array>): ExactDistribution {
  const distribution = new ExactDistribution();
  for (const value of values.view()) distribution.record(value);
  return distribution;
}
