/** Wheel and drag on a flame graph. What is pointed at and clicked is the drawing's business. */
import { CLICK_PX, listenTo, turnOf } from '../charts/gestures.ts';

export interface FlameGestures {
  /** `at`: share of the width. Above 1 zooms in. */
  readonly onZoom: (at: number, factor: number) => void;
  /** `by`: how far to the right, as a share of the width. Returns whether there was anything to pan. */
  readonly onPan: (by: number) => boolean;
  readonly onDragStart: () => void;
}

/** A notch of a wheel reports 100 px: a quarter more. A pinch on a touch pad comes as a wheel with Ctrl in smaller steps, which add up. */
const ZOOM_PER_PX = Math.log(1.25) / 100;

export function followGestures(stage: HTMLElement, drawing: HTMLElement, gestures: FlameGestures): () => void {
  let drag: { readonly fromX: number; readonly fromY: number; x: number; y: number; moved: boolean } | null = null;
  let isAfterDrag = false;
  const onDown = (event: PointerEvent) => {
    isAfterDrag = false;
    if (event.button === 0 && event.pointerType !== 'touch') {
      drag = { fromX: event.clientX, fromY: event.clientY, x: event.clientX, y: event.clientY, moved: false };
    }
  };
  const onMove = (event: PointerEvent) => {
    if (drag === null) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.fromX, event.clientY - drag.fromY) < CLICK_PX) return;
    if (!drag.moved) {
      drag.moved = true;
      // Only now: the click of a captured pointer would not be on a frame.
      stage.setPointerCapture(event.pointerId);
      stage.dataset.dragging = 'true';
      gestures.onDragStart();
    }
    gestures.onPan((drag.x - event.clientX) / drawing.clientWidth);
    scrollerOf(stage).scrollTop += drag.y - event.clientY;
    drag.x = event.clientX;
    drag.y = event.clientY;
  };
  const onEnd = () => {
    isAfterDrag = drag?.moved ?? false;
    drag = null;
    delete stage.dataset.dragging;
  };
  const onClick = (event: MouseEvent) => {
    if (isAfterDrag) event.stopPropagation();
    isAfterDrag = false;
  };
  const onWheel = (event: WheelEvent) => {
    const [dx, dy] = turnOf(event);
    const { left, width } = drawing.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey) gestures.onZoom((event.clientX - left) / width, Math.exp(-dy * ZOOM_PER_PX));
    else if (!(Math.abs(dx) > Math.abs(dy) && gestures.onPan(dx / width))) return;
    event.preventDefault();
  };
  return listenTo(stage, [
    ['pointerdown', onDown],
    ['pointermove', onMove],
    ['pointerup', onEnd],
    ['pointercancel', onEnd],
    // Before the drawing, which would zoom.
    ['click', onClick, { capture: true }],
    ['wheel', onWheel, { passive: false }],
  ]);
}

/** What moves when there is more of the graph above or below. */
function scrollerOf(element: HTMLElement): Element {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.documentElement;
}
