/**
 * The part of the time that the flame charts of a screen show, and what was measured in it: one for all of them. A store outside React,
 * because it changes with every frame.
 */
import { isWhole, type TimeSpan } from './chart-view.ts';

export interface ChartAxis {
  readonly whole: () => TimeSpan;
  readonly view: () => TimeSpan;
  /** The whole can grow; a view of all of it grows with it. */
  readonly setWhole: (whole: TimeSpan) => void;
  readonly setView: (view: TimeSpan) => void;
  /** What Shift-drag has measured; null: nothing. */
  readonly measured: () => TimeSpan | null;
  readonly setMeasured: (span: TimeSpan | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createChartAxis(): ChartAxis {
  const listeners = new Set<() => void>();
  let whole: TimeSpan = { from: 0, to: 0 };
  /** Null: all of it. */
  let zoomed: TimeSpan | null = null;
  let measured: TimeSpan | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    whole: () => whole,
    view: () => zoomed ?? whole,
    setWhole: (next) => {
      if (next.from === whole.from && next.to === whole.to) return;
      whole = next;
      tell();
    },
    setView: (next) => {
      zoomed = isWhole(next, whole) ? null : next;
      tell();
    },
    measured: () => measured,
    setMeasured: (next) => {
      if (next === measured) return;
      measured = next;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
