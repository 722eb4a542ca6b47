import { connect, type Socket } from 'node:net';
import { LineSplitter } from './lines.ts';
import type { FromAgent, ToAgent } from './protocol.ts';

/** The engine's orders are short. */
const MAX_ORDER_LENGTH = 10_000;

export interface EngineConnection {
  send(message: FromAgent): void;
  /**
   * Nothing is sent any more. Resolves when the engine has read everything, or the connection is gone. That it is with the system is not enough: an
   * engine that writes to a connection closed by its other end loses what it has not read of it.
   */
  end(): Promise<void>;
}

/** The worker's line to the engine. `onLost` is called once, with whether there ever was a connection. */
export function connectToEngine(
  path: string,
  handlers: { onMessage(message: ToAgent): void; onLost(wasConnected: boolean): void },
): EngineConnection {
  const socket: Socket = connect(path);
  const lines = new LineSplitter(MAX_ORDER_LENGTH);
  let connected = false;
  let isOver = false;
  socket.on('connect', () => {
    connected = true;
  });
  // `close` follows; nothing to do here.
  socket.on('error', () => {});
  socket.on('close', () => isOver || handlers.onLost(connected));
  socket.on('data', (chunk: Buffer) => {
    for (const line of lines.push(chunk) ?? []) handlers.onMessage(JSON.parse(line) as ToAgent);
  });
  return {
    send: (message) => void (isOver || socket.write(`${JSON.stringify(message)}\n`)),
    end: () =>
      new Promise((resolve) => {
        isOver = true;
        if (socket.destroyed) return resolve();
        // The engine closes its end when it has read to the end of ours.
        socket.once('close', () => resolve());
        socket.end();
      }),
  };
}
