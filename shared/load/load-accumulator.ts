/**
 * What a run's requests amount to, fed with rows as they come and keeping none of them: totals, distributions and one
 * bucket for each second, counted by completion.
 *
 *   intended start + latency = completion      bucket = whole seconds of the completion since `fromUs`
 *
 * Rows come in order of completion but for the rounding of clocks, so the second before the running one stays open, too.
 * What is later still counts in its bucket and is missing only from that bucket's percentiles.
 */
import type { Bytes, Microseconds } from '../base/units.ts';
import {
  ABSENT,
  AS_EXPECTED,
  DROPPED,
  type ErrorKind,
  errorKindOf,
  FIRST_HTTP_STATUS,
  isAsExpected,
  isCensored,
  type LoadCounts,
  type PackedBatch,
  UNANSWERED,
} from '../model/run.ts';
import type { LoadSeriesColumns } from '../model/series.ts';
import { ExactDistribution, nearestRank } from './distribution.ts';
import { GrowableColumn } from './growable-column.ts';
import { LastRequests } from './last-requests.ts';
import { intendedOf, rowCount } from './request-rows.ts';
import { selectRank } from './select-rank.ts';

export const BUCKET_US: Microseconds = 1_000_000;
export const PERIOD_US: Microseconds = 10 * BUCKET_US;
/** No run is longer than the longest plan (a day) and its time-outs; a row beyond is damage and may not make us allocate. */
export const MAX_BUCKETS = 2 * 86_400;
/** Starts are rounded down one by one, so that a request which completed at the very end may seem to have completed a little later. */
const ROUNDING: Microseconds = 1;

export class LoadAccumulator {
  completed = 0;
  failed = 0;
  unexpected = 0;
  /** Were to be sent, when as many were in flight as may be: neither sent nor failed. */
  dropped = 0;
  bytes: Bytes = 0;
  /** In flight at the end, waited for, and without a response: neither completed nor failed. */
  unanswered = 0;
  /** Age of the oldest of them. */
  oldestUs: Microseconds = 0;
  /** What arrived after the measured phase and is in none of its seconds: completed requests, those with an expected status, and bytes. */
  readonly late = { completed: 0, expected: 0, bytes: 0 };
  /** Completed, but not timed from their own start. */
  stale = 0;
  /** What the load process itself counts, newest. */
  counts: LoadCounts = { sent: 0, inFlight: 0 };
  /** End of the arrival schedule since time 0; infinite: the load has none. Responses to the last arrivals may take much longer. */
  scheduleUs: Microseconds = Number.POSITIVE_INFINITY;
  /** What arrived in the measured phase but after the schedule: it is in the seconds, but in no throughput. */
  readonly drained = { expected: 0, bytes: 0 };
  /** End of the measured phase since time 0; null while it goes on. */
  endUs: Microseconds | null = null;
  /** Of expected statuses. */
  readonly latency = new ExactDistribution();
  /** How long requests without a response were waited for: a lower bound of each of these three times. */
  readonly censored = { latency: new ExactDistribution(), firstByte: new ExactDistribution(), service: new ExactDistribution() };
  readonly unexpectedLatency = new ExactDistribution();
  readonly connect = new ExactDistribution();
  readonly firstByte = new ExactDistribution();
  /** How much later than intended requests were sent; empty as long as none was late. */
  readonly lateness = new ExactDistribution();
  /** Of expected statuses, from when the request was really sent; empty as long as none was late: then it is the latency. */
  readonly service = new ExactDistribution();
  /** How often each status came. */
  private readonly statuses = new Uint32Array(2 ** 16);
  /** Statuses from 400 on that were what the plan expects. */
  private readonly metStatuses = new Map<number, number>();
  private readonly buckets = new Buckets(BUCKET_US);
  /** The same for longer times, as other load tools report them; null: not wanted. */
  private readonly periods: Buckets | null;
  /** When the last request of the measured phase ended, since time 0. */
  lastCompletionUs: Microseconds = 0;
  readonly lastRequests = new LastRequests();

  /** `fromUs`: where bucket 0 starts, µs since time 0. */
  constructor(
    private readonly fromUs: Microseconds = 0,
    hasPeriods = false,
  ) {
    this.periods = hasPeriods ? new Buckets(PERIOD_US) : null;
  }

  /** Rows of this batch and the counts that were true when it was sent. */
  addRows(batch: PackedBatch, counts: LoadCounts): void {
    for (let row = 0; row < rowCount(batch); row++) this.addRow(batch, row);
    this.counts = counts;
    this.buckets.setInFlight(counts.inFlight);
  }

