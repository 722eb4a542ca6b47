/**
 * The figures of the phases of a schedule, of the levels of a sweep, and of each request of a plan. Requests belong to the part in which they were
 * to be sent; responses a second are those that came while it lasted.
 *
 * A visitor who goes through a sequence makes all of its requests in the part in which it came.
 *
 * Every percentile is exact, in memory that does not grow with the number of rows (`PartTimes`).
 */
import type { Bytes, Microseconds, Milliseconds, Seconds } from '../base/units.ts';
import type { Distribution } from '../model/distribution.ts';
import { phasesOfSweep } from '../model/load/levels.ts';
import type { Schedule } from '../model/load/schedule.ts';
import { MOST_LEVELS } from '../model/load/search-plan.ts';
import { type PartsOfLoad, partsOfLoad } from '../model/load-models.ts';
import type { LevelFigures, LevelRequest, LevelVisits, PartFigures, PhaseFigures, PlannedFigures } from '../model/report.ts';
import {
  AS_EXPECTED,
  DROPPED,
  errorKindOf,
  FIRST_HTTP_STATUS,
  isAsExpected,
  isCensored,
  type PackedBatch,
  TIMEOUT,
  UNANSWERED,
} from '../model/run.ts';
import type { Load } from '../model/setup/setup.ts';
import { ArrivalFlow } from './arrival-flow.ts';
import { toBoundedDistribution } from './bounds.ts';
import { ExactDistribution } from './distribution.ts';
import { GrowableColumn } from './growable-column.ts';
import { judgePace } from './judge-level.ts';
import { completionOf, intendedOf, rowCount } from './request-rows.ts';

const US_PER_MS = 1_000;
const US_PER_S = 1_000_000;

export interface LoadParts {
  readonly phases: readonly PhaseFigures[];
  readonly levels: readonly LevelFigures[];
  readonly byRequest: readonly PlannedFigures[];
}

export type Phases = Extract<PartsOfLoad, { are: 'phases' }>;
export type Swept = Extract<PartsOfLoad, { are: 'levels' }>;

export const NO_PARTS: LoadParts = { phases: [], levels: [], byRequest: [] };

/** Whether a load has several parts, which are told one by one. */
export function hasParts(load: Load): boolean {
  const parts = partsOfLoad(load);
  return parts !== null && (parts.are === 'levels' || parts.schedule.phases.length > 1);
}

export interface Parted {
  readonly load: Load;
  /** Names of the requests of the plan, in its order; empty: the load has no plan. */
  readonly names: readonly string[];
  /** Visitors go through all of them in order. */
  readonly isSequence?: boolean;
  readonly durationUs: Microseconds;
}

export async function computeParts(
  { load, names, isSequence = false, durationUs }: Parted,
  batches: AsyncIterable<PackedBatch> | Iterable<PackedBatch>,
): Promise<LoadParts> {
  const parts = partsOfLoad(load);
  const phases = parts?.are === 'phases' ? new PhaseParts(parts, isSequence ? names.length - 1 : null) : null;
  const byLevel = parts?.are === 'levels' ? new SweptLevels(parts, names, isSequence) : null;
  // One request is the whole run.
  const byRequest = (names.length > 1 ? names : []).map(() => {
    const inTime = new InTime(durationUs);
    return { part: new Part(durationUs, inTime), inTime };
  });
  for await (const batch of batches) {
    byLevel?.add(batch);
    for (let row = 0; row < rowCount(batch); row++) {
      phases?.add(batch.phase === undefined ? 0 : batch.phase[row]!, batch, row);
      byRequest[batch.request === undefined ? 0 : batch.request[row]!]?.part.add(batch, row);
    }
  }
  return {
    phases: phases?.figures(durationUs) ?? [],
    levels: byLevel?.figures() ?? [],
    byRequest: plannedFiguresOf(names, byRequest, durationUs / US_PER_S),
  };
}

/** The phases of a schedule. */
class PhaseParts {
  private readonly came: CameByPhase;
  private readonly paces: PhasePaces;
  private readonly parts: readonly Part[];
  private readonly schedule: Schedule;

  constructor({ schedule, isPoisson }: Phases, last: number | null) {
    this.schedule = schedule;
    this.came = new CameByPhase(schedule);
    this.paces = new PhasePaces(schedule, isPoisson, last);
    this.parts = schedule.phases.map(({ seconds }) => new Part(seconds * US_PER_S, this.came));
  }

