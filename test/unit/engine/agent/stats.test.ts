import { expect, test } from 'vitest';
import { clockUs } from '../../../../electron/engine/agent/hrtime.ts';
import { StatsReader } from '../../../../electron/engine/agent/stats.ts';
import { MainState } from '../../../../electron/engine/agent/threads/main-state.ts';

const FIGURES = {
  ...{ allocated: 5_000, gcCount: 3, gcUs: 900, fullCount: 1, fullUs: 700, stepCount: 0, stepUs: 0, liveHeap: 2_000 },
  mainCpuUs: 0,
};
const LEVELS = { heapUsed: 3_000, heapTotal: 4_000, external: 500, arrayBuffers: 300 };
const OF_ALL = { ofWorkers: 70, heapUsed: 3_070, heapTotal: 4_080, external: 509, arrayBuffers: 208, allocated: 700, behind: 0, toldAt: 0 };

/** A reader of a main thread that has reported itself once, and of which the kernel tells what it is set to. */
function watch() {
  const state = new MainState();
  const ran = { us: 0 };
  const reader = new StatsReader(state, { timesOf: () => ({ ranUs: ran.us, waitedUs: 0 }) }, () => false, 0, { read: () => OF_ALL });
  const report = (activeUs: number, idleUs: number) =>
    state.write({ ...FIGURES, ...LEVELS, clock: clockUs(), eluActiveUs: activeUs, eluIdleUs: idleUs }, 0);
  report(0, 0);
  reader.read();
  const wait = (us: number) => {
    for (const until = clockUs() + us; clockUs() < until; );
  };
  const read = () => {
    const { eluActiveUs, eluIdleUs } = reader.read()!;
    return eluActiveUs / (eluActiveUs + eluIdleUs);
  };
  return { state, reader, ran, report, wait, read };
}

test('the utilization of an event loop is what it has reported', () => {
  const { report, wait, read } = watch();
  wait(2_000);
  report(300, 700);
  expect(read()).toBeCloseTo(0.3);
});

test('of an event loop that has not reported since it is what its thread has run, as the kernel tells it', () => {
  const { ran, wait, read } = watch();
  wait(2_000);
  ran.us = 1e9;
  expect(read()).toBe(1);
});

test('what is told of heaps is of all threads', () => {
  const { state, reader } = watch();
  for (const us of [400, 600.4, 100]) state.raisePause('minor', us);
  state.raisePause('full', 700);
  const collections = { allocated: 5_700, behind: 0, fullCount: 1, fullUs: 700, stepCount: 0, stepUs: 0, live: 2_000 };
  expect(reader.read()).toMatchObject({
    heapUsed: 3_000,
    heap: {
      total: 4_080,
      ofWorkers: 70,
      external: 509,
      arrayBuffers: 208,
      collections: { ...collections, pauses: { minor: 600, full: 700, step: 0 } },
    },
  });
  expect(reader.read()!.heap.collections!.pauses).toEqual({ minor: 0, full: 0, step: 0 });
});

test('a Node that does not tell of its collections has levels alone', () => {
  const { state, reader } = watch();
  state.write({ ...FIGURES, ...LEVELS, allocated: Number.NaN, clock: clockUs(), eluActiveUs: 1, eluIdleUs: 1 }, 0);
  expect(reader.read()!.heap).toEqual({ total: 4_080, ofWorkers: 70, external: 509, arrayBuffers: 208, collections: null });
});

test('a main thread that does not come back to its loop is behind with what it has allocated', () => {
  const { state, reader } = watch();
  const longAgo = clockUs() - 1_000_000;
  state.write({ ...FIGURES, ...LEVELS, clock: longAgo, eluActiveUs: 1, eluIdleUs: 1 }, 0);
  expect(reader.read()!.heap.collections!.behind).toBe(1);
});
