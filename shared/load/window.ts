/** The figures of a part of the measured phase: the same accumulator, fed with the rows that completed in it. */
import type { RequestBatch } from '../model/run.ts';
import type { Microseconds, TimeWindow } from '../model/units.ts';
import { LoadAccumulator } from './load-accumulator.ts';

const US_PER_MS = 1_000;

/** The part of a window that lies in the measured phase, µs since time 0. Empty when they do not meet. */
export function clipWindow(window: TimeWindow, durationUs: Microseconds): { fromUs: Microseconds; toUs: Microseconds } {
  const fromUs = Math.max(0, window.fromMs * US_PER_MS);
  return { fromUs, toUs: Math.max(fromUs, Math.min(durationUs, window.toMs * US_PER_MS)) };
}

/**
 * Requests that completed or failed within [from, to). What was in flight at the end of the window counts where it completed,
 * so a window has no unfinished requests; those of the whole run belong to no window.
 */
export async function computeWindow(
  batches: Iterable<RequestBatch> | AsyncIterable<RequestBatch>,
  window: TimeWindow,
  durationUs: Microseconds,
): Promise<LoadAccumulator> {
  const { fromUs, toUs } = clipWindow(window, durationUs);
  // The last request completes at the very end of the run; a window that reaches it includes it.
  const reachesEnd = window.toMs * US_PER_MS >= durationUs;
  const part = new LoadAccumulator(fromUs);
  for await (const batch of batches) {
    for (let row = 0; row < batch.start.length; row++) {
      const completion = batch.start[row]! + batch.latency[row]!;
      if (completion >= fromUs && (completion < toUs || reachesEnd)) part.addRow(batch, row);
    }
  }
  part.end(toUs, { sent: part.finished, inFlight: 0 });
  return part;
}
