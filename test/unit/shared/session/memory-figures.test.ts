import { expect, test } from 'vitest';
import type { ServerSample } from '../../../../shared/model/run.ts';
import {
  allocatedBy,
  collectionsOf,
  growsOn,
  type LiveOfProcess,
  levelsOf,
  liveOf,
  samplesWithin,
} from '../../../../shared/session/memory-figures.ts';
import { ServerSeries } from '../../../../shared/session/server-series.ts';

const PID = 7;
const SECOND_US = 1_000_000;
const HEAP = {
  ...{ allocated: 1_000, behind: 0, heapTotal: 30e6, workersHeap: 0, external: 2e6, arrayBuffers: 1e6, liveHeap: Number.NaN },
  ...{ fullCount: 0, fullTime: 0, stepCount: 0, stepTime: 0, minorPause: 400, fullPause: 0, stepPause: 0 },
};

/** A sample each second, of a load from 1 s to 9 s. */
function sampled(changes: Readonly<Record<number, Partial<ServerSample>>> = {}, length = 10): ServerSeries {
  const series = new ServerSeries();
  for (let s = 0; s < length; s++) {
    const figures = { cpuPercent: 1, rss: 90e6, heapUsed: 20e6, elu: 0.5, loopStall: 0, gcCount: 2, gcTime: 800 };
    series.push({ at: s * SECOND_US, pid: PID, ...figures, ...HEAP, ...changes[s] });
  }
  return series;
}

const [FROM, TO] = [1 * SECOND_US, 9 * SECOND_US];
const whole = (series: ServerSeries) => samplesWithin(series, FROM, TO, true);

test('of the whole load all that was allocated from the sample before it to the one after it counts', () => {
  expect(allocatedBy(whole(sampled())[0]!)).toBe(8_000);
  const later = sampled({ 9: { at: 9.2 * SECOND_US, allocated: 1_000 } });
  expect(allocatedBy(whole(later)[0]!)).toBe(8_000);
});

test('what a worker thread tells only in the second sample after the load counts', () => {
  const late = (toldAt: number) => sampled({ 9: { toldAt, allocated: 0 }, 10: { toldAt: 10 * SECOND_US, allocated: 5_000 } }, 11);
  expect(allocatedBy(whole(late(8.9 * SECOND_US))[0]!)).toBe(12_000);
  expect(allocatedBy(whole(late(9 * SECOND_US))[0]!)).toBe(7_000);
});

test('of a window what is inside of it counts, of samples at its ends a part', () => {
  const [process] = samplesWithin(sampled(), 2.5 * SECOND_US, 4.25 * SECOND_US, false);
  expect(allocatedBy(process!)).toBeCloseTo(1_750);
});

test('what a thread allocated that does not answer at an end of the load is not known; in between it may be busy', () => {
  expect(allocatedBy(whole(sampled({ 9: { behind: 1 } }))[0]!)).toBe('behind');
  expect(allocatedBy(whole(sampled({ 1: { behind: 1 } }))[0]!)).toBe('behind');
  expect(allocatedBy(whole(sampled({ 5: { behind: 1 } }))[0]!)).toBe(8_000);
});

test('a Node that does not tell allocates an unknown amount', () => {
  expect(allocatedBy(whole(sampled({ 5: { allocated: Number.NaN } }))[0]!)).toBe('old-node');
});

test('collections are told by kind, with the longest pause of each and the share of the time', () => {
  const series = sampled({ 4: { gcCount: 4, gcTime: 9_000, fullCount: 1, fullTime: 8_000, fullPause: 8_000, minorPause: 600 } });
  expect(collectionsOf(whole(series), 8_000)).toEqual({
    ...{ count: 18, pauseMs: 14.6, percent: 0.1825 },
    kinds: [
      { kind: 'minor', count: 17, pauseMs: 6.6, percent: 0.0825, longestMs: 0.6 },
      { kind: 'full', count: 1, pauseMs: 8, percent: 0.1, longestMs: 8 },
    ],
  });
});

test('what is resident and neither heap nor held by it is a level of its own', () => {
  const levels = levelsOf(whole(sampled({ 9: { heapUsed: 25e6, workersHeap: 1e6, rss: 100e6 } })), null);
  expect(Object.fromEntries(levels.map(({ level, first, last }) => [level, [first, last]]))).toEqual({
    heap: [20e6, 26e6],
    external: [2e6, 2e6],
    arrayBuffers: [1e6, 1e6],
    notHeap: [58e6, 68e6],
    rss: [90e6, 100e6],
  });
});

const live = (before: number, after: number, pid = PID): LiveOfProcess => {
  const levels = (heap: number) => ({ heap, external: 2e6, arrayBuffers: 1e6, rss: 90e6 });
  return { pid, before: levels(before), after: levels(after) };
};

const grew = (changes: Parameters<typeof sampled>[0], after = 50e6): boolean =>
  growsOn(whole(sampled(changes)), [live(10e6, after)], FROM, TO);

test('memory goes on growing if most of what a collection in the middle leaves to grow has grown by the end', () => {
  expect(grew({ 5: { liveHeap: 30e6 } })).toBe(true);
  // Half as fast as on the whole: 40 MB in all, so 10 MB in the second half.
  expect(grew({ 5: { liveHeap: 40e6 } })).toBe(true);
  expect(grew({ 5: { liveHeap: 40.1e6 } })).toBe(false);
});

test('what was loaded once, or a cache that is full, has stopped growing', () => {
  expect(grew({ 5: { liveHeap: 50e6 } })).toBe(false);
  // The last collection in the middle counts.
  expect(grew({ 3: { liveHeap: 12e6 }, 6: { liveHeap: 49.5e6 } })).toBe(false);
});

test('without a full collection in the middle of the load nothing is known of how it grew', () => {
  expect(grew({})).toBe(false);
  expect(grew({ 2: { liveHeap: 12e6 }, 9: { liveHeap: 48e6 } })).toBe(false);
});

test('memory that shrank does not grow', () => {
  expect(grew({ 5: { liveHeap: 9e6 } }, 8e6)).toBe(false);
});

test('what is alive needs both readings of each process', () => {
  const { before, after } = live(10e6, 20e6);
  const both = [
    { pid: PID, when: 'before', levels: before },
    { pid: PID, when: 'after', levels: after },
  ] as const;
  expect(liveOf(both, [PID])).toEqual([{ pid: PID, before, after }]);
  expect(liveOf(both, [PID, 8])).toBe('restarted');
  expect(liveOf([both[0]], [PID])).toBe('restarted');
  expect(liveOf([both[0], { ...both[1], levels: null }], [PID])).toBe('late');
});
