import { beforeEach, expect, test } from 'vitest';
import type { RequestInWork } from '../../../../../electron/engine/agent/requests/work.ts';
import { ownerOf } from '../../../../../electron/engine/agent/waits/exchange-owner.ts';
import { NO_OWNER, NO_REPLY, STILL_OPEN, UNKNOWN_LINE, UNKNOWN_OWNER } from '../../../../../electron/engine/agent/waits/wait-ring.ts';
import { type EndedExchange, Wire } from '../../../../../electron/engine/agent/waits/wire.ts';
import * as pg from '../../../../helpers/postgres-messages.ts';

const NEVER = Number.NaN;
let ended: EndedExchange[];
let wire: Wire;

beforeEach(() => {
  ended = [];
  wire = new Wire((one) => ended.push(one));
});

/** A request that goes on; `waitingSince`: when it ran last. */
function request(number: number, waitingSince = 0): RequestInWork {
  return { request: number, running: 0, inSegment: 0, leftAt: 0, isEnded: false, waitingSince, exchanges: [] };
}

const ONE = request(1);

/** `by`: in whose context. */
function write(text: string | Uint8Array, time: number, by: number, idleSince = NEVER): void {
  wire.wrote([typeof text === 'string' ? Buffer.from(text) : text], time, by, idleSince);
}

/** A callback of the connection; `within`: what is done in it. */
function callback(
  time: number,
  text: string | Uint8Array,
  asking: readonly RequestInWork[],
  within: () => void = () => {},
  isElseFirst = false,
): void {
  wire.beginCallback(time);
  wire.read(typeof text === 'string' ? Buffer.from(text) : text);
  within();
  wire.endCallback(asking, isElseFirst, isElseFirst);
}

const REPLY = Buffer.concat([pg.row('x'), pg.complete(), pg.ready()]);

/** A connection to PostgreSQL on which one request has had a reply. */
function openPostgres(): void {
  write(pg.startup(), 1, UNKNOWN_OWNER);
  callback(2, Buffer.concat([pg.authenticated(), pg.ready()]), []);
  write(pg.query('select 0'), 10, 9);
  callback(20, REPLY, [request(9)]);
  ended = [];
}

const get = (key: string): string => `*2\r\n$3\r\nGET\r\n$${key.length}\r\n${key}\r\n`;
const figuresOf = ({ start, end, line, request: of }: EndedExchange): number[] => [start, end, line, of];

test('a reply is of the request that goes on first; of several, in their order, if as many go on', () => {
  const two = [request(1), request(2)];
  const isMixed = false;
  expect(ownerOf({ isMixed }, 0, 1, two, false, false)).toBe(two[0]);
  expect(ownerOf({ isMixed }, 0, 1, two, false, true)).toBe(two[0]);
  expect(ownerOf({ isMixed }, 1, 2, two, false, false)).toBe(two[1]);
  expect(ownerOf({ isMixed }, 0, 2, [ONE], false, false)).toBeNull();
  expect(ownerOf({ isMixed }, 0, 2, two, false, true)).toBeNull();
  expect(ownerOf({ isMixed }, 0, 1, [], false, false)).toBeNull();
  expect(ownerOf({ isMixed }, 0, 1, [], true, true)).toBe('none');
  expect(ownerOf({ isMixed }, 0, 1, [ONE], true, true)).toBeNull();
  expect(ownerOf({ isMixed: true }, 0, 1, [ONE], false, false)).toBeNull();
});

test('the first query of a connection begins when it is written, not when that was opened, and how long it was in line is not known', () => {
  write(pg.startup(), 1, 1);
  callback(40, Buffer.concat([pg.authenticated(), pg.ready()]), [], () => write(pg.query('select a'), 50, UNKNOWN_OWNER));
  callback(70, REPLY, [ONE]);
  expect(ended).toEqual([
    { kind: 'query', scheme: 'postgresql', name: 'select a', start: 50, end: 70, line: UNKNOWN_LINE, request: 1, status: 0 },
  ]);
});

test('a query of one that has the connection was not in line: asked while it ran, or after its own reply', () => {
  openPostgres();
  write(pg.query('select a'), 100, 1);
  callback(120, REPLY, [ONE], () => write(pg.query('select b'), 121, 1, 100));
  callback(150, REPLY, [ONE]);
  expect(ended.map(figuresOf)).toEqual([
    [100, 120, 0, 1],
    [121, 150, 0, 1],
  ]);
});

