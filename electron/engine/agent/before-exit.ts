/**
 * The end of a process, noticed without a listener: `process` would count it, and warn a program that has ten of its own. Whoever emits `exit` asks
 * `process` for its `emit` after having set `_exiting`; nothing of ours is on the stack when listeners are called.
 */

/** On the main thread or a worker, before the first listener of `exit`; not on `terminate()`, which runs no code there any more. Once in each. */
export function beforeExit(act: () => void): void {
  let { emit } = process;
  let isOver = false;
  Object.defineProperty(process, 'emit', {
    get: () => {
      if (!isOver && (process as unknown as { _exiting: boolean })._exiting) {
        isOver = true;
        act();
      }
      return emit;
    },
    // Libraries that wait for signals replace it, too.
    set: (other: typeof emit) => {
      emit = other;
    },
    enumerable: false,
    configurable: true,
  });
}
