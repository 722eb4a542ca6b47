/**
 * What all charts of a screen share: the time under the cursor and the chosen window. A store outside React, because
 * the cursor moves with every frame and only the readouts that show it should update.
 */
import { useSyncExternalStore } from 'react';
import type { Milliseconds, TimeWindow } from '../../shared/base/units.ts';
import type { TimeSpan } from '../flame-chart/chart-view.ts';
import { type Cell, makeCell } from '../state/cell.ts';

export interface TimeFocus {
  readonly window: () => TimeWindow | null;
  readonly setWindow: (window: TimeWindow | null) => void;
  /** Seconds; null: the pointer is not on a chart. */
  readonly cursor: () => number | null;
  readonly setCursor: (seconds: number | null) => void;
  /** The time under the pointer on something else than a time chart: the charts show their cursor there. */
  readonly pointed: () => number | null;
  readonly point: (seconds: number | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Cursors of charts with the same key move together. */
  readonly syncKey: string;
}

let created = 0;

/** `kept`: where the window is, if not here only. */
export function createTimeFocus(kept: Cell<TimeWindow | null> = makeCell<TimeWindow | null>(null)): TimeFocus {
  const listeners = new Set<() => void>();
  let cursor: number | null = null;
  let pointed: number | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    syncKey: `time-${++created}`,
    window: kept.get,
    setWindow: (next) => kept.set(next),
    cursor: () => cursor,
    setCursor: (next) => {
      if (next === cursor) return;
      cursor = next;
      tell();
    },
    pointed: () => pointed,
    point: (next) => {
      if (next === pointed) return;
      pointed = next;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      const end = kept.subscribe(listener);
      return () => {
        listeners.delete(listener);
        end();
      };
    },
  };
}

/** As `createTimeFocus`; a window that is chosen anew is what flame charts show next, whatever they were zoomed to. */
export function createLeadingFocus(kept: Cell<TimeWindow | null>, zoomed: Cell<TimeSpan | null>): TimeFocus {
  return createTimeFocus({
    ...kept,
    set: (next) => {
      kept.set(next);
      if (next !== null) zoomed.set(null);
    },
  });
}

export function useTimeWindow(focus: TimeFocus): TimeWindow | null {
  return useSyncExternalStore(focus.subscribe, focus.window);
}

export function useTimeCursor(focus: TimeFocus): number | null {
  return useSyncExternalStore(focus.subscribe, focus.cursor);
}

/** A shorter drag is an accidental movement during a click. */
export const SHORTEST_MS = 50;

/** A window inside the run with its ends in order, rounded to a precision one can drag; null if it is too short. */
export function cleanWindow(fromMs: number, toMs: number, endMs: number): TimeWindow | null {
  const low = Math.max(0, Math.round(Math.min(fromMs, toMs) / 10) * 10);
  const last = Math.max(fromMs, toMs);
  // A window to the end of the run has what came last.
  const high = last >= endMs ? Math.ceil(endMs) : Math.min(Math.ceil(endMs), Math.round(last / 10) * 10);
  if (!Number.isFinite(low) || !Number.isFinite(high) || high - low < SHORTEST_MS) return null;
  return { fromMs: low, toMs: high };
}

const SECOND_MS = 1_000;

/** The second of the charts in which something happened; at the end of the run, its last. */
export function secondOf(atMs: Milliseconds, endMs: Milliseconds): TimeWindow | null {
  const from = Math.max(0, Math.min(Math.floor(atMs / SECOND_MS) * SECOND_MS, endMs - SECOND_MS));
  return cleanWindow(from, from + SECOND_MS, endMs);
}

/** The window in which something went on, its end included; a longer one around what was too short for a window. */
export function spanAround(fromMs: Milliseconds, toMs: Milliseconds, endMs: Milliseconds): TimeWindow | null {
  const missing = Math.max(0, SHORTEST_MS - (toMs - fromMs)) / 2;
  return cleanWindow(Math.floor((fromMs - missing) / 10) * 10, (Math.floor((toMs + missing) / 10) + 1) * 10, endMs);
}