  /** One row of a batch. */
  addRow(batch: PackedBatch, row: number): void {
    const status = batch.status[row]!;
    const latency = batch.latency[row]!;
    const intended = intendedOf(batch, row);
    const completionUs = intended + latency;
    const bytes = batch.bytes[row]!;
    if (isCensored(status)) this.addCensored(batch, row);
    if (status === DROPPED) this.lastRequests.dropped(intended);
    else if (status === UNANSWERED || status < FIRST_HTTP_STATUS) this.lastRequests.lost(batch.start[row]!);
    else this.lastRequests.answered(batch.start[row]!);
    if (status === UNANSWERED) {
      this.addUnanswered(latency, bytes);
      if (batch.connect[row] !== ABSENT) this.connect.record(batch.connect[row]!);
      return;
    }
    const isLate = this.isAfterEnd(completionUs);
    if (!isLate && completionUs > this.lastCompletionUs) this.lastCompletionUs = completionUs;
    const buckets = isLate ? null : this.buckets;
    const periods = isLate ? null : this.periods;
    buckets?.goTo(completionUs - this.fromUs);
    periods?.goTo(completionUs - this.fromUs);
    if (status === DROPPED) {
      this.dropped += 1;
      buckets?.addDropped();
      periods?.addDropped();
      return;
    }
    this.statuses[status]! += 1;
    this.bytes += bytes;
    const isDrained = !isLate && completionUs > this.scheduleUs + ROUNDING;
    if (isLate) this.late.bytes += bytes;
    if (isDrained) this.drained.bytes += bytes;
    if (batch.start[row] !== intended || this.lateness.count > 0) this.addLateness(batch.start[row]! - intended, isLate);
    if (batch.connect[row] !== ABSENT) this.connect.record(batch.connect[row]!);
    if (status < FIRST_HTTP_STATUS) {
      this.failed += 1;
      buckets?.addFailed(bytes, errorKindOf(status)!);
      periods?.addFailed(bytes, errorKindOf(status)!);
      return;
    }
    this.completed += 1;
    if (isLate) this.late.completed += 1;
    const isTimed = batch.stale === undefined || batch.stale[row] === 0;
    if (!isTimed) this.stale += 1;
    const isGood = isAsExpected(status, batch.unmet?.[row]);
    if (batch.unmet?.[row] === AS_EXPECTED) this.metStatuses.set(status, (this.metStatuses.get(status) ?? 0) + 1);
    if (!isGood) {
      this.unexpected += 1;
      if (isTimed) this.unexpectedLatency.record(latency);
      buckets?.addUnexpected(bytes);
      periods?.addUnexpected(bytes);
      return;
    }
    if (isLate) this.late.expected += 1;
    if (isDrained) this.drained.expected += 1;
    if (isTimed) {
      this.latency.record(latency);
      if (batch.firstByte[row] !== ABSENT) this.firstByte.record(batch.firstByte[row]!);
      buckets?.addExpected(bytes, latency);
      periods?.addExpected(bytes, latency);
      if (this.lateness.count > 0) this.addService(Math.max(0, Math.floor(completionUs - batch.start[row]!)), isLate);
    } else {
      buckets?.addUntimed(bytes);
      periods?.addUntimed(bytes);
    }
  }

  private addCensored(batch: PackedBatch, row: number): void {
    const { latency, firstByte, service } = this.censored;
    const sinceStart = Math.max(0, Math.floor(intendedOf(batch, row) + batch.latency[row]! - batch.start[row]!));
    latency.record(batch.latency[row]!);
    service.record(sinceStart);
    if (batch.firstByte[row] === ABSENT) firstByte.record(sinceStart);
  }

  private addUnanswered(age: Microseconds, bytes: Bytes): void {
    this.unanswered += 1;
    this.oldestUs = Math.max(this.oldestUs, age);
    this.bytes += bytes;
    this.late.bytes += bytes;
  }

  private isAfterEnd(completionUs: Microseconds): boolean {
    return this.endUs !== null && completionUs > this.endUs + ROUNDING;
  }

  /** Nothing is recorded until a request is late: a closed load has no lateness, not one of 0. */
  private addLateness(us: Microseconds, isLate: boolean): void {
    if (this.lateness.count === 0 && this.finished > 0) {
      this.lateness.record(0, this.finished);
      this.service.addAll(this.latency);
      this.buckets.startLateness();
      this.periods?.startLateness();
    }
    this.lateness.record(Math.floor(us));
    if (isLate) return;
    this.buckets.addLateness(Math.floor(us));
    this.periods?.addLateness(Math.floor(us));
  }

