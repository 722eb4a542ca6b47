/** Points of a real k6 as rows: what it timed, what its script said of the responses, and in which order they ended. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { K6Rows, statusOfError, wallOf } from '../../../../electron/engine/load/k6-rows.ts';
import { completionOf, rowCount, unpackRows } from '../../../../shared/load/request-rows.ts';
import { ABSENT, AS_EXPECTED, errorKindOf, type PackedBatch } from '../../../../shared/model/run.ts';

const POINTS = readFileSync(new URL('../../../fixtures/k6/points-of-a-run.ndjson', import.meta.url), 'utf8');
const ORIGIN = wallOf('2026-11-25T03:56:52.476Z');

function rowsOf({ hasPlan = true, phaseAt = (_at: number): number => 0 } = {}): K6Rows {
  return new K6Rows({ origin: ORIGIN, toClock: (wall) => wall, phaseAt, hasPlan });
}

function listed(batch: PackedBatch): object[] {
  const rows = unpackRows(batch);
  return Array.from({ length: rowCount(batch) }, (_, row) => ({
    user: rows.user[row],
    request: rows.request[row],
    outcome: errorKindOf(rows.status[row]!) ?? rows.status[row],
    latency: rows.latency[row],
    bytes: rows.bytes[row],
  }));
}

test('each request is a row of its user: timed from the actual send, judged by the script, bytes with the last of a pass', () => {
  const rows = rowsOf();
  rows.push(POINTS);
  const batch = rows.take(true);
  expect(listed(batch)).toEqual([
    { user: 0, request: 0, outcome: 200, latency: 39_436, bytes: 0 },
    { user: 1, request: 0, outcome: 200, latency: 40_639, bytes: 0 },
    { user: 0, request: 1, outcome: 404, latency: 24_781, bytes: 0 },
    { user: 1, request: 1, outcome: 404, latency: 24_364, bytes: 0 },
    { user: 0, request: 2, outcome: 'UNMET_TEXT', latency: 22_373, bytes: 404 },
    { user: 1, request: 2, outcome: 'UNMET_TEXT', latency: 22_189, bytes: 404 },
  ]);
  expect(rows.sent).toBe(6);
  const { connect, firstByte, unmet, start, intended } = unpackRows(batch);
  expect([...connect]).toEqual([137, 9_655, ABSENT, ABSENT, ABSENT, ABSENT]);
  // Sending and waiting of the first.
  expect(firstByte[0]).toBeLessThan(39_436);
  expect(firstByte[0]).toBeGreaterThanOrEqual(32_545);
  expect([unmet[2], unmet[4]]).toEqual([AS_EXPECTED, 2]);
  // Nobody says when it was due.
  expect([...intended]).toEqual([...start]);
  const ends = Array.from({ length: rowCount(batch) }, (_, row) => completionOf(batch, row));
  expect(ends).toEqual([...ends].sort((one, other) => one - other));
  expect(ends[0]).toBeCloseTo(49_538, -1);
});

test('in pieces that end anywhere the rows are the same', () => {
  const whole = rowsOf();
  whole.push(POINTS);
  const rows = rowsOf();
  for (let at = 0; at < POINTS.length; at += 97) rows.push(POINTS.slice(at, at + 97));
  expect(listed(rows.take(true))).toEqual(listed(whole.take(true)));
});

test('what could still have an earlier one beside it is held back, and what ended after the load is no row', () => {
  const rows = rowsOf();
  rows.push(POINTS);
  expect(rowCount(rows.take(false))).toBe(0);
  expect(rowCount(rows.take(true, wallOf('2026-11-25T03:56:52.551500Z')))).toBe(3);
  expect(rows.sent).toBe(3);
});

test('dropped visitors are rows of their phase, and no requests', () => {
  const rows = rowsOf({ hasPlan: false, phaseAt: (at) => (at < 1_000_000 ? 0 : 1) });
  const dropped = (time: string, value: number): string =>
    `{"metric":"dropped_iterations","type":"Point","data":{"time":"${time}","value":${value},"tags":{}}}\n`;
  rows.push(dropped('2026-11-25T03:56:52.9Z', 2) + dropped('2026-11-25T05:56:54+02:00', 1));
  const batch = unpackRows(rows.take(true));
  expect([...batch.status].map(errorKindOf)).toEqual(['DROPPED', 'DROPPED', 'DROPPED']);
  expect([...batch.phase]).toEqual([0, 0, 1]);
  expect(rows.sent).toBe(0);
});

test('times have nanoseconds and a zone', () => {
  expect(wallOf('1970-01-01T00:00:01.000002500Z')).toBe(1_000_002.5);
  expect(wallOf('1970-01-01T02:00:01+02:00')).toBe(1_000_000);
});

test.each([
  ['1050', 'request timeout', 'TIMEOUT'],
  ['1101', 'lookup: no such host', 'ENOTFOUND'],
  ['1212', 'dial: connection refused', 'ECONNREFUSED'],
  ['1220', 'read: connection reset by peer', 'ECONNRESET'],
  ['1310', 'x509: unknown authority', 'TLS'],
  ['1000', 'EOF', 'CLOSED'],
  ['1000', 'net/http: HTTP/1.x transport connection broken: malformed HTTP status code', 'BAD_ANSWER'],
  ['1000', 'something else', 'OTHER'],
])('%s "%s" is %s', (code, error, kind) => {
  expect(errorKindOf(statusOfError(code, error))).toBe(kind);
});
