/**
 * What is read on a connection, as it is given to its handle: a buffer with these bytes and no others.
 *
 * From Node 24.22 on, TLS reads into a buffer that all its connections share, and where in it the bytes are only Node itself is told. Of such a connection they
 * are therefore taken from what Node hands on to the socket.
 */
import { Socket } from 'node:net';
import { methodLike, type Replacement, replaceMethod } from './replace-method.ts';

export interface ReadingHandle {
  onread?: unknown;
  readonly bytesRead?: unknown;
}

type Method = (this: object, ...given: unknown[]) => unknown;
type OnBytes = (bytes: Uint8Array) => void;

const { apply, getOwnPropertyDescriptor } = Reflect;

/** Who is to see what a socket is given next. */
let waiting: OnBytes | null = null;
let isPushSeen = false;

/** `onBytes` is called before the program is given them. `onLost`: they cannot be seen, nor any later ones. The socket keeps both as long as it lives. */
export function showBytes(handle: ReadingHandle, onBytes: OnBytes, onLost: () => void): void {
  const original = handle.onread;
  if (typeof original !== 'function') return;
  const before = bytesReadOn(handle);
  let isWhole: boolean | null = null;
  const see = (bytes: unknown): OnBytes | null => {
    if (!(bytes instanceof ArrayBuffer)) return null;
    // The first read shows how its buffers are.
    isWhole ??= before === null || bytes.byteLength === bytesReadOn(handle)! - before;
    if (!isWhole) return onBytes;
    onBytes(new Uint8Array(bytes));
    return null;
  };
  handle.onread = methodLike(original as Method, (read, self, given) => {
    let later: OnBytes | null = null;
    try {
      later = see(given[0]);
      if (later !== null) seePushes();
    } catch {
      // This is then not observed.
    }
    if (later === null) return apply(read, self, given);
    waiting = later;
    try {
      return apply(read, self, given);
    } finally {
      if (waiting !== null) {
        waiting = null;
        onLost();
      }
    }
  });
}

/** Null: it does not say. */
export function bytesReadOn({ bytesRead }: ReadingHandle): number | null {
  return typeof bytesRead === 'number' ? bytesRead : null;
}

/** The method by which Node gives a socket what was read for it, and which sockets inherit. */
function seePushes(): void {
  if (isPushSeen) return;
  isPushSeen = true;
  const { prototype } = Socket;
  const own = getOwnPropertyDescriptor(prototype, 'push');
  const found = { configurable: true, enumerable: false, writable: true, value: Reflect.get(prototype, 'push'), ...own };
  const see: Replacement = (original, socket, given) => {
    const onBytes = waiting;
    if (onBytes !== null) {
      waiting = null;
      try {
        if (given[0] instanceof Uint8Array) onBytes(given[0]);
      } catch {
        // As above.
      }
    }
    return apply(original, socket, given);
  };
  replaceMethod(prototype, 'push', see, found);
}
