/** What gestures of pointer and wheel have in common wherever there are any. */

/** CSS px. A pointer that moves less between down and up has clicked. */
export const CLICK_PX = 4;
const LINE_PX = 33;

/** How far a wheel was turned, in CSS px, whatever unit the browser reports. */
export function turnOf({ deltaMode, deltaX, deltaY }: WheelEvent): readonly [x: number, y: number] {
  const unit = deltaMode === 0 ? 1 : LINE_PX;
  return [deltaX * unit, deltaY * unit];
}

export type Listener = readonly [type: string, listener: (event: never) => void, options?: AddEventListenerOptions];

/** Returns what removes them. */
export function listenTo(element: HTMLElement, listeners: readonly Listener[]): () => void {
  for (const [type, listener, options] of listeners) element.addEventListener(type, listener as EventListener, options);
  return () => {
    for (const [type, listener, options] of listeners) element.removeEventListener(type, listener as EventListener, options);
  };
}
