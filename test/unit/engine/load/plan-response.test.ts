import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageWriter } from '../../../../electron/engine/load/plan/plan-message.ts';
import { planResponse } from '../../../../electron/engine/load/plan/plan-response.ts';
import { MOST_EXAMINED } from '../../../../shared/model/load/limits.ts';

const FACTS = { status: 200, latencyMs: 1 };

function wire(headers: string, body: string | Uint8Array = ''): Buffer {
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${headers}\r\n`, 'latin1'), Buffer.from(body)]);
}

const TEXT = '{"token":"é"}';

test.each([
  ['as it is', wire('', TEXT)],
  ['behind an interim response', Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n'), wire('', TEXT)])],
  ['with a length', wire('Content-Length: 14\r\n', `${TEXT}more`)],
  ['in chunks', wire('Transfer-Encoding: chunked\r\n', '7\r\n{"token\r\n7\r\n":"é"}\r\n0\r\n\r\n')],
  ['gzip', wire('content-encoding: gzip\r\n', gzipSync(TEXT))],
  ['deflate', wire('content-encoding: deflate\r\n', deflateSync(TEXT))],
  ['deflate without its head', wire('content-encoding: deflate\r\n', deflateRawSync(TEXT))],
  ['brotli', wire('Content-Encoding: BR\r\n', brotliCompressSync(TEXT))],
  ['in another character set', wire('content-type: text/plain; charset=iso-8859-1\r\n', Buffer.from(TEXT, 'latin1'))],
])('a body %s', (_, bytes) => {
  expect(planResponse(bytes, true, FACTS).body()).toEqual({ text: TEXT, isCut: false });
});

test('headers of one name in their order, whatever the letters', () => {
  const response = planResponse(wire('Set-Cookie: a=1\r\nX: y\r\nset-cookie:b=2 \r\nno colon\r\n'), true, FACTS);
  expect([response.headers('set-cookie'), response.headers('x'), response.headers('y')]).toEqual([['a=1', 'b=2'], ['y'], []]);
});

test.each([
  ['a bomb', wire('content-encoding: gzip\r\n', gzipSync(Buffer.alloc(300_000_000, 'x')))],
  ['a bomb in brotli', wire('content-encoding: br\r\n', brotliCompressSync(Buffer.alloc(50_000_000, 'x')))],
  ['damage', wire('content-encoding: gzip\r\n', 'no gzip')],
])('%s is cut, and fills no memory', (_, bytes) => {
  expect(planResponse(bytes, true, FACTS).body()).toEqual({ text: '', isCut: true });
});

test('of a long body the beginning is looked at', () => {
  const { text, isCut } = planResponse(wire('', Buffer.alloc(MOST_EXAMINED + 1, 'x')), true, FACTS).body();
  expect([text.length, isCut]).toEqual([MOST_EXAMINED, true]);
  expect(planResponse(wire('', 'x'), false, FACTS).body()).toEqual({ text: 'x', isCut: true });
});

test('whatever comes is read as something', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n', 'HTTP/1.1 200\r\ntransfer-encoding: chunked\r\n\r\n'),
      (bytes, head) => {
        const response = planResponse(Buffer.concat([Buffer.from(head), bytes]), true, FACTS);
        expect(response.headers('x').every((one) => typeof one === 'string')).toBe(true);
        expect(typeof response.body().text).toBe('string');
      },
    ),
    { seed: 9, numRuns: 1_000 },
  );
});

test('what is the same for all users is written once; each goes to its own host', () => {
  const there = { address: '::1', port: 443, secure: true, servername: undefined };
  const writer = new MessageWriter('http://127.0.0.1:3000', true, new Map([['https://[::1]', there]]));
  const constant = {
    request: 0,
    method: 'GET',
    origin: null,
    path: '/a',
    headers: [{ name: 'x', value: 'y' }],
    body: '',
    isConstant: true,
  } as const;
  const message = writer.write(constant);
  expect(message.bytes.toString()).toBe(
    'GET /a HTTP/1.1\r\nHost: 127.0.0.1:3000\r\nUser-Agent: loopscope\r\nConnection: keep-alive\r\nx: y\r\n\r\n',
  );
  expect(writer.write(constant)).toBe(message);
  const other = { ...constant, method: 'POST', origin: 'https://[::1]', body: Uint8Array.of(0xff), isConstant: false } as const;
  expect(message.to).toBeUndefined();
  expect(writer.write(other).to).toBe(there);
  expect(() => writer.write({ ...other, origin: 'https://[::2]' })).toThrow();
  expect(writer.write(other).bytes.toString('latin1')).toBe(
    'POST /a HTTP/1.1\r\nHost: [::1]\r\nUser-Agent: loopscope\r\nConnection: keep-alive\r\nContent-Length: 1\r\nx: y\r\n\r\n\xff',
  );
});
