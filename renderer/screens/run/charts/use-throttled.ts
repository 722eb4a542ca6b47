import { useEffect, useRef, useState } from 'react';

/** The latest value, changing at most once per `ms`; the last change always arrives. */
export function useThrottled<T>(value: T, ms: number): T {
  const [shown, setShown] = useState(value);
  const changedAt = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, changedAt.current + ms - performance.now());
    const show = () => {
      changedAt.current = performance.now();
      setShown(value);
    };
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return shown;
}

/** The value as it was when `held` became true. */
export function useHeld<T>(value: T, held: boolean): T {
  const kept = useRef(value);
  if (!held) kept.current = value;
  return kept.current;
}
