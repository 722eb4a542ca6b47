/**
 * The part of the time that the flame charts of a screen show, and what was measured in it: one for all of them. A store outside React,
 * because it changes with every frame.
 */
import type { TimeWindow } from '../../shared/base/units.ts';
import { type Cell, makeCell } from '../state/cell.ts';
import { fitSpan, isWhole, type TimeSpan } from './chart-view.ts';

export interface ChartAxis {
  readonly whole: () => TimeSpan;
  readonly view: () => TimeSpan;
  /** What is shown unless something else was asked for: the chosen window, or else the whole. */
  readonly home: () => TimeSpan;
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
const US_PER_MS = 1_000;

/** `zoomed`: what is shown instead of the home, if not kept here only; null: nothing. `chosen`: the window of the charts over time. */
export function createChartAxis(
  zoomed: Cell<TimeSpan | null> = makeCell<TimeSpan | null>(null),
  chosen: Cell<TimeWindow | null> = makeCell<TimeWindow | null>(null),
): ChartAxis {
  const listeners = new Set<() => void>();
  let whole: TimeSpan = { from: 0, to: 0 };
  let measured: TimeSpan | null = null;
  // The same object as long as it is the same part of the time.
  let fitted: { readonly of: TimeWindow; readonly whole: TimeSpan; readonly span: TimeSpan } | null = null;
  const home = () => {
    const of = chosen.get();
    if (of === null) return whole;
    if (fitted?.of !== of || fitted.whole !== whole) {
      fitted = { of, whole, span: fitSpan(whole, { from: of.fromMs * US_PER_MS, to: of.toMs * US_PER_MS }) };
    }
    return fitted.span;
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    whole: () => whole,
    view: () => {
      const view = zoomed.get();
      return view === null || view.from < whole.from - ROUNDED_US || view.to > whole.to + ROUNDED_US ? home() : view;
    },
    home,
    setWhole: (next) => {
      if (next.from === whole.from && next.to === whole.to) return;
      const before = whole;
      whole = next;
      // All of it, in place of a chosen window.
      const view = zoomed.get();
      if (view !== null && before.to > before.from && isWhole(view, before)) zoomed.set(next);
      tell();
    },
    setView: (next) => {
      const usual = home();
      const isHome = usual === whole ? isWhole(next, whole) : next.from === usual.from && next.to === usual.to;
      zoomed.set(isHome ? null : next);
    },
    measured: () => measured,
    setMeasured: (next) => {
      if (next === measured) return;
      measured = next;
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      const ends = [zoomed.subscribe(listener), chosen.subscribe(listener)];
      return () => {
        listeners.delete(listener);
        for (const end of ends) end();
      };
    },
  };
}
