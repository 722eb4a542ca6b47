/** When requests failed by their connection, to a tenth of a second: which of them failed while something else was the case. */
import type { Microseconds } from '../base/units.ts';
import { intendedOf, rowCount } from '../load/request-rows.ts';
import { type ErrorKind, errorKindOf, FIRST_HTTP_STATUS, type PackedBatch } from '../model/run.ts';

const STEP_US: Microseconds = 100_000;
/** A row beyond is damage; no run takes longer than two days. */
const MOST_STEPS = 2 * 86_400 * 10;

/** What a process that ends, or is not there, does to requests. */
const OF_CONNECTIONS: readonly (ErrorKind | null)[] = ['ECONNREFUSED', 'ECONNRESET', 'CLOSED', 'EPIPE', 'STALE', 'ABANDONED', 'OTHER'];

export interface Span {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

export class FailureTimes {
  private readonly counts = new Map<number, number>();

  addRows(batch: PackedBatch): void {
    for (let row = 0; row < rowCount(batch); row++) {
      const status = batch.status[row]!;
      if (status >= FIRST_HTTP_STATUS || !OF_CONNECTIONS.includes(errorKindOf(status))) continue;
      const step = Math.floor((intendedOf(batch, row) + batch.latency[row]!) / STEP_US);
      if (step >= 0 && step < MOST_STEPS) this.counts.set(step, (this.counts.get(step) ?? 0) + 1);
    }
  }

  /** Since time 0; each once, however many of the spans it is in. The steps at their ends are counted whole, and the one before and behind. */
  countIn(spans: readonly Span[]): number {
    const steps = spans.map(({ from, to }) => ({ first: Math.floor(from / STEP_US) - 1, last: Math.floor(to / STEP_US) + 1 }));
    let sum = 0;
    for (const [step, count] of this.counts) if (steps.some(({ first, last }) => step >= first && step <= last)) sum += count;
    return sum;
  }
}
