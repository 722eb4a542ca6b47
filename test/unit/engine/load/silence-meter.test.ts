import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type InFlight, joinSigns, mergeGaps, SilenceMeter } from '../../../../electron/engine/load/silence-meter.ts';
import { MOST_SILENCES, type OpenStream, SHORTEST_SILENCE, silentUs } from '../../../../shared/model/silence.ts';

const MS = 1_000;
const ORIGIN = 5_000_000;

/** `bytes`: when they come, in ms since time 0. */
function gapsOf(bytes: readonly number[], endMs: number, inFlight: InFlight | null) {
  const meter = new SilenceMeter(ORIGIN, () => inFlight ?? { count: 0, oldestStart: Infinity });
  for (const at of bytes) meter.progressed(ORIGIN + at * MS);
  meter.end(ORIGIN + endMs * MS);
  return meter.result(ORIGIN + endMs * MS);
}

/** `readMs`: until when the process has read. */
const silencesOf = (meter: SilenceMeter, readMs: number) => mergeGaps([meter.result(ORIGIN + readMs * MS)]).silences;

const since = (ms: number, count = 1): InFlight => ({ count, oldestStart: ORIGIN + ms * MS });

test('times without a byte are noted from 50 ms on, that before the first and that after the last among them', () => {
  const { silences, silencesLeftOut } = mergeGaps([gapsOf([60, 100, 149, 300], 1_000, since(0, 3))]);
  expect(silencesLeftOut).toBe(0);
  expect(silences).toEqual(
    [
      [0, 60],
      [149, 300],
      [300, 1_000],
    ].map(([from, to]) => ({ from: from! * MS, to: to! * MS, inFlight: 3, oldestStart: 0 })),
  );
});

test('nobody was in flight, or only lately: that is no silence', () => {
  expect(mergeGaps([gapsOf([500], 1_000, null)]).silences).toEqual([]);
  const [only] = mergeGaps([gapsOf([500], 560, since(440))]).silences;
  expect(only).toMatchObject({ from: 0, to: 500 * MS, oldestStart: 440 * MS });
  expect(silentUs(only!)).toBe(60 * MS);
});

test('a request that failed meanwhile has waited in the silence, too', () => {
  const meter = new SilenceMeter(ORIGIN, () => since(900));
  meter.progressed(ORIGIN + 10 * MS);
  meter.lost(ORIGIN + 200 * MS);
  meter.lost(ORIGIN + 500 * MS);
  meter.progressed(ORIGIN + 1_000 * MS);
  expect(silencesOf(meter, 1_000)).toEqual([{ from: 10 * MS, to: 1_000 * MS, inFlight: 1, oldestStart: 200 * MS }]);
});

test('a request that failed before the last byte has waited in no silence after it', () => {
  const meter = new SilenceMeter(ORIGIN, () => since(900));
  meter.lost(ORIGIN + 5 * MS);
  meter.progressed(ORIGIN + 10 * MS);
  meter.progressed(ORIGIN + 1_000 * MS);
  const [only] = silencesOf(meter, 1_000);
  expect(only).toMatchObject({ from: 10 * MS, oldestStart: 900 * MS });
  expect(silentUs(only!)).toBe(100 * MS);
});

test('what may have come earlier, while the process did not run, ends the silence there', () => {
  let unread: number | null = null;
  const meter = new SilenceMeter(
    ORIGIN,
    () => since(0),
    () => unread,
  );
  meter.progressed(ORIGIN + 10 * MS);
  unread = ORIGIN + 30 * MS;
  meter.progressed(ORIGIN + 2_000 * MS);
  unread = ORIGIN + 2_500 * MS;
  meter.end(ORIGIN + 3_000 * MS);
  expect(silencesOf(meter, 3_000).map(({ from, to }) => [from / MS, to / MS])).toEqual([[2_000, 2_500]]);
});

test.each([
  ['nothing is read once it runs again', null, [10, 3_000]],
  ['what is read first may have come before the end', 2_500, [10, 2_500]],
  ['what is read first came after it', 3_100, [10, 3_000]],
] as const)('the process did not run when the phase ended, and %s', (_, readSinceMs, silence) => {
  let unread: number | null = null;
  const meter = new SilenceMeter(
    ORIGIN,
    () => since(0),
    () => unread,
  );
  meter.progressed(ORIGIN + 10 * MS);
  unread = ORIGIN + 2_500 * MS;
  meter.end(ORIGIN + 3_000 * MS);
  if (readSinceMs !== null) {
    unread = ORIGIN + readSinceMs * MS;
    meter.progressed(ORIGIN + 3_200 * MS);
  }
  unread = null;
  expect(silencesOf(meter, 4_000).map(({ from, to }) => [from / MS, to / MS])).toEqual([silence]);
});

