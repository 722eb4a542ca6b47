/** The figures of a part of the measured phase: the same accumulator, fed with the rows that completed in it. */
import type { Microseconds, TimeWindow } from '../base/units.ts';
import type { LoadCounts, RequestBatch } from '../model/run.ts';
import { LoadAccumulator } from './load-accumulator.ts';
import { completionOf } from './request-rows.ts';

const US_PER_MS = 1_000;

/** The part of a window that lies in the measured phase, µs since time 0. Empty when they do not meet. */
export function clipWindow(window: TimeWindow, durationUs: Microseconds): { fromUs: Microseconds; toUs: Microseconds } {
  const fromUs = Math.max(0, window.fromMs * US_PER_MS);
  return { fromUs, toUs: Math.max(fromUs, Math.min(durationUs, window.toMs * US_PER_MS)) };
}

/** Counts the rows of a window while a run goes on: batches are added as they come, and none is looked at twice. */
export class WindowCounter {
  private readonly fromUs: Microseconds;
  private readonly toUs: Microseconds;
  private readonly part: LoadAccumulator;
  /** Rows that complete at the very end of the window: of it only as long as nothing comes later. */
  private atEnd: (readonly [RequestBatch, number])[] = [];
  private hasLater = false;
  private countsEnd = false;

  constructor(window: TimeWindow) {
    this.fromUs = Math.max(0, window.fromMs * US_PER_MS);
    this.toUs = Math.max(this.fromUs, window.toMs * US_PER_MS);
    this.part = new LoadAccumulator(this.fromUs);
  }

  add(batch: RequestBatch): void {
    this.part.endUs = null;
    for (let row = 0; row < batch.start.length; row++) {
      const completion = completionOf(batch, row);
      if (completion > this.toUs) this.hasLater = true;
      else if (completion === this.toUs) this.atEnd.push([batch, row]);
      else if (completion >= this.fromUs) this.part.addRow(batch, row);
    }
  }

  /** What was counted when the run had lasted `durationUs`, the same as `computeWindow` gives; null: it has to be counted anew. */
  at(durationUs: Microseconds): LoadAccumulator | null {
    if (!this.hasLater && durationUs <= this.toUs) {
      for (const [batch, row] of this.atEnd) this.part.addRow(batch, row);
      this.countsEnd ||= this.atEnd.length > 0;
      this.atEnd = [];
    } else if (this.countsEnd) return null;
    this.part.end(Math.max(this.fromUs, Math.min(durationUs, this.toUs)), countsOf(this.part));
    return this.part;
  }
}

/** Those that are unanswered are the only ones that a window knows to be unfinished. */
function countsOf({ finished, unanswered }: LoadAccumulator): LoadCounts {
  return { sent: finished + unanswered, inFlight: 0 };
}

/** Whether a request belongs to the window: it does where it completed. */
export function insideOf(window: TimeWindow, durationUs: Microseconds): (batch: RequestBatch, row: number) => boolean {
  const { fromUs, toUs } = clipWindow(window, durationUs);
  // The last request completes at the very end of the run, or was waited for when that was over; a window that reaches it includes it.
  const reachesEnd = window.toMs * US_PER_MS >= durationUs;
  return (batch, row) => {
    const completion = completionOf(batch, row);
    return completion >= fromUs && (completion < toUs || reachesEnd);
  };
}

/**
 * Requests that completed or failed within [from, to). What was in flight at the end of the window counts where it completed,
 * so a window has no unfinished requests but those that stayed unanswered, which belong to a window that reaches the end; the others of the whole
 * run belong to no window.
 */
export async function computeWindow(
  batches: Iterable<RequestBatch> | AsyncIterable<RequestBatch>,
  window: TimeWindow,
  durationUs: Microseconds,
): Promise<LoadAccumulator> {
  const { fromUs, toUs } = clipWindow(window, durationUs);
  const isInside = insideOf(window, durationUs);
  const part = new LoadAccumulator(fromUs);
  part.endPhase(toUs);
  for await (const batch of batches) {
    for (let row = 0; row < batch.start.length; row++) if (isInside(batch, row)) part.addRow(batch, row);
  }
  part.end(toUs, countsOf(part));
  return part;
}
