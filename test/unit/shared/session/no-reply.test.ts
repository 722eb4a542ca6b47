import { expect, test } from 'vitest';
import type { WaitFigures } from '../../../../shared/model/report.ts';
import { NO_OWNER, NO_REPLY, STILL_OPEN, UNKNOWN_LINE, UNKNOWN_OWNER } from '../../../../shared/model/waits.ts';
import { computeNoReply } from '../../../../shared/session/no-reply.ts';
import { computeWaits, computeWaitsOf } from '../../../../shared/session/wait-figures.ts';
import { DATABASE, OTHER, type PlantedWait, servedOf, waitsOf } from '../../../helpers/planted-waits.ts';

const ALL = { from: 0, to: 100_000 };
const UNKNOWN = { request: UNKNOWN_OWNER, line: UNKNOWN_LINE };
/** The recording ended after the load. */
const ENDED = 120_000;

function noReplyOf(...given: readonly PlantedWait[]) {
  const served = servedOf([1, 10_000, 20_000], [2, 10_000, 20_000]);
  return computeNoReply(waitsOf(...given), { served, part: ALL, tookUs: 20_000, originUs: 2_000 });
}

test('calls whose connection was closed, and those that failed, are told by peer and statement, the most first', () => {
  expect(
    noReplyOf(
      { ...UNKNOWN, at: [10_000, 15_000], status: NO_REPLY },
      { ...UNKNOWN, at: [10_000, 17_000], status: NO_REPLY },
      { request: 1, at: [12_000, 14_000], kind: 'http', to: OTHER, name: 'GET', status: 0 },
      { request: 1, at: [14_000, 15_000], kind: 'http', to: OTHER, name: 'GET' },
    ),
  ).toEqual([
    { kind: 'query', to: DATABASE, name: 'select a', failed: 2, stillOpen: 0, longestMs: 7, openSinceMs: null, share: null },
    { kind: 'http', to: OTHER, name: 'GET', failed: 1, stillOpen: 0, longestMs: 2, openSinceMs: null, share: 10 },
  ]);
});

test('of those that were still open only the ones are told that had waited longer than any that got a reply', () => {
  const open = (from: number, name = 'select a'): PlantedWait => ({ ...UNKNOWN, at: [from, ENDED], status: STILL_OPEN, name });
  const answered: PlantedWait = { request: 1, at: [10_000, 40_000] };
  expect(noReplyOf(answered, open(50_000), open(91_000), open(95_000))).toMatchObject([
    { failed: 0, stillOpen: 1, longestMs: 70, openSinceMs: 48 },
  ]);
  // Of another statement of which none was answered: longer than all of the same peer.
  expect(noReplyOf(answered, open(85_000, 'select b'), open(91_000, 'select b'))).toMatchObject([{ name: 'select b', stillOpen: 1 }]);
  expect(noReplyOf(answered, open(91_000, 'select b'))).toEqual([]);
  // Nothing was answered at all.
  expect(noReplyOf(open(99_000))).toMatchObject([{ stillOpen: 1, longestMs: 21 }]);
  // Sent when the load was over.
  expect(noReplyOf(open(101_000))).toEqual([]);
});

test('what is no call of a request, and what was answered, is not told', () => {
  expect(
    noReplyOf(
      { request: NO_OWNER, line: UNKNOWN_LINE, at: [10_000, ENDED], status: STILL_OPEN, name: 'BLPOP' },
      { request: 1, at: [10_000, 11_000], kind: 'timer', to: 'timer', name: '1 ms' },
    ),
  ).toEqual([]);
});

test('calls without a reply are in no time that calls took, but at once with the others', () => {
  const waits = waitsOf(
    { request: 1, at: [10_000, 20_000] },
    { ...UNKNOWN, at: [11_000, 19_000], status: NO_REPLY },
    { ...UNKNOWN, at: [12_000, ENDED], status: STILL_OPEN },
  );
  const { rows, noReply } = computeWaits(waits, servedOf([1, 10_000, 20_000]), ALL)!;
  expect(rows).toMatchObject([{ calls: 1, knownPercent: 100, atOnce: { max: 3 }, inProgressMs: { count: 1 } }]);
  expect(noReply).toMatchObject([{ failed: 1, stillOpen: 1 }]);
  expect(computeWaits(waitsOf({ request: 1, at: [1, 2] }), servedOf(), ALL)).not.toHaveProperty('noReply');
});

test('calls without a reply are in no row of a route or of chosen requests', () => {
  const served = servedOf([1, 10_000, 20_000, 'GET /a'], [2, 10_000, 20_000, 'GET /b']);
  const http = { kind: 'http', to: OTHER, name: 'GET' } as const;
  const waits = waitsOf(
    { ...http, request: 1, at: [10_000, 12_000] },
    { ...http, request: 1, at: [12_000, 19_000], status: 0 },
    { ...http, request: 2, at: [10_000, 19_000], status: NO_REPLY },
  );
  const told = ({ route, calls, share, inProgressMs }: WaitFigures) => [route, calls, share, inProgressMs.max];
  expect(computeWaits(waits, served, ALL)!.rows.map(told)).toEqual([
    [null, 1, 10, 2],
    ['GET /a', 1, 20, 2],
  ]);
  expect(computeWaitsOf(waits, served, Int32Array.of(0, 1), ALL, null)!.map(told)).toEqual([[null, 1, 10, 2]]);
});

test('a call that was still open has no status yet in the story of its request, one that failed has 0', () => {
  const waits = waitsOf(
    { request: 1, at: [10_000, ENDED], kind: 'http', to: OTHER, name: 'GET', status: STILL_OPEN },
    { request: 1, at: [10_000, 11_000], kind: 'http', to: OTHER, name: 'GET', status: 0 },
    { request: 1, at: [10_000, 11_000], status: NO_REPLY },
  );
  expect(waits.ofRequest(5, 1).map(({ status }) => status)).toEqual([null, 0, null]);
});
