import { expect, test } from 'vitest';
import { clockUs } from '../../../../electron/engine/agent/hrtime.ts';
import { StatsReader } from '../../../../electron/engine/agent/stats.ts';
import { MainState } from '../../../../electron/engine/agent/threads/main-state.ts';

const FIGURES = { heapUsed: 1, gcCount: 0, gcUs: 0, mainCpuUs: 0 };

/** A reader of a main thread that has reported itself once, and of which the kernel tells what it is set to. */
function watch() {
  const state = new MainState();
  const ran = { us: 0 };
  const reader = new StatsReader(state, { timesOf: () => ({ ranUs: ran.us, waitedUs: 0 }) }, () => false, 0);
  const report = (activeUs: number, idleUs: number) =>
    state.write({ ...FIGURES, clock: clockUs(), eluActiveUs: activeUs, eluIdleUs: idleUs }, 0);
  report(0, 0);
  reader.read();
  const wait = (us: number) => {
    for (const until = clockUs() + us; clockUs() < until; );
  };
  const read = () => {
    const { eluActiveUs, eluIdleUs } = reader.read()!;
    return eluActiveUs / (eluActiveUs + eluIdleUs);
  };
  return { ran, report, wait, read };
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
