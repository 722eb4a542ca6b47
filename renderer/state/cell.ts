/** A value outside React, for what changes with every frame or is shared with the address. */
export interface Cell<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** Returns how to end it. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function makeCell<T>(first: T): Cell<T> {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
