/**
 * The figures of the phases of a schedule, of the levels of a sweep, and of each request of a plan. Requests belong to the part in which they were
 * to be sent; responses a second are those that came while it lasted.
 *
 * Every percentile is exact, in memory that does not grow with the number of rows (`PartTimes`); of levels only, when each response came is kept
 * until the rows have passed.
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
  const came = schedule === null ? null : new CameByPhase(schedule);
  const byPhase = makeParts(hasParts(load) ? lengthsOf(load) : [], { came, keepsCompletions: levels !== null });
  // One request is the whole run.
  const byRequest = makeParts(names.length > 1 ? names.map(() => durationUs / US_PER_S) : []);
  for await (const batch of batches) {
    for (let row = 0; row < rowCount(batch); row++) {
      byPhase[batch.phase === undefined ? 0 : batch.phase[row]!]?.add(batch, row);
      byRequest[batch.request === undefined ? 0 : batch.request[row]!]?.add(batch, row);
    }
  }
  return {
    phases: schedule === null || came === null ? [] : phasesOf(schedule, byPhase, came),
    levels: load.model === 'sweep' && levels !== null ? levelFiguresOf(load, levels, byPhase) : [],
    byRequest: plannedFiguresOf(names, byRequest, durationUs / US_PER_S),
  };
}

/** How long each phase or level is. */
function lengthsOf(load: Load): readonly Seconds[] {
  if (load.model === 'sweep') return levelsOf(load).values.map(() => load.holdS);
  return (load.model === 'arrivals' && scheduleOf(load)?.phases.map(({ seconds }) => seconds)) || [];
}

function phasesOf(schedule: Schedule, parts: readonly Part[], came: CameByPhase): PhaseFigures[] {
  return parts.map((part, nth) => {
    const from = schedule.startOf(nth);
    const { from: first, to: last } = schedule.phases[nth]!;
    return { rate: [first, last], ...figuresOf(part, from, schedule.phases[nth]!.seconds, came.counts[nth]!) };
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
  readonly latencies = new PartTimes();
  /** When each of them was complete, where it is kept. */
  readonly completions = new GrowableColumn(Float64Array);
  readonly lateness = new PartTimes();
  /** How often each status came. */
  private readonly statuses = new Map<number, number>();
  /** Of these, what would be unexpected if the plan did not expect it. */
  private readonly metStatuses = new Map<number, number>();
  /** Of all that were sent: how long they took together, and when those ended that may have ended after it. */
  time: Microseconds = 0;
  readonly lateEnds = new GrowableColumn(Float64Array);

  constructor(
    private readonly length: Microseconds,
    private readonly kept: Kept,
  ) {}

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
    this.lateness.record(Math.floor(batch.start[row]! - intended));
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
        this.latencies.record(batch.latency[row]!);
        this.kept.came?.add(end);
        if (this.kept.keepsCompletions) this.completions.push(end);
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

/** What is made of when responses came. */
interface Kept {
  readonly came: CameByPhase | null;
  readonly keepsCompletions: boolean;
}

const NOTHING_KEPT: Kept = { came: null, keepsCompletions: false };

function makeParts(lengths: readonly Seconds[], kept = NOTHING_KEPT): Part[] {
  return lengths.map((seconds) => new Part(seconds * US_PER_S, kept));
}

/** How many responses came in each phase, whichever they belong to. */
class CameByPhase {
  readonly counts: Uint32Array;
  private readonly starts: readonly Microseconds[];
  private readonly end: Microseconds;

  constructor(schedule: Schedule) {
    this.starts = schedule.phases.map((_, nth) => schedule.startOf(nth) * US_PER_S);
    this.end = schedule.seconds * US_PER_S;
    this.counts = new Uint32Array(this.starts.length);
  }

  add(time: Microseconds): void {
    if (time < this.end) this.counts[indexBefore(this.starts, time)]! += 1;
  }
}

/** From as many on, counts take less room than the values: a schedule may have a thousand phases of a few, or one of millions. */
const MOST_LISTED = 2 ** 20;

/** Times of a part: a list, and counts when it gets long. */
class PartTimes {
  private readonly counted = new ExactDistribution();
  private listed = new GrowableColumn(Uint32Array);

  record(us: Microseconds): void {
    if (this.counted.count > 0) this.counted.record(us);
    else {
      this.listed.push(us);
      if (this.listed.length === MOST_LISTED) this.distribution();
    }
  }

  /** Of all times so far. */
  distribution(): ExactDistribution {
    for (const us of this.listed.view()) this.counted.record(us);
    this.listed = new GrowableColumn(Uint32Array);
    return this.counted;
  }
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
  const lateness = part.lateness.distribution();
  const [p50, p99] = lateness.percentiles([50, 99]);
  return {
    from,
    to: from + seconds,
    requests: { sent, completed, failed, timedOut, dropped, unexpected },
    offered: (sent + dropped) / seconds,
    throughput: came / seconds,
    latencyMs: toDistribution(part.latencies.distribution()),
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
