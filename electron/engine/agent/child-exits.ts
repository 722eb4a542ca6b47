/**
 * How the processes that this one has started have ended: only their parent is told of a signal. It is read from the `ChildProcess` of each a
 * moment later, as a listener or a wrapped callback would show in the program's own lists and stack traces.
 */
import type { FromAgent } from './protocol.ts';
import { hookSpawn } from './spawn-hook.ts';

export type ChildExit = Omit<Extract<FromAgent, { type: 'child-exit' }>, 'type'>;

/** The handle of `child_process`. */
interface Child {
  readonly exitCode: number | null;
  readonly signalCode: string | null;
}

/** Beyond this number of child processes no more are watched: each is checked ten times a second. */
const MOST_WATCHED = 1_000;

/** Returns a function that reports the child processes that have ended since its last call. */
export function watchChildren(tell: (exit: ChildExit) => void): () => void {
  const running = new Map<number, Child>();
  hookSpawn((handle) => {
    const child = ownerOf(handle);
    if (child !== null && running.size < MOST_WATCHED) running.set(handle.pid, child);
  });
  return () => {
    for (const [pid, { exitCode, signalCode }] of running) {
      if (exitCode === null && signalCode === null) continue;
      running.delete(pid);
      tell({ pid, code: signalCode === null ? exitCode : null, signal: signalCode });
    }
  };
}

/** Node's own symbol for the owner of a handle. Null: this version of Node has none. */
function ownerOf(handle: object): Child | null {
  const symbol = Object.getOwnPropertySymbols(handle).find(({ description }) => description === 'owner_symbol');
  const owner = symbol === undefined ? undefined : (handle as { [owner: symbol]: unknown })[symbol];
  return typeof owner === 'object' && owner !== null && 'exitCode' in owner && 'signalCode' in owner ? (owner as Child) : null;
}
