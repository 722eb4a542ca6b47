/**
 * The part of the time that the flame charts of a screen show, and what was measured in it: one for all of them. A store outside React,
 * because it changes with every frame.
 */
import { type Cell, makeCell } from '../state/cell.ts';
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

/** A view from the address is rounded; one of another recording is not shown. */
const ROUNDED_US = 1;

/** `zoomed`: what is shown, if not kept here only; null: all of it. */
export function createChartAxis(zoomed: Cell<TimeSpan | null> = makeCell<TimeSpan | null>(null)): ChartAxis {
  const listeners = new Set<() => void>();
  let whole: TimeSpan = { from: 0, to: 0 };
  let measured: TimeSpan | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    whole: () => whole,
    view: () => {
      const view = zoomed.get();
      return view === null || view.from < whole.from - ROUNDED_US || view.to > whole.to + ROUNDED_US ? whole : view;
    },
    setWhole: (next) => {
      if (next.from === whole.from && next.to === whole.to) return;
      whole = next;
      tell();
    },
    setView: (next) => zoomed.set(isWhole(next, whole) ? null : next),
    measured: () => measured,
    setMeasured: (next) => {
      if (next === measured) return;
      measured = next;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      const end = zoomed.subscribe(listener);
      return () => {
        listeners.delete(listener);
        end();
      };
    },
  };
}