  private addService(us: Microseconds, isLate: boolean): void {
    this.service.record(us);
    if (isLate) return;
    this.buckets.addService(us);
    this.periods?.addService(us);
  }

  /** The measured phase is over, `atUs` after time 0; later responses are in none of its seconds. */
  endPhase(atUs: Microseconds): void {
    this.endUs = atUs;
  }

  /** All rows have been added. The measured phase ended `atUs` after time 0. */
  end(atUs: Microseconds, counts: LoadCounts): void {
    this.endUs = atUs;
    this.counts = counts;
    this.buckets.extendTo(bucketOf(atUs - this.fromUs - 1));
    this.periods?.extendTo(bucketOf(atUs - this.fromUs - 1, PERIOD_US));
  }

  /** Requests with an outcome. */
  get finished(): number {
    return this.completed + this.failed;
  }

  /** With an expected status, within the measured phase and the schedule: what throughput is made of. */
  get expectedInTime(): number {
    return this.completed - this.unexpected - this.late.expected - this.drained.expected;
  }

  get bytesInTime(): Bytes {
    return this.bytes - this.late.bytes - this.drained.bytes;
  }

  /** The time that throughput is computed over: the measured phase, up to the end of the arrival schedule. */
  get offeredUs(): Microseconds {
    return Math.max(0, Math.min(this.durationUs, this.scheduleUs - this.fromUs));
  }

  /** Length of the measured phase, or of what is known of it. */
  get durationUs(): Microseconds {
    return Math.max(0, (this.endUs ?? this.lastCompletionUs) - this.fromUs);
  }

  /** Completed answers by status code. */
  statusCounts(): Record<string, number> {
    const codes: Record<string, number> = {};
    for (let status = FIRST_HTTP_STATUS; status < this.statuses.length; status++) {
      if (this.statuses[status]! > 0) codes[status] = this.statuses[status]!;
    }
    return codes;
  }

  /** Of these, those that would be unexpected if the plan did not expect them. */
  metCounts(): Record<string, number> {
    return Object.fromEntries(this.metStatuses);
  }

  /** Failed requests by kind; kinds that did not happen are left out. */
  errorCounts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (let status = 0; status < FIRST_HTTP_STATUS; status++) {
      const kind = this.statuses[status]! > 0 ? errorKindOf(status) : null;
      if (kind !== null) counts[kind] = (counts[kind] ?? 0) + this.statuses[status]!;
    }
    return counts;
  }

  /** One row for each second from `fromBucket` on; the last one is the running second. `atUs`: how far the measured phase has come, so that silent seconds show. */
  series(fromBucket: number, atUs: Microseconds = 0): LoadSeriesColumns {
    return this.buckets.series(fromBucket, this.endUs === null ? bucketOf(atUs - this.fromUs) : -1);
  }

  /** Ten seconds each, the last one perhaps shorter; none where nobody asked for them. */
  periodSeries(): LoadSeriesColumns | null {
    return this.periods?.series(0, -1) ?? null;
  }

  /** Completed requests, those of them with an expected status, and bytes, for each whole second of `offeredUs`; a last, partial second is left out. */
  wholeSeconds(): { completed: Uint32Array; expected: Uint32Array; bytes: Float64Array } {
    return this.buckets.firstSeconds(Math.min(MAX_BUCKETS, Math.floor(this.offeredUs / BUCKET_US)));
  }
}

function bucketOf(sinceStartUs: Microseconds, length = BUCKET_US): number {
  const bucket = Math.floor(sinceStartUs / length);
  return bucket >= 0 ? Math.min(bucket, MAX_BUCKETS - 1) : 0;
}

const toMs = (us: Microseconds): number => us / 1_000;

/**
 * The seconds. `goTo` chooses the one that the following additions are for. Its sums are kept beside the columns until another one is
 * chosen or requested: rows come by the million, seconds do not.
 */
class Buckets {
  constructor(private readonly length: Microseconds) {}

