import { expect, test } from 'vitest';
import { RespReader } from '../../../../../electron/engine/agent/waits/resp.ts';

const command = (...words: readonly string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;

/** What is told of bytes that come in pieces; null: they are refused. */
function told(pieces: readonly Uint8Array[], isNamed: boolean): string[] | null {
  const names: string[] = [];
  const reader = new RespReader(isNamed, (name) => names.push(name));
  return pieces.every((piece) => reader.read(piece)) ? names : null;
}

/** The same, however they are cut. */
function toldOf(text: string, isNamed: boolean): string[] | null {
  const bytes = Buffer.from(text);
  const whole = told([bytes], isNamed);
  for (let at = 0; at <= bytes.length; at++) expect(told([bytes.subarray(0, at), bytes.subarray(at)], isNamed)).toEqual(whole);
  expect(
    told(
      Array.from(bytes, (byte) => Uint8Array.of(byte)),
      isNamed,
    ),
  ).toEqual(whole);
  return whole;
}

test('commands are told by their names, in capitals, and never by a key', () => {
  expect(toldOf(command('get', 'secret') + command('JSON.Set', 'secret', '$', '*1\r\n$6\r\nsecret\r\n') + command('PING'), true)).toEqual([
    ...['GET', 'JSON.SET', 'PING'],
  ]);
  // No command is called so.
  expect(toldOf(command('x'.repeat(33), 'secret') + command('', 'secret') + command('ca fé', 'secret') + command('1', 'a'), true)).toEqual([
    ...['', '', '', ''],
  ]);
});

test.each([
  ['lines', '+OK\r\n-ERR of what\r\n:7\r\n,1.5\r\n#t\r\n(123456789012345678901234567890123456\r\n_\r\n', 7],
  ['texts', '$5\r\nhe\r\no\r\n$0\r\n\r\n!5\r\nWRONG\r\n=7\r\ntxt:abc\r\n', 4],
  ['nulls', '$-1\r\n*-1\r\n_\r\n*0\r\n', 4],
  ['lists in lists', '*2\r\n*2\r\n:1\r\n*0\r\n~2\r\n$1\r\na\r\n*1\r\n+b\r\n:9\r\n', 2],
  ['maps', '%2\r\n+a\r\n*2\r\n:1\r\n:2\r\n+b\r\n%1\r\n+c\r\n:1\r\n+OK\r\n', 2],
  ['what nobody asked for', '>3\r\n+message\r\n+channel\r\n$2\r\nhi\r\n:1\r\n>2\r\n+invalidate\r\n*1\r\n$1\r\nk\r\n', 1],
  ['attributes before a reply, and before a part of it', '|1\r\n+ttl\r\n:5\r\n+OK\r\n*2\r\n|1\r\n+ttl\r\n:5\r\n:1\r\n:2\r\n:3\r\n', 3],
])('replies with %s are counted', (_, text, count) => {
  expect(toldOf(text, false)).toHaveLength(count);
});

test.each(['PING\r\n', 'GET / HTTP/1.1\r\n', '*x\r\n', '*-2\r\n', '$?\r\n', '*1.5\r\n', '\0\0'])('%j is not RESP', (text) => {
  expect(toldOf(text, true)).toBeNull();
});

test('whether something has come in part', () => {
  const reader = new RespReader(true, () => {});
  for (const byte of Buffer.from(command('GET', 'a')).subarray(0, -1)) {
    reader.read(Uint8Array.of(byte));
    expect(reader.isInside).toBe(true);
  }
  reader.read(Buffer.from('\n'));
  expect(reader.isInside).toBe(false);
});
