/** Keys that move the view of a time axis, the same on everything that lies on it. */
import type { ChartAxis } from './chart-axis.ts';
import { panBy, type TimeSpan, ZOOM_STEP, zoomAt } from './chart-view.ts';

/** Part of the view that a key moves it by. */
const PAN_STEP = 0.15;
/** Of one key, in steps of the wheel. */
const ZOOM_STEPS = 2;

export function panView(axis: ChartAxis, direction: 1 | -1): void {
  const { from, to } = axis.view();
  axis.setView(panBy(axis.view(), axis.whole(), direction * PAN_STEP * (to - from)));
}

/** `around`: what stays in sight; null: the middle. Returns whether the key was used. */
export function actOnView(axis: ChartAxis, key: string, around: TimeSpan | null): boolean {
  switch (key) {
    case 'w':
    case 'W':
    case '+':
    case '=':
      zoomView(axis, ZOOM_STEP ** ZOOM_STEPS, around);
      return true;
    case 's':
    case 'S':
    case '-':
      zoomView(axis, ZOOM_STEP ** -ZOOM_STEPS, around);
      return true;
    case 'a':
    case 'A':
      panView(axis, -1);
      return true;
    case 'd':
    case 'D':
      panView(axis, 1);
      return true;
    case '0':
      axis.setView(axis.whole());
      return true;
    default:
      return false;
  }
}

function zoomView(axis: ChartAxis, factor: number, around: TimeSpan | null): void {
  const view = axis.view();
  const { from, to } = around ?? view;
  axis.setView(zoomAt(view, axis.whole(), (Math.max(from, view.from) + Math.min(to, view.to)) / 2, factor));
}
