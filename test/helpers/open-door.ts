import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { type RunningServer, type ServerOptions, startServer } from '../../electron/engine/server/server.ts';
import { KEY_HEADER, KEY_PATH, socketProtocols, tokenInHash } from '../../shared/protocol/http.ts';
import { rawHttp, rawRequest } from './raw-http.ts';
import { createStandInEngine, type StandInEngine } from './stand-in-engine.ts';
import { messageOf } from './worded.ts';

export const PAGE_DIR = join(import.meta.dirname, '../fixtures/server/page');

export interface OpenDoor extends RunningServer {
  readonly engine: StandInEngine;
  readonly host: string;
  readonly log: string[];
  /** For a new link. */
  key(): Promise<string>;
  /** For a download, once. */
  ticket(sessionId: string): Promise<string>;
}

/** The server with a stand-in engine, closed when the test ends. */
export async function openDoor(
  engine: StandInEngine = createStandInEngine(),
  more: Pick<ServerOptions, 'onLinkUsed'> = {},
): Promise<OpenDoor> {
  const log: string[] = [];
  const started = await startServer({ api: engine, port: 0, rendererDir: PAGE_DIR, log: (message) => log.push(message), ...more });
  if (!started.ok) throw new Error(messageOf(started.failure));
  const server = started.value;
  onTestFinished(() => server.close());
  const host = `127.0.0.1:${server.port}`;
  const post = async (path: string, secret: string, key = '') => {
    const headers = [
      ['Host', host],
      ['Origin', `http://${host}`],
      bearerHeader(secret),
      [KEY_HEADER, key],
      ['Content-Length', '0'],
    ] as const;
    return JSON.parse((await rawHttp(server.port, rawRequest('POST', path, headers)))!.body);
  };
  const key = async () => {
    const made = randomBytes(16).toString('base64url');
    await post(KEY_PATH, tokenOf(server.mintLink()), made);
    return made;
  };
  const ticket = async (sessionId: string) => (await post(`/download/${sessionId}`, await key())).ticket as string;
  return { ...server, engine, host, log, key, ticket };
}

export function tokenOf(link: string): string {
  return tokenInHash(new URL(link).hash)!;
}

export function bearerHeader(secret: string): [string, string] {
  return ['Authorization', `Bearer ${secret}`];
}

/** What a test of the page's side needs of a socket: frames one by one. */
export interface TestSocket {
  readonly socket: WebSocket;
  /** The next frame; text parsed, binary as it is. */
  next(): Promise<unknown>;
  send(frame: unknown): void;
}

export async function openSocket(door: OpenDoor, headers: Record<string, string> = {}): Promise<TestSocket> {
  const all = { origin: `http://${door.host}`, ...headers };
  const socket = new WebSocket(`ws://${door.host}/socket`, socketProtocols(await door.key()), { headers: all });
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
