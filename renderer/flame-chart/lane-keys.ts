/** What the keys do in the lanes of requests and of what they waited for: as in the flame chart below. */
import type { RequestLaneColumns } from '../../shared/model/request-lanes.ts';
import type { ChartAxis } from './chart-axis.ts';
import { fitSpan, reveal, type TimeSpan } from './chart-view.ts';
import { type Area, barAcross, barBeside, barsOf, type LaneBar, longestBar } from './lanes-picture.ts';
import { actOnView, panView } from './view-keys.ts';

export interface LaneKeys {
  readonly columns: RequestLaneColumns;
  readonly areas: readonly Area[];
  readonly axis: ChartAxis;
  readonly focused: LaneBar | null;
  readonly isChosen: boolean;
  /** Null: none. */
  readonly focus: (bar: LaneBar | null) => void;
  /** There is no bar to go to. */
  readonly tellNone: () => void;
  /** What is chosen; null: none is. */
  readonly choose: (bar: LaneBar | null) => void;
}

/** Returns whether the key was used. */
export function actInLanes(key: string, shift: boolean, lanes: LaneKeys): boolean {
  const { columns, areas, axis, focused, isChosen, focus, tellNone, choose } = lanes;
  const span = focused === null ? null : spanOf(columns, focused);
  const go = (bar: LaneBar | null): boolean => {
    if (bar !== null) {
      axis.setView(reveal(axis.view(), axis.whole(), spanOf(columns, bar)));
      focus(bar);
    } else if (focused === null) tellNone();
    return true;
  };
  const step = (direction: 1 | -1): boolean => {
    if (focused !== null && !shift) return go(barBeside(columns, areas, focused, direction));
    panView(axis, direction);
    return true;
  };
  const across = (direction: 1 | -1): boolean =>
    go(focused === null ? longestBar(columns, areas, axis.view()) : barAcross(columns, areas, focused, direction));
  switch (key) {
    case 'ArrowLeft':
      return step(-1);
    case 'ArrowRight':
      return step(1);
    case 'ArrowUp':
      return across(-1);
    case 'ArrowDown':
      return across(1);
    case 'Enter':
      if (focused === null) return false;
      choose(focused);
      return true;
    case 'f':
    case 'F':
      if (span === null) return false;
      axis.setView(fitSpan(axis.whole(), span));
      return true;
    case 'Escape':
      if (focused !== null) focus(null);
      else if (isChosen) choose(null);
      else return false;
      return true;
    default:
      return actOnView(axis, key, span);
  }
}

export function spanOf(columns: RequestLaneColumns, { area, index }: LaneBar): TimeSpan {
  const { begin, end } = barsOf(columns, area);
  return { from: begin[index]!, to: end[index]! };
}
