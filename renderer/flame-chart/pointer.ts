/** Pointer and wheel on a flame chart as gestures. Positions are on the surface, in px of the usual text size. */

import { CLICK_PX, listenTo, turnOf } from '../charts/gestures.ts';
import { textScale } from '../text-scale.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type DragKind = 'pan' | 'measure' | 'choose';

export interface Gestures {
  /** What a drag that begins here does; null: nothing. */
  readonly kindOf: (at: Point & { readonly shift: boolean }) => DragKind | null;
  /** `client`: the same point in the window of the browser. */
  readonly onHover: (at: Point | null, client: Point | null) => void;
  readonly onDrag: (kind: DragKind, from: Point, to: Point) => void;
  readonly onDrop: (kind: DragKind) => void;
  readonly onClick: (at: Point) => void;
  readonly onDoubleClick: (at: Point) => void;
  /** Above 0 zooms in. Returns whether there was anything to zoom. */
  readonly onZoom: (at: Point, steps: number) => boolean;
  readonly onPan: (px: number) => void;
}

/** What one notch of a mouse wheel reports. */
const NOTCH = 100;
/** Turns of a wheel with shorter pauses are one movement: a page that is scrolled past the chart scrolls on. */
const PAUSE_MS = 300;

export function followPointer(surface: HTMLElement, scroller: HTMLElement, gestures: Gestures): () => void {
  let drag: { kind: DragKind; from: Point; last: Point; moved: boolean } | null = null;
  const pointOf = (event: MouseEvent): Point => {
    const box = surface.getBoundingClientRect();
    return { x: (event.clientX - box.left) / textScale(), y: (event.clientY - box.top) / textScale() };
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const from = pointOf(event);
    const kind = gestures.kindOf({ ...from, shift: event.shiftKey });
    if (kind === null) return;
    surface.setPointerCapture(event.pointerId);
    drag = { kind, from, last: from, moved: false };
  };
  const onMove = (event: PointerEvent) => {
    const at = pointOf(event);
    if (drag === null) {
      gestures.onHover(at, { x: event.clientX, y: event.clientY });
      surface.style.cursor = gestures.kindOf({ ...at, shift: event.shiftKey }) === 'pan' ? '' : 'crosshair';
      return;
    }
    drag.moved ||= Math.hypot(at.x - drag.from.x, at.y - drag.from.y) >= CLICK_PX;
    if (!drag.moved) return;
    if (drag.kind === 'pan') scroller.scrollTop -= (at.y - drag.last.y) * textScale();
    drag.last = at;
    gestures.onDrag(drag.kind, drag.from, at);
  };
  const onUp = () => {
    if (drag === null) return;
    const { kind, from, moved } = drag;
    drag = null;
    if (moved) gestures.onDrop(kind);
    else gestures.onClick(from);
  };
  const onCancel = () => {
    if (drag?.moved) gestures.onDrop(drag.kind);
    drag = null;
  };
  const onLeave = () => {
    if (drag === null) gestures.onHover(null, null);
  };
  const onDouble = (event: MouseEvent) => gestures.onDoubleClick(pointOf(event));
  let scrolledAt = Number.NEGATIVE_INFINITY;
  const onWheelAround = (event: WheelEvent) => {
    if (!surface.contains(event.target as Node)) scrolledAt = event.timeStamp;
  };
  const onWheel = (event: WheelEvent) => {
    if (event.timeStamp - scrolledAt < PAUSE_MS && !event.ctrlKey) {
      scrolledAt = event.timeStamp;
      return;
    }
    const [dx, dy] = turnOf(event);
    // A pinch on a touch pad comes as a wheel with Ctrl, in smaller steps.
    if (event.ctrlKey) gestures.onZoom(pointOf(event), -dy / (NOTCH / 5));
    else if (event.shiftKey) gestures.onPan(dx === 0 ? dy : dx);
    else if (Math.abs(dx) > Math.abs(dy)) gestures.onPan(dx);
    // Nothing left to zoom out of: the page scrolls on.
    else if (!gestures.onZoom(pointOf(event), -dy / NOTCH)) {
      scrolledAt = event.timeStamp;
      return;
    }
    event.preventDefault();
  };
  const stop = listenTo(surface, [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onUp],
    ['pointercancel', onCancel],
    ['pointerleave', onLeave],
    ['dblclick', onDouble],
    ['wheel', onWheel, { passive: false }],
  ]);
  document.addEventListener('wheel', onWheelAround, { capture: true, passive: true });
  return () => {
    document.removeEventListener('wheel', onWheelAround, { capture: true });
    stop();
  };
}