  add(phase: number, batch: PackedBatch, row: number): void {
    this.parts[phase]?.add(batch, row);
    this.paces.add(phase, batch, row);
  }

  figures(durationUs: Microseconds): PhaseFigures[] {
    return this.parts.map((part, nth) => {
      const { from, to, seconds } = this.schedule.phases[nth]!;
      const figures = figuresOf(part, this.schedule.startOf(nth), seconds, this.came.counts[nth]!);
      return { rate: [from, to], ...figures, ...this.paces.judge(nth, durationUs) };
    });
  }
}

/** Whether the phases of a schedule were held. */
export class PhasePaces {
  private readonly flow: ArrivalFlow;
  /** Visits counted from when requests were due, and from when they were sent. */
  private readonly all: readonly { readonly from: Microseconds; readonly due: Visits; readonly sent: Visits }[];

  /** `last`: the last request of a sequence; null: there is none. */
  constructor(
    private readonly schedule: Schedule,
    private readonly isPoisson: boolean,
    last: number | null,
  ) {
    this.flow = new ArrivalFlow(schedule.seconds);
    this.all = schedule.phases.map(({ seconds }, nth) => {
      const [from, length] = [schedule.startOf(nth) * US_PER_S, seconds * US_PER_S];
      const [due, sent] = [new Visits(length, last, this.flow), new Visits(length, last)];
      for (const { ends } of [due, sent]) ends.beginsAfter(from);
      return { from, due, sent };
    });
  }

  add(phase: number, batch: PackedBatch, row: number): void {
    const own = this.all[phase];
    if (own === undefined) return;
    own.due.add(batch, row, own.from);
    own.sent.add(batch, row, own.from, batch.start[row]!);
  }

  /** Empty for a phase that has no single rate, or was stopped before its end. */
  judge(nth: number, durationUs: Microseconds): Pick<PhaseFigures, 'visits' | 'held' | 'sentLate' | 'fellBehind'> {
    const { from: rate, to, seconds } = this.schedule.phases[nth]!;
    const { from, due, sent } = this.all[nth]!;
    const end = from + seconds * US_PER_S;
    // Clocks are rounded by less than a microsecond.
    if (rate !== to || rate === 0 || end > durationUs + 1) return {};
    const visits = due.figures(end, seconds);
    if (visits.came === 0) return {};
    const backlog = this.flow.backlogOf(this.schedule.startOf(nth), this.schedule.startOf(nth + 1));
    const { isPoisson } = this;
    return { visits, ...judgePace({ visits, sinceSent: sent.figures(end, seconds), backlog, dropped: due.dropped, rate, isPoisson }) };
  }
}

/** Figures of the levels of a sweep, row by row; levels that were run again after it are included. */
export class SweptLevels {
  private readonly parts: LevelParts;

  constructor(
    private readonly swept: Swept,
    private readonly names: readonly string[],
    isSequence: boolean,
  ) {
    this.parts = new LevelParts(swept, names.length, isSequence);
  }

  add(batch: PackedBatch): void {
    for (let row = 0; row < rowCount(batch); row++) this.addRow(batch.phase === undefined ? 0 : batch.phase[row]!, batch, row);
  }

  addRow(phase: number, batch: PackedBatch, row: number): void {
    this.parts.add(phase, batch, row);
  }

  /** In the order in which they were run. */
  figures(): LevelFigures[] {
    return levelFiguresOf(this.swept, this.parts, this.names);
  }
}

function levelFiguresOf({ holdS, levels: { of, values } }: Swept, { all }: LevelParts, names: readonly string[]): LevelFigures[] {
  // In the order in which they were run, which in a search is none of rates.
  const reached = [...all].sort(([, a], [, b]) => a.part.first - b.part.first);
  return reached.map(([phase, { part, came, visits, byRequest }], at): LevelFigures => {
    const place = phase % values.length;
    const level = values[place]!;
    const seconds = holdS(place);
    const from = part.first / US_PER_S;
    const end = part.first + seconds * US_PER_S;
    const before = phase < values.length ? -1 : reached.findIndex(([earlier]) => values[earlier % values.length] === level);
    const figures = {
      ...figuresOf(part, from, seconds, came.before(end)),
      ...inFlightOf(part, seconds),
      ...(byRequest.length === 0 ? {} : { byRequest: byRequest.map((one, request) => one.figures(names[request]!)) }),
      ...(before === -1 || before >= at ? {} : { repeatOf: before }),
    };
    return of === 'rate' ? { rate: level, ...figures, visits: visits.figures(end, seconds) } : { connections: level, ...figures };
  });
}

