/** Calls over time: how many were under way in each second, on average. */
import { expect, test } from 'vitest';
import { NO_OWNER, UNKNOWN_OWNER } from '../../../../shared/model/waits.ts';
import { Waits } from '../../../../shared/session/wait-rows.ts';
import { waitSeries } from '../../../../shared/session/waits-over-time.ts';
import { DATABASE, type MadeWait, makeRows, makeWaitRows, UPSTREAM } from '../../../helpers/made-waits.ts';

const S = 1_000_000;
const ORIGIN = 50 * S;

/** Times in seconds since time 0. */
const wait = (from: number, to: number, more: Partial<MadeWait> = {}): MadeWait => ({
  request: 1,
  at: [ORIGIN + from * S, ORIGIN + to * S],
  ...more,
});

const series = (given: readonly MadeWait[], seconds = 4) => waitSeries(makeWaitRows(...given), ORIGIN, seconds * S)!;

/** A line for each peer. */
function linesOf({ meta: { peers }, progress, line }: ReturnType<typeof series>) {
  const pick = (column: Float64Array, peer: number): number[] =>
    [...column].filter((_, at) => at % peers.length === peer).map((value) => Number(value.toFixed(6)));
  return Object.fromEntries(peers.map(({ to }, peer) => [String(to), { progress: pick(progress, peer), line: pick(line, peer) }]));
}

test('a call is in progress as long as it takes, and in line before, in each second as much as falls in it', () => {
  const given = [wait(0.5, 2.25), wait(1, 1.5), wait(2, 3, { to: UPSTREAM, line: 1.5 * S })];
  expect(linesOf(series(given))).toEqual({
    [DATABASE]: { progress: [0.5, 1.5, 0.25, 0], line: [0, 0, 0, 0] },
    [UPSTREAM]: { progress: [0, 0, 1, 0], line: [0.5, 1, 0, 0] },
  });
});

test('whosever a call is, it counts; one of no request does not, and a line that is not known is none', () => {
  const given = [wait(0, 1, { request: UNKNOWN_OWNER }), wait(0, 1, { request: NO_OWNER }), wait(2, 3, { line: null })];
  expect(linesOf(series(given))[DATABASE]).toEqual({ progress: [1, 0, 1, 0], line: [0, 0, 0, 0] });
});

test('what was before time 0 or is after the end is cut off, and the last second is as long as it was', () => {
  expect(linesOf(series([wait(-3, 0.5), wait(2, 9)], 2.5))[DATABASE]!.progress).toEqual([0.5, 0, 1]);
});

test('what comes later is added to what was read before', () => {
  const waits = new Waits();
  waits.add(makeRows([wait(0, 1)]));
  expect(linesOf(waitSeries(waits, ORIGIN, S)!)[DATABASE]!.progress).toEqual([1]);
  waits.add(makeRows([wait(0.5, 2), wait(0, 2, { to: UPSTREAM })]));
  const later = linesOf(waitSeries(waits, ORIGIN, 2 * S)!);
  expect(later).toMatchObject({ [DATABASE]: { progress: [1.5, 1] }, [UPSTREAM]: { progress: [1, 1] } });
});

test('while more is being recorded, a second of which not everything has been told is not known', () => {
  const waits = makeWaitRows(wait(0, 1), wait(1, 2.25));
  expect(linesOf(waitSeries(waits, ORIGIN, 3.5 * S, true)!)[DATABASE]!.progress).toEqual([1, 1, Number.NaN, Number.NaN]);
  expect(linesOf(waitSeries(waits, ORIGIN, 3.5 * S)!)[DATABASE]!.progress).toEqual([1, 1, 0.25, 0]);
});

test('a limit is that of all processes, and is known only where each has one', () => {
  const limits = (...given: readonly Partial<MadeWait>[]) =>
    series(given.map((one) => wait(0, 1, { to: UPSTREAM, ...one }))).meta.peers.map(({ limit }) => limit);
  expect(limits({ limit: 4 }, { limit: 4 })).toEqual([4]);
  expect(limits({ limit: 4 }, { limit: 4, pid: 6 })).toEqual([8]);
  expect(limits({ limit: 4 }, { limit: 0, pid: 6 })).toEqual([null]);
});

test('those that take most time come first, and many small ones are together', () => {
  const given = Array.from({ length: 15 }, (_, nth) => wait(0, 1 - nth / 100, { to: `tcp://h:${nth}` }));
  const { meta, progress } = series(given, 1);
  expect(meta.peers.map(({ to }) => to)).toEqual([...Array.from({ length: 12 }, (_, nth) => `tcp://h:${nth}`), null]);
  expect(progress.at(-1)).toBeCloseTo(0.88 + 0.87 + 0.86, 6);
});

test('without waits, or before time 0 is known, there is nothing', () => {
  expect(waitSeries(new Waits(), ORIGIN, S)).toBeNull();
  expect(waitSeries(makeWaitRows(wait(0, 1)), null, S)).toBeNull();
});
