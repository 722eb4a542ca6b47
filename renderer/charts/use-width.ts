import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { textScale } from '../text-scale.ts';

/** Width of an element in whole pixels; 0 until it is in the page. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const host = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, []);
  return [host, width];
}

/** The same for a drawing that is made for the usual text size and scaled as a whole. */
export function useTextWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const [host, width] = useWidth<E>();
  return [host, Math.floor(width / textScale())];
}

/** Attributes of the `svg` of such a drawing; the size is the one that it is made for. */
export function textSized(width: number, height: number): { width: number; height: number; viewBox: string } {
  return { width: width * textScale(), height: height * textScale(), viewBox: `0 0 ${width} ${height}` };
}

/** Height of a drawing that is alone in its view: higher where it is wider, `share` of its width, up to twice the least. */
export function heightFor(width: number, least: number, share: number): number {
  return Math.round(Math.min(2 * least, Math.max(least, width * share)));
}

/** Where the pointer is on such a drawing. */
export function pointedX(event: MouseEvent): number {
  return (event.clientX - event.currentTarget.getBoundingClientRect().left) / textScale();
}