test('one that got the connection when another had its reply was in line since it last ran', () => {
  openPostgres();
  write(pg.query('select a'), 100, 1);
  // Written while the pool takes the connection back from the first.
  callback(130, REPLY, [ONE], () => write(pg.query('select b'), 131, 1));
  callback(160, REPLY, [request(2, 105)]);
  expect(ended.map(figuresOf)).toEqual([
    [100, 130, 0, 1],
    [131, 160, 26, 2],
  ]);
});

test('one that was handed the connection, and writes itself, was in line, too', () => {
  openPostgres();
  write(pg.query('select a'), 100, 1);
  callback(130, REPLY, [ONE, request(2, 105)], () => write(pg.query('select b'), 131, 2, 105));
  callback(160, REPLY, [request(2, 131)]);
  expect(ended.map(figuresOf)).toEqual([
    [100, 130, 0, 1],
    [131, 160, 26, 2],
  ]);
});

test('where nobody goes on, it is not known whose a reply was; where the program itself does, it is of no request', () => {
  openPostgres();
  write(pg.query('select a'), 100, 1);
  callback(120, REPLY, []);
  write(pg.query('select b'), 200, NO_OWNER);
  callback(220, REPLY, [], undefined, true);
  expect(ended.map(figuresOf)).toEqual([
    [100, 120, UNKNOWN_LINE, UNKNOWN_OWNER],
    [200, 220, UNKNOWN_LINE, NO_OWNER],
  ]);
});

test('several replies in one callback: in order if as many have gone on, otherwise unknown', () => {
  openPostgres();
  const ask = (): void => {
    write(pg.query('select a'), 100, 1);
    write(pg.query('select b'), 101, 2);
  };
  ask();
  callback(120, Buffer.concat([REPLY, REPLY]), [ONE, request(2)]);
  ask();
  callback(140, Buffer.concat([REPLY, REPLY]), [ONE]);
  expect(ended.map(({ name, request: of }) => [name, of])).toEqual([
    ['select a', 1],
    ['select b', 2],
    ['select a', UNKNOWN_OWNER],
    ['select b', UNKNOWN_OWNER],
  ]);
});

test('commands that were written at once, with replies in two reads, have ended when the first callback after which somebody goes on is over', () => {
  write(get('first'), 1, 9);
  callback(2, '$-1\r\n', [request(9)]);
  ended = [];
  write(get('a') + get('b'), 10, 1);
  callback(20, '$1\r\nx\r\n', []);
  expect(ended).toEqual([]);
  callback(30, '$1\r\ny\r\n', [ONE, request(2)]);
  expect(ended.map(({ name, end, request: of }) => [name, end, of])).toEqual([
    ['GET', 20, 1],
    ['GET', 30, 2],
  ]);
});

test('a reply that comes in two reads ends with the second', () => {
  openPostgres();
  write(pg.query('select a'), 100, 1);
  callback(120, REPLY.subarray(0, -3), []);
  callback(130, REPLY.subarray(-3), [ONE]);
  expect(ended.map(figuresOf)).toEqual([[100, 130, 0, 1]]);
});

test('a query begins with its first part, and one part without a reply is of no other query', () => {
  openPostgres();
  write(pg.parse('', 'select a'), 100, 1);
  write(Buffer.concat([pg.bind(''), pg.execute(), pg.sync()]), 110, UNKNOWN_OWNER);
  callback(130, REPLY, [ONE]);
  expect(ended.map(figuresOf)).toEqual([[100, 130, 0, 1]]);

  ended = [];
  wire = new Wire((one) => ended.push(one));
  const packet = (sequence: number, body: readonly number[]): Buffer => Buffer.from([body.length, 0, 0, sequence, ...body]);
  write(packet(1, [0x85, 0xa6, 0x3f, ...Array<number>(40).fill(0)]), 1, 9);
  callback(2, packet(2, [0, 0, 0]), []);
  // Forgets a statement.
  write(packet(0, [0x19, 1, 0, 0, 0]), 10, 9);
  write(packet(0, [3, ...Buffer.from('select a')]), 5_000, 1);
  callback(5_020, packet(1, [0, 0, 0]), [ONE]);
  expect(ended).toMatchObject([{ scheme: 'mysql', name: 'select a', start: 5_000, end: 5_020, request: 1 }]);
});

