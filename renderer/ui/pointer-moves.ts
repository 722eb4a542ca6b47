/**
 * Whether the mouse has come to an element, or the element to the mouse: browsers announce a pointer that rests where something has just been
 * drawn or scrolled to.
 */
let last: { readonly x: number; readonly y: number } | null = null;

/** Called once. Comes after `pointerenter` and before other handlers of the same move. */
export function setupPointerMoves(): void {
  const onMove = ({ screenX: x, screenY: y }: PointerEvent) => {
    last = { x, y };
  };
  window.addEventListener('pointermove', onMove, { capture: true });
}

/** Of a `pointerenter`: the pointer is elsewhere than where it rested. */
export function hasMoved({ screenX, screenY }: { readonly screenX: number; readonly screenY: number }): boolean {
  return last === null || last.x !== screenX || last.y !== screenY;
}
