import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

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
