/** The bridge over a real socket, to a server that does what a test tells it. */
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { Bridge, type Socket } from '../../../renderer/bridge.ts';
import type { Lock } from '../../../renderer/key.ts';
import { encodeColumns } from '../../../shared/protocol/columns.ts';
import type { EngineEvent } from '../../../shared/protocol/contract.ts';

interface Asked {
  id: number;
  name: string;
  params: unknown;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** `findLock`: why the server does not let the page in. */
async function start(
  onAsked: (asked: Asked, socket: WebSocket) => void = () => undefined,
  findLock: () => Promise<Lock | null> = async () => null,
) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => server.once('listening', resolve));
  const asked: Asked[] = [];
  const sockets: WebSocket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Asked;
      asked.push(frame);
      onAsked(frame, socket);
    });
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bridge = new Bridge(async () => (await findLock()) ?? (new WebSocket(url) as unknown as Socket));
  closers.push(() => {
    bridge.close();
    for (const socket of sockets) socket.terminate();
    server.close();
  });
  return { bridge, server, sockets, asked };
}

/** Until the condition holds; the test's own time limit is the only clock. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const replyToAll = ({ id, name }: Asked, socket: WebSocket) => socket.send(JSON.stringify({ id, reply: { ok: true, value: name } }));

test('requests made before the connection is open get their replies when it is', async () => {
  const { bridge } = await start(replyToAll);
  const replies = Promise.all([bridge.request('settings.get', {}), bridge.request('study.list', {})]);
  bridge.open();
  expect(await replies).toEqual([
    { ok: true, value: 'settings.get' },
    { ok: true, value: 'study.list' },
  ]);
  expect(bridge.connection).toMatchObject({ status: 'open', generation: 1 });
});

test('responses are matched with requests in any order', async () => {
  const waiting: Asked[] = [];
  const { bridge } = await start((asked, socket) => {
    waiting.push(asked);
    if (waiting.length === 2) for (const one of waiting.reverse()) replyToAll(one, socket);
  });
  bridge.open();
  expect(await Promise.all([bridge.request('settings.get', {}), bridge.request('study.list', {})])).toEqual([
    { ok: true, value: 'settings.get' },
    { ok: true, value: 'study.list' },
  ]);
});

test('binary responses become columns', async () => {
  const meta = { bucketMs: 1_000, fromBucket: 0 };
  const { bridge } = await start(({ id }, socket) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(id);
    socket.send(
      Buffer.concat([head, encodeColumns({ meta, completed: Uint32Array.of(1, 2, 3), p50: Float64Array.of(0.5, Number.NaN, 2) } as never)]),
    );
  });
  bridge.open();
  const reply = await bridge.request('session.load-series', { sessionId: 's', fromBucket: 0 });
  expect(reply).toEqual({
    ok: true,
    value: { meta, completed: Uint32Array.of(1, 2, 3), p50: Float64Array.of(0.5, Number.NaN, 2) },
  });
});

test('detects a gap in event numbers and still delivers the event', async () => {
  const { bridge, sockets } = await start();
  const events: EngineEvent[] = [];
  let gaps = 0;
  bridge.onEvent((event) => events.push(event));
  bridge.onGap(() => gaps++);
  bridge.open();
  await until(() => sockets.length === 1);
  const send = (seq: number) => sockets[0]!.send(JSON.stringify({ seq, event: { type: 'sessions.changed' } }));
  send(1);
  send(2);
  await until(() => events.length === 2);
  expect(gaps).toBe(0);
  send(4);
  await until(() => events.length === 3);
  expect(gaps).toBe(1);
});

test('when the connection is lost, open requests fail with a message and it reconnects', async () => {
  const { bridge, sockets } = await start((asked, socket) => {
    if (asked.name === 'study.list') replyToAll(asked, socket);
  });
  let gaps = 0;
  bridge.onGap(() => gaps++);
  bridge.open();
  await until(() => bridge.connection.status === 'open');
  const pending = bridge.request('settings.get', {});
  sockets[0]!.terminate();
  expect(await pending).toMatchObject({ ok: false, failure: { code: 'not-available' } });
  expect(bridge.connection).toMatchObject({ status: 'lost', retryAt: expect.any(Number) });
  expect(await bridge.request('settings.get', {})).toMatchObject({ ok: false });
  await until(() => bridge.connection.status === 'open');
  expect(bridge.connection.generation).toBe(2);
  expect(gaps).toBe(1);
  expect(await bridge.request('study.list', {})).toEqual({ ok: true, value: 'study.list' });
});

test('can reconnect at any time: open requests fail, later ones get replies', async () => {
  const { bridge, sockets } = await start((asked, socket) => {
    if (asked.name === 'study.list') replyToAll(asked, socket);
  });
  bridge.open();
  await bridge.untilOpen();
  const pending = bridge.request('settings.get', {});
  const renewed = bridge.renew();
  const asked = bridge.request('study.list', {});
  expect(await pending).toMatchObject({ ok: false, failure: { code: 'not-available' } });
  await renewed;
  expect(bridge.connection).toMatchObject({ status: 'open', generation: 2 });
  expect(await asked).toEqual({ ok: true, value: 'study.list' });
  expect(sockets).toHaveLength(2);
});

test('a new connection neither waits for the previous attempt nor is affected by its end', async () => {
  const { server } = await start();
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const attempts: ((socket: Socket) => void)[] = [];
  const made: WebSocket[] = [];
  const bridge = new Bridge(() => new Promise<Socket>((resolve) => attempts.push(resolve)));
  closers.push(() => bridge.close());
  const connect = (attempt: number): void => {
    made.push(new WebSocket(url));
    made.at(-1)!.on('error', () => undefined);
    attempts[attempt]!(made.at(-1) as unknown as Socket);
  };
  bridge.open();
  bridge.open();
  expect(attempts).toHaveLength(1);
  const renewed = bridge.renew();
  connect(1);
  await renewed;
  connect(0);
  await until(() => made[1]!.readyState === WebSocket.CLOSED);
  expect(bridge.connection).toMatchObject({ status: 'open', generation: 1 });
});

test('retries when a connection cannot be created', async () => {
  const { server } = await start(replyToAll);
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let attempts = 0;
  const bridge = new Bridge(async () => {
    if (attempts++ === 0) throw new Error('refused by the policy');
    return new WebSocket(url) as unknown as Socket;
  });
  closers.push(() => bridge.close());
  bridge.open();
  await until(() => bridge.connection.status === 'lost');
  await bridge.untilOpen();
  expect(await bridge.request('study.list', {})).toEqual({ ok: true, value: 'study.list' });
  expect(attempts).toBe(2);
});

test('event numbers start again with each connection', async () => {
  const { bridge, sockets } = await start();
  let gaps = 0;
  const events: EngineEvent[] = [];
  bridge.onGap(() => gaps++);
  bridge.onEvent((event) => events.push(event));
  bridge.open();
  for (const connection of [0, 1]) {
    await until(() => sockets.length === connection + 1 && bridge.connection.status === 'open');
    sockets[connection]!.send(JSON.stringify({ seq: 1, event: { type: 'sessions.changed' } }));
    await until(() => events.length === connection + 1);
    if (connection === 0) sockets[0]!.terminate();
  }
  // Only the one for the new connection.
  expect(gaps).toBe(1);
});

test('tries a key that changes during an attempt as well; a locked page tries a changed key at once', async () => {
  const results: ((lock: Lock | null) => void)[] = [];
  const { bridge } = await start(replyToAll, () => new Promise((resolve) => results.push(resolve)));
  bridge.open();
  bridge.keyChanged();
  results[0]!('ended');
  await until(() => results.length === 2);
  expect(bridge.connection.status).toBe('connecting');
  results[1]!('ended');
  await until(() => bridge.connection.status === 'locked');
  expect(results).toHaveLength(2);
  bridge.keyChanged();
  await until(() => results.length === 3);
  results[2]!(null);
  await bridge.untilOpen();
  bridge.keyChanged();
  expect(bridge.connection).toMatchObject({ status: 'open', generation: 1 });
});
