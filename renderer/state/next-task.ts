/** Work that takes long is split into tasks, so that clicks, keys and frames get their turn in between. */
import { useEffect, useState } from 'react';

export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** A value, one task after it has come. */
export function useNextTask<T>(value: T): T {
  const [due, setDue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDue(value));
    return () => clearTimeout(timer);
  }, [value]);
  return due;
}
