/** What travels: requests and replies, events to slow pages, files both ways. */
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { FailureError, fail } from '../../shared/model/failure.ts';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import { decodeColumns } from '../../shared/protocol/columns.ts';
import type { EngineEvent } from '../../shared/protocol/contract.ts';
import { MAX_UPLOAD_BYTES } from '../../shared/protocol/http.ts';
import { BINARY_HEAD_BYTES } from '../../shared/protocol/messages.ts';
import type { RunProgress } from '../../shared/protocol/run-contract.ts';
import { server } from '../../shared/words/en/server.ts';
import { bearerHeader, type OpenDoor, openDoor, openSocket } from '../helpers/open-door.ts';
import { rawHttp, rawRequest } from '../helpers/raw-http.ts';
import { createStandInEngine, DOWNLOAD_TEXT } from '../helpers/stand-in-engine.ts';
import { worded } from '../helpers/worded.ts';

const progress = (completed: number): EngineEvent => ({
  type: 'run.progress',
  sessionId: 'a',
  progress: { completed } as RunProgress,
});

test('a request gets its reply under its number; parameters arrive checked', async () => {
  const door = await openDoor(createStandInEngine({ 'settings.get': () => ({ theme: 'dark' }) }));
  const page = await openSocket(door);
  page.send({ id: 7, name: 'settings.get', params: {} });
  expect(await page.next()).toEqual({ id: 7, reply: { ok: true, value: { theme: 'dark' } } });
  page.send({ id: 8, name: 'run.stop', params: { sessionId: 's' } });
  await page.next();
  expect(door.engine.asked).toEqual([
    { name: 'settings.get', params: {} },
    { name: 'run.stop', params: { sessionId: 's' } },
  ]);
});

test('bulk data comes as one binary frame', async () => {
  const door = await openDoor(
    createStandInEngine({ 'session.load-series': () => ({ meta: { fromBucket: 3 }, p50: Float64Array.of(1.5, NaN) }) }),
  );
  const page = await openSocket(door);
  page.send({ id: 9, name: 'session.load-series', params: { sessionId: 's', fromBucket: 3 } });
  const frame = (await page.next()) as Uint8Array;
  expect(new DataView(frame.buffer, frame.byteOffset).getUint32(0, true)).toBe(9);
  expect(decodeColumns(frame.subarray(BINARY_HEAD_BYTES))).toEqual({ meta: { fromBucket: 3 }, p50: Float64Array.of(1.5, NaN) });
});

test.each([
  ['an unknown name', 'run.everything', {}, 'run.everything'],
  ['a name of every object', '__proto__', {}, '__proto__'],
  ['a method of every object', 'toString', {}, 'toString'],
  ['a missing parameter', 'run.stop', {}, 'sessionId'],
  ['one too many', 'settings.get', { verbose: true }, 'verbose'],
  ['no object', 'settings.get', 5, 'parameters'],
  [
    'a wrong one, deep inside',
    'profile.functions',
    { sessionId: 's', window: { fromMs: 'x', toMs: 1 }, hide: [], folds: [], selection: ALL_SAMPLES, base: 'cpu' },
    'window.fromMs',
  ],
])('%s is refused by name, and nothing reaches the engine', async (_, name, params, named) => {
  const door = await openDoor();
  const page = await openSocket(door);
  page.send({ id: 1, name, params });
  const { id, reply } = (await page.next()) as { id: number; reply: object };
  expect({ id, reply: worded(reply) }).toMatchObject({
    id: 1,
    reply: { ok: false, failure: { code: 'bad-request', message: expect.stringContaining(named) } },
  });
  expect(door.engine.asked).toEqual([]);
});

test.each(['not json', '[]', '{"id":0,"name":"app.info","params":{}}', '{"id":1}', '"x"'])(
  'the frame %s ends the connection',
  async (frame) => {
    const page = await openSocket(await openDoor());
    const closed = new Promise((resolve) => page.socket.once('close', resolve));
    page.send(frame);
    expect(await closed).toBe(1008);
  },
);

test('a request larger than any could be ends the connection, not the server', async () => {
  const door = await openDoor();
  const page = await openSocket(door);
  const closed = new Promise((resolve) => page.socket.once('close', resolve).on('error', () => {}));
  page.socket.send(Buffer.alloc(17 * 1024 * 1024, ' '), { binary: false });
  expect([1009, 1006]).toContain(await closed);
  expect((await openSocket(door)).socket.readyState).toBe(WebSocket.OPEN);
});

