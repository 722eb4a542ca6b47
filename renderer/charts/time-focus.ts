/**
 * What all charts of a screen share: the instant under the cursor and the chosen window. A store outside React, because
 * the cursor moves with every frame and only the few readouts that show it should do anything then.
 */
import { useSyncExternalStore } from 'react';
import type { TimeWindow } from '../../shared/model/units.ts';

export interface TimeFocus {
  readonly window: () => TimeWindow | null;
  readonly setWindow: (window: TimeWindow | null) => void;
  /** Seconds; null: the pointer is on no chart. */
  readonly cursor: () => number | null;
  readonly setCursor: (seconds: number | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Cursors of charts with the same key move together. */
  readonly syncKey: string;
}

let created = 0;

export function createTimeFocus(): TimeFocus {
  const listeners = new Set<() => void>();
  let window: TimeWindow | null = null;
  let cursor: number | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    syncKey: `time-${++created}`,
    window: () => window,
    setWindow: (next) => {
      window = next;
      tell();
    },
    cursor: () => cursor,
    setCursor: (next) => {
      if (next === cursor) return;
      cursor = next;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useTimeWindow(focus: TimeFocus): TimeWindow | null {
  return useSyncExternalStore(focus.subscribe, focus.window);
}

export function useTimeCursor(focus: TimeFocus): number | null {
  return useSyncExternalStore(focus.subscribe, focus.cursor);
}

/** Less than this is a click that slipped, not a window. */
const SHORTEST_MS = 50;

/** A window inside the run, in order, long enough to mean something; null otherwise. Rounded to what a hand can aim at. */
export function cleanWindow(fromMs: number, toMs: number, endMs: number): TimeWindow | null {
  const low = Math.max(0, Math.round(Math.min(fromMs, toMs) / 10) * 10);
  const high = Math.min(Math.ceil(endMs), Math.round(Math.max(fromMs, toMs) / 10) * 10);
  if (!Number.isFinite(low) || !Number.isFinite(high) || high - low < SHORTEST_MS) return null;
  return { fromMs: low, toMs: high };
}
