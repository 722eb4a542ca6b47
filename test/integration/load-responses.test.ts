/** Responses that are kept: of real servers that fail in each way, with the counts that the servers themselves have. */
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { readResponse } from '../../electron/engine/load/read-response.ts';
import type { KeptResponse } from '../../shared/model/kept-response.ts';
import { errorKindOf } from '../../shared/model/run.ts';
import { type LoadResult, listen, listenRaw, runLoad, type TestServer, tally } from '../helpers/load.ts';
import { unusedPort } from '../helpers/unused-port.ts';

let server: TestServer | null = null;
afterEach(() => server?.close());

const load = { connections: 4, end: { by: 'amount', requests: 40 } } as const;

async function readKept({ kept }: LoadResult): Promise<KeptResponse[]> {
  return Promise.all(kept.map((raw) => readResponse(raw, true)));
}

const kindOf = ({ status }: KeptResponse): string => errorKindOf(status) ?? String(status);

test('the first good response and three of each status, as often as the server sent them', async () => {
  const said: Record<string, number> = {};
  let nth = 0;
  server = await listen(
    createServer((_, answer) => {
      const status = [200, 500, 404, 500][nth++ % 4]!;
      said[status] = (said[status] ?? 0) + 1;
      answer.writeHead(status, { 'content-type': 'text/plain', 'x-nth': nth }).end(`said ${status}`);
    }),
  );
  const result = await runLoad(server.url, load);
  expect(tally(result.rows)).toEqual(said);
  const kept = await readKept(result);
  const kinds = kept.map(kindOf).sort();
  expect(kinds).toEqual(['200', '404', '404', '404', '500', '500', '500']);
  for (const { status, head, body, bytes } of kept) {
    expect(head!.line).toContain(`HTTP/1.1 ${status}`);
    expect(body).toMatchObject({ kind: 'text', text: `said ${status}`, wireBytes: 8, decodedBytes: 8 });
    expect(bytes).toBeGreaterThan(8);
  }
  // Not any three, but the first ones.
  expect(Math.max(...kept.map(({ head }) => Number(head!.headers.find(({ name }) => name === 'x-nth')!.value)))).toBeLessThanOrEqual(20);
});

test.each([1, 3])('responses in many pieces, %i in flight, are put together', async (pipelining) => {
  const page = `<p>${'Übersicht '.repeat(30_000)}</p>`;
  const body = gzipSync(page, { level: 0 });
  let nth = 0;
  server = await listen(
    createServer((_, answer) => {
      const status = nth++ % 5 === 2 ? 503 : 200;
      answer.writeHead(status, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      for (let from = 0; from < body.length; from += 50_000) answer.write(body.subarray(from, from + 50_000));
      answer.end();
    }),
  );
  const kept = await readKept(await runLoad(server.url, { ...load, pipelining }));
  expect(kept.map(kindOf).sort()).toEqual(['200', '503', '503', '503']);
  for (const { status, body: shown } of kept) {
    expect(page.startsWith(shown!.text)).toBe(true);
    expect(shown!.text.length).toBeGreaterThan(4_000);
    const whole = { wireBytes: body.length, decodedBytes: Buffer.byteLength(page) };
    // The good one is kept whole; a bad one only if it came before it, when nobody knew that it would not be the good one.
    const isWhole = status === 200 || shown!.wireBytes !== null;
    expect(shown).toMatchObject(isWhole ? whole : { wireBytes: null, decodedBytes: null });
  }
});

test('what came before the server closed the connection, stalled or broke off is kept', async () => {
  const ways = [
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of it'),
    (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nthe rest takes too long'),
    (socket: Socket) => socket.end('220 mail.example.com ready\r\n'),
  ];
  server = await listenRaw((socket, _, nth) => ways[nth % 3]!(socket));
  const result = await runLoad(server.url, { connections: 1, end: { by: 'amount', requests: 3 }, timeoutS: 2 });
  const kept = await readKept(result);
  expect(kept.map(kindOf)).toEqual(['CLOSED', 'TIMEOUT', 'BAD_ANSWER']);
  expect(kept.map(({ head }) => head?.line ?? null)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK', null]);
  expect(kept.map(({ body }) => body!.text)).toEqual(['half of it', 'the rest takes too long', '220 mail.example.com ready\n']);
});

test('three of the requests that nothing came back for, without head and body', async () => {
  const result = await runLoad(`http://127.0.0.1:${await unusedPort()}/`, { connections: 2, end: { by: 'amount', requests: 6 } });
  expect(tally(result.rows)).toEqual({ ECONNREFUSED: 6 });
  const kept = await readKept(result);
  expect(kept).toHaveLength(3);
  for (const answer of kept) expect(answer).toMatchObject({ head: null, body: null, bytes: 0 });
});

test('a server that speaks HTTP/2 or TLS is recognised by its first bytes', async () => {
  const few = { connections: 1, end: { by: 'amount', requests: 4 } } as const;
  server = await listen(createHttp2Server());
  expect(tally((await runLoad(server.url, few)).rows)).toEqual({ HTTP2: 4 });
  server.close();
  // An alert, as some TLS servers send it. Node's own only closes the connection.
  server = await listenRaw((socket) => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 0x46])));
  const result = await runLoad(server.url, few);
  expect(tally(result.rows)).toEqual({ HTTPS: 4 });
  expect((await readKept(result))[0]).toMatchObject({ head: null, body: { kind: 'binary' } });
});

test('several load processes keep their own; autocannon gives status and headers', async () => {
  server = await listen(createServer((_, answer) => answer.writeHead(418, { 'x-why': 'teapot' }).end('short and stout')));
  const workers = await readKept(await runLoad(server.url, { ...load, workers: 2 }));
  expect(workers).toHaveLength(6);
  const [first, ...others] = await readKept(await runLoad(server.url, { ...load, client: 'autocannon' }));
  expect(others).toHaveLength(2);
  expect(first).toMatchObject({ status: 418, head: { line: "HTTP/1.1 418 I'm a Teapot" }, body: { kind: 'omitted', text: '' } });
  expect(first!.head!.headers).toContainEqual({ name: 'x-why', value: 'teapot' });
});
