/** Which part of the time a flame chart shows, and how panning and zooming change it. Pure. */
import type { Microseconds } from '../../shared/base/units.ts';

export interface TimeSpan {
  readonly from: Microseconds;
  readonly to: Microseconds;
}

/** One step of the wheel, of W and of + makes what is shown this much shorter. */
export const ZOOM_STEP = 0.8;

/** Shorter spans show nothing more: samples are hundreds of microseconds apart. */
const SHORTEST_US = 100;

/** The span of a length around a moment that keeps its place, inside `whole`. */
function around(whole: TimeSpan, length: number, at: Microseconds, place: number): TimeSpan {
  const room = whole.to - whole.from;
  const fits = Math.min(room, Math.max(Math.min(SHORTEST_US, room), length));
  return inside(whole, at - place * fits, fits);
}

function inside(whole: TimeSpan, from: Microseconds, length: number): TimeSpan {
  const start = Math.max(whole.from, Math.min(from, whole.to - length));
  return { from: start, to: start + length };
}

/** `factor` below 1 zooms in; what is at `at` stays where it is. */
export function zoomAt(view: TimeSpan, whole: TimeSpan, at: Microseconds, factor: number): TimeSpan {
  const length = view.to - view.from;
  return around(whole, length * factor, at, length > 0 ? (at - view.from) / length : 0.5);
}

export function panBy(view: TimeSpan, whole: TimeSpan, by: Microseconds): TimeSpan {
  return inside(whole, view.from + by, view.to - view.from);
}

/** Shows a call with a little of what is around it. */
export function fitSpan(whole: TimeSpan, { from, to }: TimeSpan): TimeSpan {
  return around(whole, (to - from) * 1.1, (from + to) / 2, 0.5);
}

/** Moves the view as little as needed to show a call, or at least its beginning. */
export function reveal(view: TimeSpan, whole: TimeSpan, { from, to }: TimeSpan): TimeSpan {
  if (from < view.to && to > view.from) return view;
  const length = view.to - view.from;
  return inside(whole, from - (length - Math.min(to - from, length)) / 2, length);
}

export function isWhole(view: TimeSpan, whole: TimeSpan): boolean {
  return view.from <= whole.from && view.to >= whole.to;
}

/** What is asked for: the view and as much again at both sides, so that panning has something to show. */
export function withMargin(view: TimeSpan, whole: TimeSpan): TimeSpan {
  const length = view.to - view.from;
  return { from: Math.max(whole.from, view.from - length), to: Math.min(whole.to, view.to + length) };
}

/** Whether a picture of `shown` has what the view needs: all of its time, neither too coarse nor much finer than its pixels. */
export function covers(shown: TimeSpan & { readonly least: Microseconds }, view: TimeSpan, pixelUs: Microseconds): boolean {
  return shown.from <= view.from && shown.to >= view.to && shown.least <= pixelUs * 1.01 && shown.least > pixelUs / 4;
}
