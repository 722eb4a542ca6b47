import { connect, type Socket } from 'node:net';
import { LineSplitter } from './lines.ts';
import type { FromAgent, ToAgent } from './protocol.ts';

/** The engine's orders are short. */
const MAX_ORDER_LENGTH = 10_000;

export interface EngineConnection {
  send(message: FromAgent): void;
  /** Resolves when everything sent so far has been handed to the system, or the connection is gone. */
  flushed(): Promise<void>;
}

/** The worker's line to the engine. `onLost` is called once, with whether there ever was a connection. */
export function connectToEngine(
  path: string,
  handlers: { onMessage(message: ToAgent): void; onLost(wasConnected: boolean): void },
): EngineConnection {
  const socket: Socket = connect(path);
  const lines = new LineSplitter(MAX_ORDER_LENGTH);
  let connected = false;
  socket.on('connect', () => {
    connected = true;
  });
  // Closing follows; there is nothing to tell.
  socket.on('error', () => {});
  socket.on('close', () => handlers.onLost(connected));
  socket.on('data', (chunk: Buffer) => {
    for (const line of lines.push(chunk) ?? []) handlers.onMessage(JSON.parse(line) as ToAgent);
  });
  return {
    send: (message) => void socket.write(`${JSON.stringify(message)}\n`),
    flushed: () => new Promise((resolve) => (socket.destroyed ? resolve() : socket.write('', () => resolve()))),
  };
}
