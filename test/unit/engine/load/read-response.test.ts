import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readResponse } from '../../../../electron/engine/load/read-response.ts';
import type { RawResponse } from '../../../../electron/engine/load/response-keeper.ts';
import { HEAD_BYTES, MOST_HEADERS } from '../../../../shared/model/kept-response.ts';
import { PAYLOADS, RAW_CONTROL } from '../../../helpers/payloads.ts';
import { seededRandom } from '../../../helpers/random.ts';

const FACTS = { request: 0, connection: 0, status: 500, at: 5, latency: 3 };
const HEAD = 'HTTP/1.1 500 Internal Server Error\r\ncontent-type: text/plain\r\n';

/** `missing`: how much more came than was kept. */
function read(wire: string | Buffer, { missing = 0, keepBodies = true } = {}) {
  const bytes = Buffer.from(wire as string, 'utf8');
  const raw: RawResponse = { ...FACTS, bytes: bytes.length + missing, received: { form: 'wire', bytes } };
  return readResponse(raw, keepBodies);
}

test('status line, headers and body of a plain response', async () => {
  expect(await read(`${HEAD}Content-Length: 10\r\n\r\nno cart é`)).toEqual({
    ...FACTS,
    bytes: 94,
    head: {
      line: 'HTTP/1.1 500 Internal Server Error',
      headers: [
        { name: 'content-type', value: 'text/plain' },
        { name: 'Content-Length', value: '10' },
      ],
      isCut: false,
    },
    body: { kind: 'text', type: 'text/plain', coding: '', wireBytes: 10, decodedBytes: 10, text: 'no cart é', isCut: false },
  });
});

const PAGE = '<p>Übersicht</p>\n'.repeat(500);
const DECODED = Buffer.byteLength(PAGE);

test.each([
  ['gzip', gzipSync(PAGE)],
  ['br', brotliCompressSync(PAGE)],
  ['deflate', deflateSync(PAGE)],
  ['deflate', deflateRawSync(PAGE)],
  ['identity', Buffer.from(PAGE)],
])('size on the wire and decoded of a body in %s, in chunks', async (coding, body) => {
  const half = body.length >> 1;
  const chunk = (part: Buffer) => Buffer.concat([Buffer.from(`${part.length.toString(16)};x=y\r\n`), part, Buffer.from('\r\n')]);
  const head = Buffer.from(`${HEAD}Content-Encoding: ${coding}\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const wire = [head, chunk(body.subarray(0, half)), chunk(body.subarray(half)), Buffer.from('0\r\n\r\n')];
  const { body: whole } = await read(Buffer.concat(wire));
  expect(whole).toMatchObject({ kind: 'text', coding, wireBytes: body.length, decodedBytes: DECODED, isCut: true });
  expect(PAGE.startsWith(whole!.text)).toBe(true);
  const { body: part } = await read(Buffer.concat(wire.slice(0, 2)), { missing: 100 });
  expect(part).toMatchObject({ kind: 'text', wireBytes: null, decodedBytes: null, isCut: true });
  expect(PAGE.startsWith(part!.text)).toBe(true);
});

test('passes over interim responses', async () => {
  const { head, body } = await read(`HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n${HEAD}\r\nsorry`);
  expect([head!.line, head!.headers.length, body!.text]).toEqual(['HTTP/1.1 500 Internal Server Error', 1, 'sorry']);
});

test('what is no response is shown as what it is', async () => {
  expect(await read('220 mail.example.com ready\r\n')).toMatchObject({
    head: null,
    body: { kind: 'text', text: '220 mail.example.com ready\n' },
  });
  expect((await read(Buffer.from([0x15, 3, 3, 0, 2, 2, 70]))).body).toMatchObject({ kind: 'binary', wireBytes: 7, text: '' });
  expect((await readResponse({ ...FACTS, bytes: 0, received: null }, true)).head).toBeNull();
});

test('bodies can be left out; a client may not hand them over', async () => {
  expect((await read(`${HEAD}\r\nsecret`, { keepBodies: false })).body).toMatchObject({ kind: 'omitted', wireBytes: 6, text: '' });
  const received = { form: 'head', line: 'HTTP/1.1 500 Oops', headers: ['content-type', 'text/html'] } as const;
  expect(await readResponse({ ...FACTS, bytes: 9, received }, true)).toMatchObject({
    head: { line: 'HTTP/1.1 500 Oops', headers: [{ name: 'content-type', value: 'text/html' }] },
    body: { kind: 'omitted', type: 'text/html', text: '' },
  });
});

test('a bomb is opened only so far, and what is broken is said to be', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, 'a'));
  const { body } = await read(Buffer.concat([Buffer.from(`${HEAD}content-encoding: gzip\r\n\r\n`), bomb]));
  expect(body).toMatchObject({ kind: 'text', wireBytes: bomb.length, decodedBytes: null, isCut: true });
  expect(body!.text.length).toBeLessThan(10_000);
  for (const coding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, br', '../x'])
    expect((await read(`${HEAD}content-encoding: ${coding}\r\n\r\nnot compressed`)).body).toMatchObject({ kind: 'undecodable', text: '' });
});

test('hostile responses stay bounded and harmless', async () => {
  const many = await read(`${HEAD}${'x: 1\r\n'.repeat(300)}\r\n`);
  expect([many.head!.headers.length, many.head!.isCut]).toEqual([MOST_HEADERS, true]);
  const endless = await read(`${HEAD}x-long: ${'y'.repeat(1_000_000)}`);
  expect(endless.head!.isCut).toBe(true);
  expect(JSON.stringify(endless).length).toBeLessThan(2 * HEAD_BYTES);
  for (const payload of PAYLOADS) {
    const { head, body } = await read(`${HEAD}x: ${payload}\r\n\r\n${payload}`);
    expect(JSON.stringify([head, body!.text.replace(/[\n\t]/g, '')])).not.toMatch(RAW_CONTROL);
  }
  const invalid = await read(Buffer.concat([Buffer.from(`${HEAD}\r\nbad ending: `), Buffer.from([0xff, 0xc3])]));
  expect(invalid.body!.text).toBe('bad ending: \ufffd');
  for (const size of ['ffffffffffffffff', '-5', 'xyz', ''])
    expect((await read(`${HEAD}transfer-encoding: chunked\r\n\r\n${size}\r\nabc`)).body).toMatchObject({ wireBytes: null });
});

test('never throws, whatever comes', async () => {
  const random = seededRandom(8);
  const good = Buffer.concat([Buffer.from(`${HEAD}content-encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n2a\r\n`), gzipSync(PAGE)]);
  for (let nth = 0; nth < 300; nth++) {
    const bytes = Buffer.from(good.subarray(0, Math.floor(random() * good.length)));
    for (let flips = 0; flips < 4 && bytes.length > 0; flips++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    const { head, body } = await read(bytes);
    expect(JSON.stringify({ head, body }).length).toBeLessThan(60_000);
  }
});