test('a bug in the engine is a reply with its stack, and a line in the log', async () => {
  const door = await openDoor(
    createStandInEngine({
      'app.info': () => {
        throw new TypeError('a bug');
      },
      'nodes.list': () => {
        throw new FailureError(fail('busy', { verbatim: 'not now' }).failure);
      },
      // Cannot be written as JSON.
      'study.list': () => 5n,
    }),
  );
  const page = await openSocket(door);
  page.send({ id: 1, name: 'app.info', params: {} });
  expect(await page.next()).toMatchObject({
    reply: { ok: false, failure: { code: 'internal', detail: expect.stringContaining('TypeError: a bug\n') } },
  });
  expect(door.log).toEqual([expect.stringContaining('TypeError: a bug')]);
  page.send({ id: 2, name: 'nodes.list', params: { refresh: false } });
  expect(await page.next()).toEqual({ id: 2, reply: fail('busy', { verbatim: 'not now' }) });
  page.send({ id: 3, name: 'study.list', params: {} });
  expect(await page.next()).toMatchObject({ id: 3, reply: { ok: false, failure: { code: 'internal' } } });
});

test('events are numbered from 1 on each connection, and end with it', async () => {
  const door = await openDoor();
  const first = await openSocket(door);
  door.engine.emit({ type: 'sessions.changed' });
  const second = await openSocket(door);
  door.engine.emit(progress(1));
  expect([await first.next(), await first.next(), await second.next()]).toEqual([
    { seq: 1, event: { type: 'sessions.changed' } },
    { seq: 2, event: progress(1) },
    { seq: 1, event: progress(1) },
  ]);
  first.socket.close();
  await expect.poll(() => door.engine.listeners.size).toBe(1);
});

test('a page that does not read costs bounded memory, misses no state and gets the newest progress', async () => {
  const door = await openDoor();
  const page = await openSocket(door);
  const fast = await openSocket(door);
  page.socket.pause();
  const text = 'x'.repeat(1_000_000);
  const flood = 200;
  for (let i = 0; i < flood; i++) {
    door.engine.emit({ type: 'run.output', sessionId: 'a', chunks: [{ stream: 'stdout', text, atMs: i }] });
    door.engine.emit(progress(i));
    if (i % 50 === 0) door.engine.emit({ type: 'session.saved', sessionId: String(i), path: null, failure: null });
    await new Promise((resolve) => setImmediate(resolve));
  }
  page.socket.resume();
  const events: EngineEvent[] = [];
  for (let seq = 1; ; seq++) {
    const frame = (await page.next()) as { seq: number; event: EngineEvent };
    expect(frame.seq).toBe(seq);
    events.push(frame.event);
    if (frame.event.type === 'run.progress' && frame.event.progress.completed === flood - 1) break;
  }
  expect(events.filter((event) => event.type === 'run.output').length).toBeLessThan(flood / 2);
  expect(events.flatMap((event) => (event.type === 'session.saved' ? [event.sessionId] : []))).toEqual(['0', '50', '100', '150']);
  const counts = events.flatMap((event) => (event.type === 'run.progress' ? [event.progress.completed] : []));
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  // The other page was not slowed down by it.
  expect(await fast.next()).toMatchObject({ seq: 1 });
});

test('a page that asks and does not read is not read either', { tags: ['long'] }, async () => {
  let replies = 0;
  const door = await openDoor(
    createStandInEngine({
      'app.info': () => {
        replies += 1;
        return 'x'.repeat(1_000_000);
      },
    }),
  );
  const page = await openSocket(door);
  page.socket.pause();
  for (let id = 1; id <= 200; id++) {
    page.send({ id, name: 'app.info', params: {} });
    await new Promise((resolve) => setImmediate(resolve));
  }
  // As many replies to a page that reads: the engine had every turn it needs to reply to the other one as well.
  const fast = await openSocket(door);
  for (let id = 1; id <= 200; id++) {
    fast.send({ id, name: 'settings.get', params: {} });
    await fast.next();
  }
  expect(replies).toBeLessThan(150);
  page.socket.resume();
  const ids = new Set<number>();
  while (ids.size < 200) ids.add(((await page.next()) as { id: number }).id);
  expect(replies).toBe(200);
});

async function uploadHeaders(door: OpenDoor): Promise<[string, string][]> {
  return [['Host', door.host], bearerHeader(await door.key()), ['Origin', `http://${door.host}`]];
}

test('a dropped file is handed to the engine with its name and every byte', async () => {
  const door = await openDoor();
  const headers = await uploadHeaders(door);
  const body = 'x'.repeat(100_000);
  const path = `/upload?name=${encodeURIComponent('../прогон 🚀.loopscope')}`;
  const response = await rawHttp(door.port, rawRequest('POST', path, [...headers, ['Content-Length', String(body.length)]], body));
  expect(JSON.parse(response!.body)).toEqual({ ok: true, value: { sessionId: 'uploaded' } });
  expect(door.engine.uploads).toEqual([{ name: 'прогон 🚀.loopscope', size: 100_000 }]);
});