  private readonly completed = new GrowableColumn(Uint32Array);
  private readonly failed = new GrowableColumn(Uint32Array);
  private readonly unexpected = new GrowableColumn(Uint32Array);
  private readonly inFlight = new GrowableColumn(Uint32Array);
  private readonly bytes = new GrowableColumn(Float64Array);
  private readonly p50 = new GrowableColumn(Float64Array);
  private readonly p90 = new GrowableColumn(Float64Array);
  private readonly p99 = new GrowableColumn(Float64Array);
  private readonly max = new GrowableColumn(Float64Array);
  private readonly serviceP50 = new GrowableColumn(Float64Array);
  private readonly serviceP99 = new GrowableColumn(Float64Array);
  private readonly latenessP99 = new GrowableColumn(Float64Array);
  private readonly dropped = new GrowableColumn(Uint32Array);
  /** One for each kind that has happened, as long as it had to be. */
  private readonly kinds = new Map<ErrorKind, GrowableColumn<Uint32Array>>();
  /** The newest second and the one before. */
  private open = new OpenSecond();
  private before = new OpenSecond();
  private current = 0;
  /** What the chosen second spans, since the start; nothing is chosen at first. */
  private from: Microseconds = 0;
  private to: Microseconds = 0;
  /** The times of the chosen second; null: it is too old for percentiles. */
  private times: OpenSecond | null = null;
  private expectedNow = 0;
  private unexpectedNow = 0;
  private failedNow = 0;
  private bytesNow = 0;
  private lastInFlight = 0;

  goTo(sinceStartUs: Microseconds): void {
    if (sinceStartUs < this.from || sinceStartUs >= this.to) this.choose(bucketOf(sinceStartUs, this.length));
  }

  addExpected(bytes: Bytes, latency: Microseconds): void {
    this.expectedNow += 1;
    this.bytesNow += bytes;
    if (this.times !== null) this.times.latency.push(latency);
  }

  /** The first request that was late: those before it were not. */
  startLateness(): void {
    this.bringIn();
    [this.open, this.before].forEach(({ latency, service, lateness }, age) => {
      for (const us of latency.view()) service.push(us);
      const second = this.completed.length - 1 - age;
      const sent = second < 0 ? 0 : this.completed.get(second) + this.failed.get(second);
      while (lateness.length < sent) lateness.push(0);
    });
  }

  addLateness(us: Microseconds): void {
    this.times?.lateness.push(us);
  }

  addService(us: Microseconds): void {
    this.times?.service.push(us);
  }

  /** Expected, without a latency. */
  addUntimed(bytes: Bytes): void {
    this.expectedNow += 1;
    this.bytesNow += bytes;
  }

  addUnexpected(bytes: Bytes): void {
    this.unexpectedNow += 1;
    this.bytesNow += bytes;
  }

  addFailed(bytes: Bytes, kind: ErrorKind): void {
    this.failedNow += 1;
    this.bytesNow += bytes;
    const column = this.kinds.get(kind) ?? new GrowableColumn(Uint32Array);
    this.kinds.set(kind, column);
    while (column.length <= this.current) column.push(0);
    column.add(this.current, 1);
  }

  addDropped(): void {
    this.dropped.add(this.current, 1);
  }

  setInFlight(inFlight: number): void {
    this.lastInFlight = inFlight;
    if (this.completed.length > 0) this.inFlight.set(this.completed.length - 1, inFlight);
  }

  extendTo(bucket: number): void {
    while (this.completed.length <= bucket) {
      if (this.completed.length > 1) this.close(this.completed.length - 2, this.before);
      [this.open, this.before] = [this.before, this.open];
      this.open.clear();
      this.append();
    }
    this.times = this.timesOf(this.current);
  }

  firstSeconds(count: number): { completed: Uint32Array; expected: Uint32Array; bytes: Float64Array } {
    this.bringIn();
    const [completed, bytes] = [new Uint32Array(count), new Float64Array(count)];
    completed.set(this.completed.view().subarray(0, count));
    bytes.set(this.bytes.view().subarray(0, count));
    const unexpected = this.unexpected.view();
    return { completed, expected: completed.map((all, second) => all - (unexpected[second] ?? 0)), bytes };
  }

  series(fromBucket: number, lastBucket: number): LoadSeriesColumns {
    this.bringIn();
    this.closeOpenOnes();
    const from = Math.min(fromBucket, this.completed.length);
    const silent = Math.max(0, lastBucket + 1 - this.completed.length);
    return {
      meta: { bucketMs: toMs(this.length), fromBucket: from, kinds: [...this.kinds.keys()] },
      completed: padded(this.completed.copy(from), silent, 0),
      failed: padded(this.failed.copy(from), silent, 0),
      unexpected: padded(this.unexpected.copy(from), silent, 0),
      dropped: padded(this.dropped.copy(from), silent, 0),
      byKind: this.failedByKind(from, this.completed.length - from + silent),
      inFlight: padded(this.inFlight.copy(from), silent, this.lastInFlight),
      bytes: padded(this.bytes.copy(from), silent, 0),
      p50: padded(this.p50.copy(from), silent, Number.NaN),
      p90: padded(this.p90.copy(from), silent, Number.NaN),
      p99: padded(this.p99.copy(from), silent, Number.NaN),
      max: padded(this.max.copy(from), silent, Number.NaN),
      serviceP50: padded(this.serviceP50.copy(from), silent, Number.NaN),
      serviceP99: padded(this.serviceP99.copy(from), silent, Number.NaN),
      latenessP99: padded(this.latenessP99.copy(from), silent, Number.NaN),
    };
  }

