/** How far a sweep has come. Its levels are drained in between, so the time that has passed does not say it. */
import type { Microseconds } from '../base/units.ts';
import type { PackedBatch } from '../model/run.ts';
import { rowCount } from './request-rows.ts';

export class LevelsSoFar {
  private nth = 0;
  /** How many were over before it: those that are run again after the sweep are numbered with gaps. */
  private over = 0;
  /** When the first request of this level was sent of which the response is known. */
  private fromUs: Microseconds = 0;

  add(batch: PackedBatch): void {
    const { phase } = batch;
    if (phase === undefined || !(phase[rowCount(batch) - 1]! > this.nth)) return;
    this.nth = phase[rowCount(batch) - 1]!;
    this.over++;
    this.fromUs = batch.start[phase.indexOf(this.nth)]!;
  }

  /** Whether all of so many levels are over: levels from now on are run again. */
  isOver(levels: number): boolean {
    return this.nth >= levels;
  }

  /** For how long levels have been held, each `holdUs` at most. */
  heldUs(measuredUs: Microseconds, holdUs: Microseconds): Microseconds {
    return this.over * holdUs + Math.min(holdUs, Math.max(0, measuredUs - this.fromUs));
  }
}
