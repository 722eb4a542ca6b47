/** The engine's door for the desktop window: one more origin, with a key of its own. */
import { expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { type RunningServer, startServer } from '../../electron/engine/server/server.ts';
import { bearer, KEY_HEADER, KEY_PATH, socketProtocols } from '../../shared/protocol/http.ts';
import { PAGE_DIR, tokenOf } from '../helpers/open-door.ts';
import { createStandInEngine } from '../helpers/stand-in-engine.ts';
import { messageOf } from '../helpers/worded.ts';

const ORIGIN = 'app://loopscope';

async function open(options: { rendererDir: string | null; windowOrigin?: string }): Promise<RunningServer> {
  const started = await startServer({ api: createStandInEngine(), port: 0, ...options });
  if (!started.ok) throw new Error(messageOf(started.failure));
  onTestFinished(() => started.value.close());
  return started.value;
}

/** The status a socket is answered with; 101: let in. */
function upgrade(port: number, protocols: string[], headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`, protocols, { headers });
  return new Promise((resolve) => {
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('open', () => {
      expect(socket.protocol).toBe(protocols[0] ?? '');
      socket.terminate();
      resolve(101);
    });
    socket.once('error', () => {});
  });
}

async function keyOf(server: RunningServer): Promise<string> {
  const origin = `http://127.0.0.1:${server.port}`;
  const key = 'AAAAAAAAAAAAAAAAAAAAAA';
  await fetch(`${origin}${KEY_PATH}`, { method: 'POST', headers: { origin, ...bearer(tokenOf(server.mintLink())), [KEY_HEADER]: key } });
  return key;
}

test('the window comes in with its key, again and again', async () => {
  const { port, windowKey } = await open({ rendererDir: null, windowOrigin: ORIGIN });
  for (let time = 0; time < 3; time++) expect(await upgrade(port, socketProtocols(windowKey), { origin: ORIGIN })).toBe(101);
});

test('without it, with half of it or with another one it does not', async () => {
  const { port, windowKey } = await open({ rendererDir: null, windowOrigin: ORIGIN });
  for (const key of ['', windowKey.slice(0, -1), `${windowKey}A`, windowKey.toLowerCase()])
    expect(await upgrade(port, ['loopscope', ...(key ? [`token.${key}`] : [])], { origin: ORIGIN }), key).toBe(401);
});

test('each origin has its own key: neither opens with the other’s', async () => {
  const server = await open({ rendererDir: PAGE_DIR, windowOrigin: ORIGIN });
  const { port, windowKey } = server;
  const key = await keyOf(server);
  expect(await upgrade(port, socketProtocols(key), { origin: `http://127.0.0.1:${port}` })).toBe(101);
  expect(await upgrade(port, socketProtocols(key), { origin: ORIGIN })).toBe(401);
  expect(await upgrade(port, socketProtocols(windowKey), { origin: `http://127.0.0.1:${port}` })).toBe(401);
});

test('other origins stay outside, whatever they know', async () => {
  const { port, windowKey } = await open({ rendererDir: null, windowOrigin: ORIGIN });
  for (const origin of ['app://loopscope.evil', 'app://loopscope/', 'app://LOOPSCOPE', 'null', 'file://', 'https://example.com'])
    expect(await upgrade(port, socketProtocols(windowKey), { origin }), origin).toBe(403);
});

test('where there is no window its origin is one like any other', async () => {
  const { port, windowKey } = await open({ rendererDir: PAGE_DIR });
  expect(await upgrade(port, socketProtocols(windowKey), { origin: ORIGIN })).toBe(403);
});

test('without files there is nothing to be served, with a key neither', async () => {
  const server = await open({ rendererDir: null, windowOrigin: ORIGIN });
  const answer = await fetch(`http://127.0.0.1:${server.port}/`, { headers: bearer(await keyOf(server)) });
  expect(answer.status).toBe(404);
});