test('a protocol that is not read: from what is written to the last read before somebody goes on', () => {
  write('ask 17\n', 10, 1);
  write('and more\n', 11, 1);
  callback(20, '', []);
  callback(30, '', [ONE]);
  expect(ended).toEqual([{ kind: 'socket', scheme: 'tcp', name: '', start: 10, end: 30, line: 0, request: 1, status: 0 }]);
  expect(wire.wantsBytes).toBe(false);
  // Several have written before the reply: it may be of either.
  write('ask 1\n', 40, 1);
  write('ask 2\n', 41, 2);
  callback(50, '', [ONE]);
  expect(ended.at(-1)).toMatchObject({ request: UNKNOWN_OWNER, line: UNKNOWN_LINE });
});

test('nothing is told of requests of HTTP, of connections that listen, and of what is no RESP after all', () => {
  write('GET / HTTP/1.1\r\n\r\n', 10, 1);
  callback(20, '', [ONE]);
  wire = new Wire((one) => ended.push(one));
  write('*2\r\n$9\r\nSUBSCRIBE\r\n$1\r\na\r\n', 10, 1);
  callback(20, '*3\r\n$9\r\nsubscribe\r\n$1\r\na\r\n:1\r\n', [ONE]);
  wire = new Wire((one) => ended.push(one));
  write(get('a'), 10, 1);
  callback(20, 'no RESP', [ONE]);
  write(get('a'), 30, 1);
  callback(40, '$-1\r\n', [ONE]);
  expect(ended).toEqual([]);
  expect(wire.isBusy).toBe(false);
});

test('when the recording ends, what was answered is told, and what was not is left out', () => {
  write('ask\n', 10, 1);
  callback(20, '', []);
  wire.flush();
  expect(ended.map(figuresOf)).toEqual([[10, 20, UNKNOWN_LINE, UNKNOWN_OWNER]]);
  write('ask\n', 30, 1);
  wire.flush();
  expect(ended).toHaveLength(1);
});

const outcomesOf = ({ name, start, end, request: of, status }: EndedExchange) => [name, start, end, of, status];

test('what has no reply when the connection is closed gets none, and whose it was is not known', () => {
  openPostgres();
  write(pg.query('select a'), 100, 1);
  write(pg.query('select b'), 110, 2);
  callback(120, REPLY, [ONE]);
  wire.close(500);
  expect(ended.map(outcomesOf)).toEqual([
    ['select a', 100, 120, 1, 0],
    ['select b', 110, 500, UNKNOWN_OWNER, NO_REPLY],
  ]);
  expect(wire.isBusy).toBe(false);
  wire.tellOpen(600, STILL_OPEN);
  expect(ended).toHaveLength(2);
});

test('what is open when the recording ends is told, and of nobody what nobody wrote it for', () => {
  openPostgres();
  write(pg.query('select a'), 100, 1);
  write(pg.query('listen'), 110, NO_OWNER);
  wire.tellOpen(500, STILL_OPEN);
  expect(ended.map(outcomesOf)).toEqual([
    ['select a', 100, 500, UNKNOWN_OWNER, STILL_OPEN],
    ['listen', 110, 500, NO_OWNER, STILL_OPEN],
  ]);
});

test('a reply that was read before the connection is closed in the same callback is one', () => {
  openPostgres();
  write(pg.query('select a'), 100, 1);
  callback(120, REPLY, [ONE], () => wire.close(121));
  expect(ended.map(outcomesOf)).toEqual([['select a', 100, 120, 1, 0]]);
});

test('of a protocol that is not read, the end of a connection is no reply, but may be the end of one', () => {
  let bytes = 0;
  const observe = () => {
    wire = new Wire(
      (one) => ended.push(one),
      () => bytes,
    );
  };
  observe();
  write('ask 1\n', 10, 1);
  callback(20, '', [ONE], () => wire.close(21));
  // Whether it wanted a reply is not known: none has ever come.
  expect(ended).toEqual([]);
  observe();
  write('ask 2\n', 10, 1);
  bytes = 5;
  callback(20, '', []);
  callback(30, '', [ONE], () => wire.close(31));
  expect(ended.map(outcomesOf)).toEqual([['', 10, 30, 1, 0]]);
  observe();
  write('ask 3\n', 40, 1);
  callback(50, '', [ONE], () => wire.close(51));
  expect(ended.at(-1)).toMatchObject({ start: 40, end: 51, status: NO_REPLY });
});
