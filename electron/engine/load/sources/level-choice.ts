/** Which levels come next, where that follows from the rows of those that are over. Decided in the engine: each load process has only a share of them. */
import type { PackedBatch } from '../../../../shared/model/run.ts';
import type { WarmUpCounts } from '../../../../shared/model/silence.ts';
import type { PartEntry } from '../../../../shared/session/parts/parts.ts';

export interface LevelChoice {
  add(batch: PackedBatch): void;
  /** By the numbers of their phases, in their order; none: that was all. */
  next(): readonly number[];
  onWarm?(counts: WarmUpCounts | undefined): void;
  /** What is recorded of the level that is over; null: nothing. Asked before `next`. */
  seen?(): PartEntry | null;
  /** When the load is ended, in ms from its start, whatever is going on. */
  readonly endsAfterMs?: number;
}
