/** How long users were there who each make so many requests: from when they came to their last response. */
import type { Microseconds } from '../base/units.ts';
import { NO_CONNECTION, type PackedBatch, UNANSWERED } from '../model/run.ts';
import { ExactDistribution } from './distribution.ts';
import { completionOf, intendedOf, rowCount } from './request-rows.ts';

export class SessionLengths {
  /** Of users who are done. */
  readonly lengths = new ExactDistribution();
  private readonly ended = new Uint32Array(NO_CONNECTION + 1);
  private readonly came = new Float64Array(NO_CONNECTION + 1).fill(Number.POSITIVE_INFINITY);

  constructor(private readonly requestsEach: number) {}

  add(batch: PackedBatch): void {
    for (let row = 0; row < rowCount(batch); row++) {
      const user = (batch.user ?? batch.connection)[row]!;
      this.came[user] = Math.min(this.came[user]!, intendedOf(batch, row));
      // A user whose request is unanswered has not left.
      if (batch.status[row] === UNANSWERED) continue;
      this.ended[user]! += 1;
      if (this.ended[user] === this.requestsEach) this.leave(user, completionOf(batch, row));
    }
  }

  private leave(user: number, at: Microseconds): void {
    this.lengths.record(Math.max(0, Math.floor(at - this.came[user]!)));
  }
}
