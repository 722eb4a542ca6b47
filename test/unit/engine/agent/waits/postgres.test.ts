import { expect, test } from 'vitest';
import { isPostgresStart, PostgresReader } from '../../../../../electron/engine/agent/waits/postgres.ts';
import * as pg from '../../../../helpers/postgres-messages.ts';

type Step = readonly [direction: 'wrote' | 'read', bytes: Uint8Array];

function play(steps: readonly Step[], pieces: (bytes: Uint8Array) => readonly Uint8Array[] = (bytes) => [bytes]): string[] {
  const told: string[] = [];
  const reader = new PostgresReader(
    (statement) => told.push(`> ${statement}`),
    () => told.push('<'),
  );
  for (const [direction, bytes] of steps) for (const piece of pieces(bytes)) reader[direction](piece);
  return told;
}

/** The same, however what follows the first one is cut. */
function told(steps: readonly Step[]): string[] {
  const whole = play(steps);
  for (let at = 0; at < Math.max(...steps.map(([, { length }]) => length)); at++) {
    const cut = (bytes: Uint8Array): Uint8Array[] => [bytes.subarray(0, at), bytes.subarray(at)];
    expect(play(steps, (bytes) => (isPostgresStart(bytes) && at < 8 ? [bytes] : cut(bytes)))).toEqual(whole);
  }
  expect(play(steps, (bytes) => (isPostgresStart(bytes) ? [bytes] : Array.from(bytes, (byte) => Uint8Array.of(byte))))).toEqual(whole);
  return whole;
}

const opened: readonly Step[] = [
  ['wrote', pg.startup()],
  ['read', pg.askPassword()],
  ['wrote', pg.password('secret')],
  ['read', Buffer.concat([pg.authenticated(), pg.ready()])],
];

const answer = (...rows: readonly string[]): Step => ['read', Buffer.concat([...rows.map(pg.row), pg.complete(), pg.ready()])];

test('a connection begins with its version, or with the wish for encryption', () => {
  expect(isPostgresStart(pg.startup())).toBe(true);
  expect(isPostgresStart(pg.sslRequest())).toBe(true);
  expect(isPostgresStart(pg.startup().subarray(0, 7))).toBe(false);
  expect(isPostgresStart(pg.query('select 1'))).toBe(false);
  expect(isPostgresStart(Buffer.from('GET / HTTP/1.1\r\n'))).toBe(false);
});

test('queries and the ends of their replies, after the connection has been opened', () => {
  expect(told(opened)).toEqual([]);
  expect(told([...opened, ['wrote', pg.query("select a from t where b = 'secret'")], answer('Z\0\0\0\u0005I', 'y')])).toEqual([
    ...['> select a from t where b = ?', '<'],
  ]);
  const two = Buffer.concat([pg.query('select 1'), pg.query('select a')]);
  expect(told([...opened, ['wrote', two], answer(), answer(), ['wrote', pg.terminate()]])).toEqual(['> select ?', '> select a', '<', '<']);
});

test('the answer to the wish for encryption is one byte', () => {
  expect(told([['wrote', pg.sslRequest()], ['read', Buffer.from('N')], ...opened, ['wrote', pg.query('select a')], answer()])).toEqual([
    ...['> select a', '<'],
  ]);
});

test('what is prepared and run is one query, which a named statement keeps', () => {
  const first = Buffer.concat([pg.parse('s1', 'select a from t where b = $1'), pg.bind('s1', 'secret'), pg.execute(), pg.sync()]);
  const again = Buffer.concat([pg.bind('s1', 'secret'), pg.execute(), pg.sync()]);
  const other = Buffer.concat([pg.parse('', "select 'secret'"), pg.bind(''), pg.execute(), pg.sync()]);
  expect(
    told([...opened, ['wrote', first], answer(), ['wrote', other], answer(), ['wrote', again], answer(), ['wrote', pg.functionCall()]]),
  ).toEqual([...['> select a from t where b = ?', '<', '> select ?', '<', '> select a from t where b = ?', '<', '> function call']]);
  // It was prepared before anything was observed.
  expect(told([...opened, ['wrote', Buffer.concat([pg.bind('unknown'), pg.execute(), pg.sync()])], answer()])).toEqual(['> ', '<']);
});

test('a query begins with its first byte, and neither opening a connection nor the data of a copy do', () => {
  const reader = new PostgresReader(
    () => {},
    () => {},
  );
  for (const [direction, bytes] of opened) {
    reader[direction](bytes);
    expect(reader.isInside).toBe(false);
  }
  reader.wrote(pg.parse('s', 'select 1'));
  expect(reader.isInside).toBe(true);
  reader.wrote(Buffer.concat([pg.bind('s'), pg.execute(), pg.sync()]));
  expect(reader.isInside).toBe(false);
  reader.wrote(pg.query('select 1').subarray(0, 3));
  expect(reader.isInside).toBe(true);
  reader.wrote(pg.query('select 1').subarray(3));
  expect(reader.isInside).toBe(false);
  reader.wrote(Buffer.from('d\0\0\0\u0005x'));
  expect(reader.isInside).toBe(false);
});

test('of a long statement the beginning is told, and of one that just fits all', () => {
  const fits = `select a /*${' '.repeat(999 - 15)}*/ b`;
  expect(fits).toHaveLength(999);
  expect(told([...opened, ['wrote', pg.query(fits)], answer()])[0]).not.toContain('…');
  expect(told([...opened, ['wrote', pg.query(`${'select a, '.repeat(200)} 'secret'`)], answer()])[0]).toMatch(/^> select a, .*…$/);
});
