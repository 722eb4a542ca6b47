/** One level of a search for the highest rate, as its rows come. */
import type { Microseconds, PerSecond, Seconds } from '../base/units.ts';
import type { LimitCount, LimitLevel } from '../model/limit.ts';
import type { LimitBound, LimitQuestion } from '../model/load/limit-question.ts';
import { DROPPED, errorKindOf, FIRST_HTTP_STATUS, isAsExpected, type PackedBatch, TIMEOUT, UNANSWERED } from '../model/run.ts';
import { ExactDistribution, nearestRank } from './distribution.ts';
import { lateOf, mayBeBehind } from './judge-level.ts';
import { SweptLevels } from './part-figures.ts';
import { completionOf, intendedOf, rowCount } from './request-rows.ts';

const US_PER_MS = 1_000;
const US_PER_S = 1_000_000;

export interface Searched {
  readonly question: LimitQuestion;
  /** Of the requests of the plan; empty: there is one request. */
  readonly names: readonly string[];
  readonly isSequence: boolean;
  readonly isPoisson: boolean;
}

export class LimitLevelCounter {
  private first: Microseconds = Number.POSITIVE_INFINITY;
  private over: Microseconds = 0;
  private wrong = 0;
  private givenUp = 0;
  private readonly kinds = new Map<string, number>();
  private readonly counts: readonly BoundCounter[];
  private readonly thirds: readonly Third[] = Array.from({ length: 3 }, () => ({ count: 0, fastest: Number.POSITIVE_INFINITY }));

  private readonly swept: SweptLevels;

  constructor(
    private readonly searched: Searched,
    private readonly rate: PerSecond,
    private readonly holdS: Seconds,
  ) {
    const { question, names, isSequence } = searched;
    this.counts = question.bounds.map((bound) => new BoundCounter(bound, bound.request === null ? null : names.indexOf(bound.request)));
    this.swept = new SweptLevels({ are: 'levels', levels: { of: 'rate', values: [rate] }, holdS: () => holdS }, names, isSequence);
  }

  add(batch: PackedBatch): void {
    for (let row = 0; row < rowCount(batch); row++) this.addRow(batch, row);
  }

  private addRow(batch: PackedBatch, row: number): void {
    this.swept.addRow(0, batch, row);
    const due = intendedOf(batch, row);
    const status = batch.status[row]!;
    const isMet = status >= FIRST_HTTP_STATUS && isAsExpected(status, batch.unmet?.[row]);
    this.first = Math.min(this.first, due);
    const request = batch.request === undefined ? 0 : batch.request[row]!;
    const end = status === DROPPED ? due : completionOf(batch, row);
    for (const count of this.counts) count.add(request, isMet, end - due, end - (status === DROPPED ? due : batch.start[row]!));
    this.over = Math.max(this.over, end);
    if (!isMet) {
      this.wrong += 1;
      const kind = kindOf(status, batch.unmet?.[row]);
      this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
      if (status === TIMEOUT || status === UNANSWERED) this.givenUp += 1;
      return;
    }
    const third = this.thirds[Math.min(2, Math.floor((3 * (due - this.first)) / (this.holdS * US_PER_S)))]!;
    third.count += 1;
    third.fastest = Math.min(third.fastest, end - due);
  }

  /** Null: none of its requests has ended. */
  finish(): LimitLevel | null {
    const [level] = this.swept.figures();
    if (level === undefined || !('visits' in level)) return null;
    const { rate, holdS, wrong, givenUp, thirds } = this;
    const { came, behind } = level.visits;
    const from = this.first / US_PER_S;
    return {
      ...{ rate, from, holdS, drainS: Math.max(0, this.over / US_PER_S - from - holdS), came, wrong, givenUp },
      kinds: Object.fromEntries(this.kinds),
      counts: this.counts.map((count) => count.figures()),
      ...{ behind, mayBeBehind: this.searched.isPoisson ? mayBeBehind(level.visits) : mayBeBehindEvenly(came), rose: rises(thirds) },
      lateMs: lateOf(level),
    };
  }
}

function kindOf(status: number, unmet: number | undefined): string {
  if (status === DROPPED) return 'dropped';
  if (status === UNANSWERED) return 'unanswered';
  const kind = errorKindOf(status);
  return kind ?? (isAsExpected(status, undefined) && unmet !== undefined ? 'content' : String(status));
}

/** Where requests come evenly, chance has less of a part in it: a quarter of what it has in arrivals at random. */
function mayBeBehindEvenly(came: number): number {
  return Math.max(1, Math.sqrt(came) / 8, came / 200);
}

/**
 * Half as long again, and more than a timer is off, of at least so many in each third: the fastest of a few vary by as much where other programs take
 * their share of a core.
 */
const RISES = { ratio: 1.5, us: 1_000, fewest: 40 };

interface Third {
  count: number;
  fastest: Microseconds;
}

/** Compared with those before only: a server that gets faster does not wait. */
function rises(thirds: readonly Third[]): boolean {
  if (thirds.some(({ count }) => count < RISES.fewest)) return false;
  return thirds.some(({ fastest }, nth) => {
    const before = Math.min(...thirds.slice(0, nth).map((third) => third.fastest));
    return Number.isFinite(before) && fastest > Math.max(RISES.ratio * before, before + RISES.us);
  });
}

class BoundCounter {
  private requests = 0;
  private wrong = 0;
  private beyond = 0;
  private beyondSinceSent = 0;
  private readonly times = new ExactDistribution();
  private sum: Microseconds = 0;
  private sumSinceSent: Microseconds = 0;

  /** `of`: place of the request in the plan; null: all. */
  constructor(
    private readonly bound: LimitBound,
    private readonly of: number | null,
  ) {}

  add(request: number, isMet: boolean, time: Microseconds, sinceSent: Microseconds): void {
    if (this.of !== null && request !== this.of) return;
    this.requests += 1;
    if (!isMet) {
      this.wrong += 1;
      this.beyond += 1;
      this.beyondSinceSent += 1;
      return;
    }
    if (this.bound.of === 'errors') return;
    this.sum += time;
    this.sumSinceSent += sinceSent;
    this.times.record(Math.max(0, Math.floor(time)));
    if (this.bound.of === 'latency') {
      if (!isFastEnough(this.bound, time)) this.beyond += 1;
      if (!isFastEnough(this.bound, sinceSent)) this.beyondSinceSent += 1;
    }
  }

  figures(): LimitCount {
    const { requests, beyond, wrong, beyondSinceSent, bound } = this;
    return {
      requests,
      beyond,
      wrong,
      beyondSinceSent,
      value: this.value(),
      valueSinceSent: bound.of === 'mean' ? this.mean(this.sumSinceSent) : null,
    };
  }

  private value(): number | null {
    const { bound, requests, times } = this;
    if (requests === 0) return null;
    if (bound.of === 'errors') return (100 * this.wrong) / requests;
    if (bound.of === 'mean') return this.mean(this.sum);
    // Those without a response are the slowest.
    const rank = nearestRank(bound.percentile, requests);
    if (rank > times.count) return null;
    return times.atRanks([rank])[0]! / US_PER_MS;
  }

  private mean(sum: Microseconds): number | null {
    return this.times.count === 0 ? null : sum / this.times.count / US_PER_MS;
  }
}

function isFastEnough({ most, orEqual }: LimitBound, time: Microseconds): boolean {
  return orEqual ? time <= most * US_PER_MS : time < most * US_PER_MS;
}