test('what comes after the end is no part of it', () => {
  const meter = new SilenceMeter(ORIGIN, () => since(0));
  meter.end(ORIGIN + 100 * MS);
  meter.progressed(ORIGIN + 900 * MS);
  meter.end(ORIGIN + 2_000 * MS);
  expect(silencesOf(meter, 2_000)).toEqual([{ from: 0, to: 100 * MS, inFlight: 1, oldestStart: 0 }]);
});

test('of several processes: a run is silent where all of them are, one that has nothing in flight included', () => {
  const one = gapsOf([100, 900], 1_000, since(0, 2));
  const other = gapsOf([400, 460], 1_000, since(50, 3));
  const idle = gapsOf([], 1_000, null);
  const { silences } = mergeGaps([one, other, idle]);
  expect(silences.map(({ from, to, inFlight }) => [from / MS, to / MS, inFlight])).toEqual([
    [0, 100, 5],
    [100, 400, 5],
    [400, 460, 5],
    [460, 900, 5],
    [900, 1_000, 5],
  ]);
  expect(Math.min(...silences.map(({ oldestStart }) => oldestStart))).toBe(0);
});

test('a process that is through with its part is silent from then on, and the run goes on with the others', () => {
  const early = gapsOf([100], 400, null);
  const busy = gapsOf([100, 390], 400, null);
  const hangs = gapsOf([100], 1_000, since(50, 2));
  const told = (...all: Parameters<typeof mergeGaps>[0]) => mergeGaps(all).silences.map(({ from, to }) => [from / MS, to / MS]);
  expect(told(early, hangs).at(-1)).toEqual([100, 1_000]);
  expect(told(busy, hangs).at(-1)).toEqual([400, 1_000]);
});

test('merged silences are those that a single process with all bytes would have seen', () => {
  const times = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 40 }).map((list) => list.sort((a, b) => a - b));
  fc.assert(
    fc.property(times, times, (some, others) => {
      const always = since(-10);
      const merged = mergeGaps([gapsOf(some, 5_000, always), gapsOf(others, 5_000, always)]).silences;
      const alone = mergeGaps([
        gapsOf(
          [...some, ...others].sort((a, b) => a - b),
          5_000,
          always,
        ),
      ]).silences;
      // Two short gaps of one process may meet in a long one of the other: what both know is never longer than what there was.
      const total = (list: typeof merged): number => list.reduce((sum, one) => sum + silentUs(one), 0);
      expect(total(merged)).toBeLessThanOrEqual(total(alone) + 1e-6);
      for (const one of alone) {
        const isKnown = merged.some(({ from, to }) => from === one.from && to === one.to);
        expect(isKnown).toBe(true);
      }
    }),
    { seed: 39, numRuns: 300 },
  );
});

test('of very many the longest are kept, and it is said how many are not', () => {
  const bytes = Array.from({ length: 40_000 }, (_, nth) => 60 * (nth + 1) + (nth >= 20_000 ? 100 : 0));
  const { silences, silencesLeftOut } = mergeGaps([gapsOf(bytes, 60 * 40_000 + 100, since(0))]);
  expect(silences).toHaveLength(MOST_SILENCES);
  expect(silences.some((one) => silentUs(one) === 160 * MS)).toBe(true);
  expect(silencesLeftOut).toBe(40_000 - MOST_SILENCES);
  expect(SHORTEST_SILENCE).toBe(50 * MS);
});

test('of thousands of event streams that are open at the end all are told', () => {
  const stream: OpenStream = { kind: 'event-stream', start: 0, firstByte: 1, events: 3 };
  const signs = { ...gapsOf([], 1_000, null), waited: 0, streams: new Array<OpenStream>(2_500).fill(stream) };
  const { streams, streamsLeftOut } = joinSigns([signs, signs]);
  expect([streams.length, streamsLeftOut]).toEqual([5_000, 0]);
});