test.each([
  ['another origin', 'Origin', 'http://evil.test'],
  ['no origin', 'Origin', null],
  ['another port', 'Origin', 'http://127.0.0.1:1'],
  ['no key', 'Authorization', null],
  ['another key', 'Authorization', 'Bearer AAAAAAAAAAAAAAAAAAAAAA'],
  ['the key said otherwise', 'Authorization', 'Basic AAAAAAAAAAAAAAAAAAAAAA'],
])('an upload with %s is refused and not read', async (_, name, value) => {
  const door = await openDoor();
  const headers = (await uploadHeaders(door)).flatMap(([key, old]): [string, string][] =>
    key !== name ? [[key, old]] : value === null ? [] : [[key, value]],
  );
  const response = await rawHttp(door.port, rawRequest('POST', '/upload?name=x', [...headers, ['Content-Length', '1']], 'x'));
  expect(response?.status).toBe(name === 'Authorization' ? 401 : 403);
  expect(door.engine.uploads).toEqual([]);
});

test('a file the engine cannot open is a failure in the response, one too large is refused before it is sent', async () => {
  const door = await openDoor();
  const headers = await uploadHeaders(door);
  const broken = await rawHttp(door.port, rawRequest('POST', '/upload?name=broken.loopscope', [...headers, ['Content-Length', '1']], 'x'));
  expect(JSON.parse(broken!.body)).toMatchObject({ ok: false, failure: { code: 'damaged' } });
  const large = await rawHttp(
    door.port,
    rawRequest('POST', '/upload?name=x', [...headers, ['Content-Length', String(MAX_UPLOAD_BYTES + 1)]]),
  );
  expect(JSON.parse(large!.body)).toMatchObject({ ok: false, failure: { code: 'too-large' } });
  expect(door.engine.uploads).toHaveLength(1);
});

test('an upload that claims nothing about its size is cut at the cap', { timeout: 60_000 }, async () => {
  const door = await openDoor();
  const head = rawRequest('POST', '/upload?name=x', [...(await uploadHeaders(door)), ['Transfer-Encoding', 'chunked']]);
  const socket = connect(door.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let response = '';
  socket.on('data', (data) => {
    response += data;
  });
  // After its response the server closes the line in our face; that is the point.
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write(head);
  const size = 8 * 1024 * 1024;
  const chunk = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), Buffer.alloc(size), Buffer.from('\r\n')]);
  for (let sent = 0; sent <= MAX_UPLOAD_BYTES + 4 * size && socket.writable; sent += size) {
    if (!socket.write(chunk)) await Promise.race([ended, new Promise<void>((resolve) => socket.once('drain', resolve))]);
  }
  socket.end();
  await ended;
  expect(response).toContain('"too-large"');
  expect(door.engine.uploads).toEqual([]);
});

test('a session is downloaded with a ticket, once, as an attachment under its own name; an unknown one is a 404 with the sentence', async () => {
  const door = await openDoor();
  const get = (path: string) => rawHttp(door.port, rawRequest('GET', path, [['Host', door.host]]));
  const path = `/download/known?ticket=${await door.ticket('known')}`;
  const response = await get(path);
  expect(response?.body).toBe(DOWNLOAD_TEXT);
  expect(response?.headers.get('content-disposition')?.[0]).toContain(`filename*=UTF-8''${encodeURIComponent('прогон _1_.loopscope')}`);
  const again = await get(path);
  expect([again?.status, again?.body]).toEqual([401, `${server.usedTicket}\n`]);
  const unknown = await get(`/download/unknown?ticket=${await door.ticket('unknown')}`);
  expect(unknown?.status).toBe(404);
  expect(JSON.parse(unknown!.body)).toMatchObject({ ok: false, failure: { code: 'not-found' } });
});

test('a ticket takes the key and the page’s own origin, and is of no use for another session', async () => {
  const door = await openDoor();
  const headers = await uploadHeaders(door);
  for (const [name, status] of [
    ['Authorization', 401],
    ['Origin', 403],
  ] as const) {
    const without = headers.filter(([key]) => key !== name);
    const response = await rawHttp(door.port, rawRequest('POST', '/download/known', [...without, ['Content-Length', '0']]));
    expect(response?.status).toBe(status);
    expect(response?.body).not.toContain('"ticket"');
  }
  const other = await rawHttp(door.port, rawRequest('GET', `/download/known?ticket=${await door.ticket('other')}`, [['Host', door.host]]));
  const withKey = await rawHttp(door.port, rawRequest('GET', '/download/known', [['Host', door.host], bearerHeader(await door.key())]));
  expect([other?.status, withKey?.status]).toEqual([401, 401]);
});
