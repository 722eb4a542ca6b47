import { expect, test } from 'vitest';
import { isMysqlStart, MysqlReader } from '../../../../../electron/engine/agent/waits/mysql.ts';

function packet(sequence: number, ...parts: readonly (string | readonly number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
  return Buffer.concat([Buffer.from([body.length & 255, (body.length >> 8) & 255, body.length >> 16, sequence]), body]);
}

const HANDSHAKE = packet(1, [0x85, 0xa6, 0x3f, 0], '\0'.repeat(28), 'me\0secret');
const number = (value: number): number[] => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
const query = (statement: string): Buffer => packet(0, [3], statement);
const prepare = (statement: string): Buffer => packet(0, [0x16], statement);
const execute = (of: number, command = 0x17): Buffer => packet(0, [command], number(of), [0, 1, 0, 0, 0], 'secret');
const preparedAs = (of: number): Buffer => packet(1, [0], number(of), [1, 0, 1, 0, 0, 0, 0]);
const close = (of: number): Buffer => packet(0, [0x19], number(of));
const OK = packet(1, [0, 0, 0, 2, 0, 0, 0]);

type Step = readonly [direction: 'wrote' | 'read', bytes: Uint8Array];

/** `goesOn`: what was prepared is run right after its reply. */
function play(steps: readonly Step[], pieces: (bytes: Uint8Array) => readonly Uint8Array[], goesOn: boolean): string[] {
  const told: string[] = [];
  const reader = new MysqlReader(
    (name) => told.push(name),
    () => {
      if (goesOn) told.push('(the same)');
      return goesOn;
    },
  );
  for (const [direction, bytes] of steps) for (const piece of pieces(bytes)) reader[direction](piece);
  return told;
}

/** The same, however it is cut. */
function told(steps: readonly Step[], goesOn = true): string[] {
  const whole = play(steps, (bytes) => [bytes], goesOn);
  for (let at = 0; at < Math.max(...steps.map(([, { length }]) => length)); at++)
    expect(
      play(steps, (bytes) => [bytes.subarray(0, at), bytes.subarray(at)], goesOn),
      `cut at ${at}`,
    ).toEqual(whole);
  expect(play(steps, (bytes) => Array.from(bytes, (byte) => Uint8Array.of(byte)), goesOn)).toEqual(whole);
  return whole;
}

test('a connection begins with the answer to the greeting, and one that is compressed is not read', () => {
  expect(isMysqlStart(HANDSHAKE)).toBe(true);
  expect(isMysqlStart(packet(2, [0x85, 0xa6, 0x3f, 0], '\0'.repeat(40)))).toBe(true);
  expect(isMysqlStart(packet(1, [0x85 | 0x20, 0xa6, 0x3f, 0], '\0'.repeat(40)))).toBe(false);
  expect(isMysqlStart(query('select a from t where b = 1 and c = 2 and d = 3'))).toBe(false);
  expect(isMysqlStart(HANDSHAKE.subarray(0, -1))).toBe(false);
});

test('commands are told by their statements; what opens a connection, and what has no reply, is none', () => {
  expect(
    told([
      ...([
        ['wrote', HANDSHAKE],
        ['read', OK],
        ['wrote', packet(3, 'secret')],
        ['read', OK],
      ] as const),
      ['wrote', query("select a from t where b = 'secret'")],
      ['read', OK],
      ['wrote', Buffer.concat([close(7), packet(0, [14])])],
      ['read', OK],
      ['wrote', packet(0, [2], 'secret')],
      ['wrote', packet(0, [1])],
    ]),
  ).toEqual(['select a from t where b = ?', 'PING', 'USE']);
});

test('what is prepared and then run is one command; what was prepared before is known by its number', () => {
  const steps: readonly Step[] = [
    ['wrote', HANDSHAKE],
    ['wrote', prepare('select a from t where b = ?')],
    ['read', preparedAs(70_001)],
    ['wrote', execute(70_001)],
    ['read', OK],
    ['wrote', query('select 1')],
    ['read', OK],
    ['wrote', execute(70_001)],
    ['read', OK],
    ['wrote', execute(5)],
  ];
  const statement = 'select a from t where b = ?';
  expect(told(steps)).toEqual([statement, '(the same)', 'select ?', statement, '']);
  expect(told(steps, false)).toEqual([statement, statement, 'select ?', statement, '']);
});

test('a statement that the server refuses has no number', () => {
  const refused = packet(1, [0xff, 0x28, 4], '#42000no');
  expect(
    told([
      ...([
        ['wrote', prepare('selec')],
        ['read', refused],
        ['wrote', execute(0x23_04_28)],
      ] as const),
    ]),
  ).toEqual(['selec', '']);
});

test('as MariaDB has them: run without waiting for the number, and many rows at once', () => {
  const steps: readonly Step[] = [
    ['wrote', Buffer.concat([prepare('insert into t values (?)'), execute(0xffff_ffff)])],
    ['read', preparedAs(3)],
    ['read', OK],
    ['wrote', query('select 1')],
    ['read', OK],
    ['wrote', execute(3, 0xfa)],
  ];
  expect(told(steps)).toEqual(['insert into t values (?)', 'select ?', 'insert into t values (?)']);
});

test('attributes of a query are values', () => {
  expect(told([['wrote', packet(0, [3, 0, 1], "select 'secret'")]])).toEqual(['select ?']);
  expect(told([['wrote', packet(0, [3, 1, 1, 0, 1, 0xfd, 0, 1], 'a', [6], 'secret', 'select 1')]])).toEqual(['']);
});

test('of a long statement the beginning is told, and packets that continue one are no commands', () => {
  expect(told([['wrote', query(`${'select a, '.repeat(200)}'secret'`)]])[0]).toMatch(/^select a, .*…$/);
  expect(told([['wrote', Buffer.concat([query('select a'), packet(1, [3], 'select secret'), packet(0), query('select b')])]])).toEqual([
    ...['select a', 'select b'],
  ]);
});
