/** How many responses had come until when, finely enough for blocks of about a second: whole hundredths of one, and in between evenly. */
import type { Microseconds } from '../base/units.ts';
import { BLOCK_MS, MOST_PAIRS } from '../model/profile/profiling-cost.ts';
import { FIRST_HTTP_STATUS, type PackedBatch } from '../model/run.ts';
import { completionOf, rowCount } from './request-rows.ts';

const BUCKET_US: Microseconds = 10_000;
/** Counts after the last block, with the time between blocks to start and stop, are never read. */
const MOST_BUCKETS = Math.ceil((2 * MOST_PAIRS * BLOCK_MS * 1_000 * 1.5) / BUCKET_US);

export class CompletionCounts {
  private counts = new Uint32Array(1_024);

  /** Responses of any status; what failed has none. */
  add(batch: PackedBatch): void {
    for (let row = 0; row < rowCount(batch); row++) {
      if (batch.status[row]! < FIRST_HTTP_STATUS) continue;
      const bucket = Math.max(0, Math.floor(completionOf(batch, row) / BUCKET_US));
      if (bucket >= MOST_BUCKETS) continue;
      if (bucket >= this.counts.length) this.grow(bucket);
      this.counts[bucket]! += 1;
    }
  }

  /** Responses that came in [from, to), µs since time 0. */
  between(from: Microseconds, to: Microseconds): number {
    const first = Math.max(0, Math.floor(from / BUCKET_US));
    const last = Math.min(this.counts.length - 1, Math.floor(to / BUCKET_US));
    let count = 0;
    for (let bucket = first; bucket <= last; bucket++) {
      const begin = bucket * BUCKET_US;
      const inside = Math.min(to, begin + BUCKET_US) - Math.max(from, begin);
      count += (this.counts[bucket]! * Math.max(0, inside)) / BUCKET_US;
    }
    return count;
  }

  private grow(bucket: number): void {
    const larger = new Uint32Array(Math.min(MOST_BUCKETS, Math.max(2 * this.counts.length, bucket + 1)));
    larger.set(this.counts);
    this.counts = larger;
  }
}
