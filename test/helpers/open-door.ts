import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { type RunningServer, startServer } from '../../electron/engine/server/server.ts';
import { rawHttp, rawRequest } from './raw-http.ts';
import { createStandInEngine, type StandInEngine } from './stand-in-engine.ts';

export const PAGE_DIR = join(import.meta.dirname, '../fixtures/server/page');

export interface OpenDoor extends RunningServer {
  readonly engine: StandInEngine;
  readonly host: string;
  readonly log: string[];
  /** `name=value`, after the link was exchanged. */
  cookie(): Promise<string>;
}

/** The server with a stand-in engine, closed when the test ends. */
export async function openDoor(engine: StandInEngine = createStandInEngine()): Promise<OpenDoor> {
  const log: string[] = [];
  const started = await startServer({ api: engine, port: 0, rendererDir: PAGE_DIR, log: (message) => log.push(message) });
  if (!started.ok) throw new Error(started.failure.message);
  const server = started.value;
  onTestFinished(() => server.close());
  const host = `127.0.0.1:${server.port}`;
  const cookie = async () => {
    const answer = await rawHttp(server.port, rawRequest('GET', new URL(server.mintLink()).pathname, [['Host', host]]));
    return answer!.headers.get('set-cookie')![0]!.split(';')[0]!;
  };
  return { ...server, engine, host, log, cookie };
}

/** What a test of the page's side needs of a socket: frames one by one. */
export interface TestSocket {
  readonly socket: WebSocket;
  /** The next frame; text parsed, binary as it is. */
  next(): Promise<unknown>;
  send(frame: unknown): void;
}

export async function openSocket(door: OpenDoor, headers: Record<string, string> = {}): Promise<TestSocket> {
  const all = { cookie: await door.cookie(), origin: `http://${door.host}`, ...headers };
  const socket = new WebSocket(`ws://${door.host}/socket`, { headers: all });
  const frames: unknown[] = [];
  const waiting: ((frame: unknown) => void)[] = [];
  socket.on('message', (data: Buffer, isBinary) => {
    const frame = isBinary ? new Uint8Array(data) : JSON.parse(data.toString());
    const first = waiting.shift();
    if (first) first(frame);
    else frames.push(frame);
  });
  await new Promise<void>((resolve, reject) => socket.once('open', () => resolve()).once('error', reject));
  onTestFinished(() => socket.terminate());
  return {
    socket,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    next: () => (frames.length > 0 ? Promise.resolve(frames.shift()) : new Promise((resolve) => waiting.push(resolve))),
  };
}
