/** TLS on connections of the program to other servers: from when a handshake begins, which is when the connection stands, until both ends have agreed. */
import type { TLSSocket } from 'node:tls';
import type { Microseconds } from '../../../../shared/base/units.ts';
import { clockUs } from '../hrtime.ts';
import { seeCalls } from './replace-method.ts';
import { type NamedWait, NO_OWNER } from './wait-ring.ts';

interface Socket {
  readonly connecting?: unknown;
  readonly _handle?: object | null;
}

/** What is known of the program. */
export interface HandshakeFacts {
  /** The number of the request in whose context this is called, or what stands for none or an unknown one. */
  readonly asker: number;
  /** Null: the connection is not one of the program to another server. */
  sharedOf(handle: object): { readonly peer: string } | null;
}

/** To be called when the program has loaded TLS: nothing is loaded for it otherwise. One that fails is not told. */
export function observeHandshakes(work: HandshakeFacts, onEnd: (wait: NamedWait) => void): void {
  const begun = new WeakMap<object, { readonly request: number; readonly start: Microseconds }>();
  const begin = (socket: Socket): void => {
    const request = work.asker;
    if (request !== NO_OWNER && !socket.connecting && socket._handle) begun.set(socket, { request, start: clockUs() });
  };
  const end = (socket: Socket): void => {
    const one = begun.get(socket);
    begun.delete(socket);
    if (one === undefined || !socket._handle) return;
    const peer = work.sharedOf(socket._handle)?.peer;
    onEnd({
      kind: 'connect',
      to: peer ? `tcp://${peer}` : 'pipe',
      name: 'TLS handshake',
      ...one,
      end: clockUs(),
      line: 0,
      status: 0,
      limit: 0,
    });
  };
  const { TLSSocket: Sockets } = require('node:tls') as { readonly TLSSocket: typeof TLSSocket };
  // Only clients begin one. Sockets of servers end them all the same.
  seeCalls(Sockets.prototype, '_start', begin);
  seeCalls(Sockets.prototype, '_finishInit', end);
}
