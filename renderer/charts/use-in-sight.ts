import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is on the screen or about to be. What is not requests nothing. */
export function useInSight(of: RefObject<HTMLElement | null>): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    if (of.current === null) return;
    const sight = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true), { rootMargin: '200px' });
    sight.observe(of.current);
    return () => sight.disconnect();
  }, [of]);
  return isInSight;
}
