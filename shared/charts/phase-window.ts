/** Phases of a load as windows of time. Pure. */
import type { Milliseconds, TimeWindow } from '../base/units.ts';
import type { PhaseBand } from './plan-lines.ts';

/** The time of a phase, as far as the run came; null: it did not come so far. */
export function windowOfPhase(band: PhaseBand | undefined, endMs: Milliseconds): TimeWindow | null {
  if (band === undefined) return null;
  const window = { fromMs: band.from * 1_000, toMs: Math.min(band.to * 1_000, endMs) };
  return window.toMs > window.fromMs ? window : null;
}

/** The phase in which most of a window lies; null: it lies in none, or in as much as the whole of one. */
export function phaseAround(bands: readonly PhaseBand[], { fromMs, toMs }: TimeWindow, endMs: Milliseconds): TimeWindow | null {
  const overlapOf = (phase: TimeWindow): number => Math.min(toMs, phase.toMs) - Math.max(fromMs, phase.fromMs);
  let around: TimeWindow | null = null;
  for (const band of bands) {
    const phase = windowOfPhase(band, endMs);
    if (phase !== null && overlapOf(phase) > (around === null ? 0 : overlapOf(around))) around = phase;
  }
  // Seconds of the charts begin a little before or after a phase does: nearly all of it counts as all.
  return around === null || overlapOf(around) > 0.99 * (around.toMs - around.fromMs) ? null : around;
}