/** Those that were never sent are there, too: that nobody asked for one is worth seeing. */
function plannedFiguresOf(
  names: readonly string[],
  parts: readonly { readonly part: Part; readonly inTime: InTime }[],
  seconds: Seconds,
): PlannedFigures[] {
  const all = parts.reduce((sum, { part: { sent, dropped } }) => sum + sent + dropped, 0);
  return parts.map(({ part, inTime }, nth) => {
    const { from: _, to: __, ...figures } = figuresOf(part, 0, seconds, inTime.count);
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
  unanswered = 0;
  oldest: Microseconds = 0;
  bytes: Bytes = 0;
  first: Microseconds = Number.POSITIVE_INFINITY;
  readonly latencies = new PartTimes();
  /** How long requests without a response were waited for. */
  readonly censored = new PartTimes();
  readonly lateness = new PartTimes();
  /** How often each status came. */
  private readonly statuses = new Map<number, number>();
  /** Of these, what would be unexpected if the plan did not expect it. */
  private readonly metStatuses = new Map<number, number>();
  /** Of all that were sent: how long they took together, and of those that may have ended after it, when they were due and ended. */
  time: Microseconds = 0;
  readonly lateStarts = new GrowableColumn(Float64Array);
  readonly lateEnds = new GrowableColumn(Float64Array);

  constructor(
    private readonly length: Microseconds,
    /** Told when each expected response came. */
    private readonly came: Pick<CameByPhase, 'add'> | null,
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
    if (status !== UNANSWERED) this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.lateness.record(Math.floor(batch.start[row]! - intended));
    const end = completionOf(batch, row);
    this.time += end - intended;
    if (end > this.first + this.length) {
      this.lateStarts.push(intended);
      this.lateEnds.push(end);
    }
    if (isCensored(status)) this.censored.record(batch.latency[row]!);
    if (status === UNANSWERED) {
      this.unanswered += 1;
      this.oldest = Math.max(this.oldest, end - intended);
    } else if (status < FIRST_HTTP_STATUS) {
      this.failed += 1;
      if (status === TIMEOUT) this.timedOut += 1;
    } else {
      this.completed += 1;
      if (!isAsExpected(status, batch.unmet?.[row])) this.unexpected += 1;
      else {
        this.latencies.record(batch.latency[row]!);
        this.came?.add(end);
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

/** Requests times levels. With more, the table would be too long to read. */
const MOST_BY_REQUEST = 1_000;

/** Levels are held one after the other: none begins before all requests of the one before have ended. */
class LevelParts {
  /** Those that were reached, by the number of their phase. */
  readonly all = new Map<number, LevelPart>();
  private readonly told: number;
  /** Of all requests so far, the last end. */
  private over: Microseconds = 0;

  constructor(
    private readonly swept: Swept,
    private readonly requests: number,
    private readonly isSequence: boolean,
  ) {
    const levels = swept.search === undefined ? swept.levels.values.length : MOST_LEVELS;
    this.told = requests > 1 && requests * levels <= MOST_BY_REQUEST ? requests : 0;
  }

  add(level: number, batch: PackedBatch, row: number): void {
    const own = this.all.get(level) ?? this.begin(level);
    if (own === null) return;
    const { part, visits, byRequest } = own;
    part.add(batch, row);
    visits.add(batch, row, part.first);
    byRequest[batch.request === undefined ? 0 : batch.request[row]!]?.add(batch, row);
    if (batch.status[row] !== DROPPED) this.over = Math.max(this.over, completionOf(batch, row));
  }

  /** Null: there is no such level. */
  private begin(phase: number): LevelPart | null {
    const { levels, holdS, search } = this.swept;
    if (levels.values.length === 0 || (search === undefined && phase >= phasesOfSweep(levels))) return null;
    const length = holdS(phase % levels.values.length) * US_PER_S;
    const came = new EndsBefore(length);
    const own = {
      part: new Part(length, came),
      came,
      visits: new Visits(length, this.isSequence ? this.requests - 1 : null),
      byRequest: Array.from({ length: this.told }, () => new RequestOfLevel()),
    };
    came.beginsAfter(this.over);
    own.visits.ends.beginsAfter(this.over);
    this.all.set(phase, own);
    return own;
  }
}

interface LevelPart {
  readonly part: Part;
  readonly came: EndsBefore;
  readonly visits: Visits;
  readonly byRequest: readonly RequestOfLevel[];
}

/**
 * How many of some times are before the end of a level. When that is, is known only when all of its requests are, because it was held from the
 * first on; it cannot be sooner than if it had begun when the level before it was over. So few times have to be kept.
 */
class EndsBefore {
  private sure = 0;
  private sureBefore: Microseconds;
  private readonly unsure = new GrowableColumn(Float64Array);

  constructor(private readonly length: Microseconds) {
    this.sureBefore = length;
  }

  beginsAfter(time: Microseconds): void {
    this.sureBefore = time + this.length;
  }

  add(time: Microseconds): void {
    if (time < this.sureBefore) this.sure += 1;
    else this.unsure.push(time);
  }

  before(end: Microseconds): number {
    return this.sure + this.unsure.view().filter((time) => time < end).length;
  }
}

/** Visitors of a level, for one request each, or from the first request of a sequence to the last, or to one that broke it off. */
class Visits {
  readonly ends: EndsBefore;
  dropped = 0;
  private came = 0;
  private time: Microseconds = 0;
  private readonly lateEnds = new GrowableColumn(Float64Array);
  /** For a sequence, by user: arrival times of visits that are not over. */
  private readonly amidst = new Map<number, Microseconds>();
  private readonly early = new HalfOfVisits();
  private readonly late = new HalfOfVisits();

  constructor(
    private readonly length: Microseconds,
    /** Null: there is no sequence. */
    private readonly last: number | null,
    /** Told of each arrival and its end. */
    private readonly flow: ArrivalFlow | null = null,
  ) {
    this.ends = new EndsBefore(length);
  }

  /** `first`: when the first request of the level was due, as far as is known. `from`: when this request was due, or sent. */
  add(batch: PackedBatch, row: number, first: Microseconds, from: Microseconds = intendedOf(batch, row)): void {
    const request = batch.request === undefined ? 0 : batch.request[row]!;
    const status = batch.status[row]!;
    const isFirst = this.last === null || request === 0;
    if (isFirst) {
      this.came += 1;
      this.flow?.arrived(from);
    }
    if (status === DROPPED) {
      this.dropped += 1;
      return;
    }
    const user = (batch.user ?? batch.connection)[row]!;
    if (isFirst) {
      this.time -= from;
      this.amidst.set(user, from);
    }
    if (this.last !== null && request !== this.last && status >= FIRST_HTTP_STATUS && isAsExpected(status, batch.unmet?.[row])) return;
    const end = completionOf(batch, row);
    this.time += end;
    this.ends.add(end);
    this.flow?.ended(end, status >= FIRST_HTTP_STATUS);
    if (end > first + this.length) this.lateEnds.push(end);
    const came = this.amidst.get(user);
    this.amidst.delete(user);
    const half = came !== undefined && came < first + this.length / 2 ? this.early : this.late;
    if (came !== undefined) half.add(came, end, status >= FIRST_HTTP_STATUS);
  }

  figures(end: Microseconds, holdS: Seconds): LevelVisits {
    let after = 0;
    for (const late of this.lateEnds.view()) after += Math.max(0, late - end);
    const [earlyMs, lateMs] = [this.early.medianMs(), this.late.medianMs()];
    return {
      came: this.came,
      left: this.came - this.dropped - this.ends.before(end),
      inside: (this.time - after) / (holdS * US_PER_S),
      earlyMs,
      lateMs,
      // If half of them never completed, the unfinished ones count as behind.
      behind:
        earlyMs === null || lateMs === null
          ? this.amidst.size + this.early.unanswered + this.late.unanswered
          : this.behind(lateMs - earlyMs),
    };
  }

  /**
   * At arrival rate r and capacity c < r, the wait grows by r/c - 1 seconds for each second of the level, and
   * r - c arrivals are left over in each. All arrivals of the level count, whenever they ended; halves and their medians, so that neither one stall nor
   * the very end decides.
   */
  private behind(longerMs: Milliseconds): number {
    const growth = (longerMs * US_PER_MS) / (this.late.meanCame() - this.early.meanCame());
    return growth <= 0 ? 0 : (this.came * growth) / (1 + growth);
  }
}

/** The arrivals in one half of a level. */
class HalfOfVisits {
  private count = 0;
  /** Ended without a response, so their time is not known. */
  unanswered = 0;
  private cameSum: Microseconds = 0;
  private readonly lengths = new PartTimes();

  add(came: Microseconds, end: Microseconds, isAnswered: boolean): void {
    this.count += 1;
    if (!isAnswered) this.unanswered += 1;
    this.cameSum += came;
    this.lengths.record(end - came);
  }

  meanCame(): Microseconds {
    return this.cameSum / this.count;
  }

  medianMs(): Milliseconds | null {
    return this.unanswered >= this.count / 2 ? null : this.lengths.median() / US_PER_MS;
  }
}

/** Left out where there are none. */
function unansweredOf({
  unanswered,
  oldest,
}: Pick<Part, 'unanswered' | 'oldest'>): Pick<PartFigures['requests'], 'unanswered' | 'oldestMs'> {
  return unanswered === 0 ? {} : { unanswered, oldestMs: oldest / US_PER_MS };
}

/** Of some times, how many are within the measured phase. Clocks are rounded by less than a microsecond. */
class InTime {
  count = 0;

  constructor(private readonly durationUs: Microseconds) {}

  add(time: Microseconds): void {
    if (time <= this.durationUs + 1) this.count += 1;
  }
}

/** A request of the plan in one level. */
class RequestOfLevel {
  private readonly counts = { sent: 0, completed: 0, failed: 0, timedOut: 0, dropped: 0, unexpected: 0 };
  unanswered = 0;
  oldest: Microseconds = 0;
  private readonly latencies = new PartTimes();
  private readonly censored = new PartTimes();

  add(batch: PackedBatch, row: number): void {
    const { counts } = this;
    const status = batch.status[row]!;
    if (status === DROPPED) {
      counts.dropped += 1;
      return;
    }
    counts.sent += 1;
    if (isCensored(status)) this.censored.record(batch.latency[row]!);
    if (status === UNANSWERED) {
      this.unanswered += 1;
      this.oldest = Math.max(this.oldest, batch.latency[row]!);
      return;
    }
    if (status < FIRST_HTTP_STATUS) {
      counts.failed += 1;
      if (status === TIMEOUT) counts.timedOut += 1;
      return;
    }
    counts.completed += 1;
    if (isAsExpected(status, batch.unmet?.[row])) this.latencies.record(batch.latency[row]!);
    else counts.unexpected += 1;
  }

  figures(name: string): LevelRequest {
    return { name, requests: { ...this.counts, ...unansweredOf(this) }, latencyMs: timesOf(this.latencies, this.censored) };
  }
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
  private counted: ExactDistribution | null = null;
  private listed = new GrowableColumn(Uint32Array);

  record(us: Microseconds): void {
    if (this.counted !== null) {
      this.counted.record(us);
      return;
    }
    this.listed.push(us);
    if (this.listed.length < MOST_LISTED) return;
    this.counted = this.distribution();
    this.listed = new GrowableColumn(Uint32Array);
  }

  median(): number {
    if (this.counted !== null) return this.counted.percentile(50);
    const listed = this.listed.view();
    return listed.slice().sort()[Math.ceil(listed.length / 2) - 1]!;
  }

  /** Of all times so far. Made of the list it is not kept: of a thousand parts the counts would take gigabytes. */
  distribution(): ExactDistribution {
    if (this.counted !== null) return this.counted;
    const all = new ExactDistribution();
    for (const us of this.listed.view()) all.record(us);
    return all;
  }
}

function timesOf(answered: PartTimes, censored: PartTimes): Distribution | null {
  return toBoundedDistribution(answered.distribution(), censored.distribution());
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
    requests: { sent, completed, failed, timedOut, dropped, unexpected, ...unansweredOf(part) },
    offered: (sent + dropped) / seconds,
    throughput: came / seconds,
    latencyMs: timesOf(part.latencies, part.censored),
    latenessMs: lateness.count === 0 ? null : { p50: p50! / US_PER_MS, p99: p99! / US_PER_MS },
  };
}

/** All requests of a level are over before the next one begins. */
function inFlightOf({ first, lateStarts, lateEnds, time }: Part, seconds: Seconds): Pick<LevelFigures, 'inFlight' | 'inFlightByLittle'> {
  const hold = seconds * US_PER_S;
  const starts = lateStarts.view();
  let after = 0;
  // Of a sequence, some are not even due before the level is over.
  lateEnds.view().forEach((end, nth) => {
    after += Math.max(0, end - Math.max(first + hold, starts[nth]!));
  });
  return { inFlight: (time - after) / hold, inFlightByLittle: time / hold };
}