  private failedByKind(from: number, rows: number): Uint32Array {
    const counts = new Uint32Array(rows * this.kinds.size);
    [...this.kinds.values()].forEach((column, kind) => {
      for (let second = from; second < column.length; second++) counts[(second - from) * this.kinds.size + kind] = column.get(second);
    });
    return counts;
  }

  private choose(bucket: number): void {
    this.bringIn();
    this.current = bucket;
    this.extendTo(bucket);
    // The first and the last one take what lies beyond them.
    this.from = bucket === 0 ? Number.NEGATIVE_INFINITY : bucket * this.length;
    this.to = bucket === MAX_BUCKETS - 1 ? Number.POSITIVE_INFINITY : (bucket + 1) * this.length;
  }

  /** Adds the sums kept beside to the chosen second. */
  private bringIn(): void {
    if (this.completed.length === 0) return;
    this.completed.add(this.current, this.expectedNow + this.unexpectedNow);
    this.unexpected.add(this.current, this.unexpectedNow);
    this.failed.add(this.current, this.failedNow);
    this.bytes.add(this.current, this.bytesNow);
    this.expectedNow = 0;
    this.unexpectedNow = 0;
    this.failedNow = 0;
    this.bytesNow = 0;
  }

  private timesOf(bucket: number): OpenSecond | null {
    const age = this.completed.length - 1 - bucket;
    return age === 0 ? this.open : age === 1 ? this.before : null;
  }

  private append(): void {
    for (const column of [this.completed, this.failed, this.unexpected, this.dropped, this.bytes]) column.push(0);
    this.inFlight.push(this.lastInFlight);
    for (const column of [this.p50, this.p90, this.p99, this.max, this.serviceP50, this.serviceP99, this.latenessP99])
      column.push(Number.NaN);
  }

  /** The two seconds whose latencies are still at hand. */
  private closeOpenOnes(): void {
    const last = this.completed.length - 1;
    if (last >= 1) this.close(last - 1, this.before);
    if (last >= 0) this.close(last, this.open);
  }

  private close(bucket: number, { latency, service, lateness }: OpenSecond): void {
    if (lateness.length > 0) this.latenessP99.set(bucket, percentileOf(lateness, 99));
    if (service.length > 0) {
      this.serviceP50.set(bucket, percentileOf(service, 50));
      this.serviceP99.set(bucket, percentileOf(service, 99));
    }
    if (latency.length === 0) return;
    const values = latency.view();
    const n = values.length;
    // From above: what has been selected leaves the smaller ones in front of it.
    this.max.set(bucket, toMs(selectRank(values, n, n)));
    const p99 = nearestRank(99, n);
    this.p99.set(bucket, toMs(selectRank(values, p99, n)));
    const p90 = nearestRank(90, n);
    this.p90.set(bucket, toMs(selectRank(values, p90, p99)));
    this.p50.set(bucket, toMs(selectRank(values, nearestRank(50, n), p90)));
  }
}

function percentileOf(times: GrowableColumn<Uint32Array>, percentile: number): number {
  return toMs(selectRank(times.view(), nearestRank(percentile, times.length), times.length));
}

/** The times of the requests that ended in a second, for its percentiles. */
class OpenSecond {
  readonly latency = new GrowableColumn(Uint32Array);
  /** Empty as long as nothing was late. */
  readonly service = new GrowableColumn(Uint32Array);
  readonly lateness = new GrowableColumn(Uint32Array);

  clear(): void {
    for (const column of [this.latency, this.service, this.lateness]) column.clear();
  }
}

function padded<T extends Uint32Array | Float64Array>(values: T, extra: number, value: number): T {
  if (extra === 0) return values;
  const longer = new (values.constructor as new (length: number) => T)(values.length + extra);
  longer.set(values);
  longer.fill(value, values.length);
  return longer;
}
