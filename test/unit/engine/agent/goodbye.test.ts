import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { MainState } from '../../../../electron/engine/agent/threads/main-state.ts';

const LONG_MS = 30_000;

/** Cells as `MainState` has them, changed by another thread, as this one is blocked meanwhile. `steps`: of the goodbye, one after the other. */
function changedBy(state: MainState, steps: readonly number[]): Worker {
  const code = `
    const { workerData: { buffer, steps } } = require('node:worker_threads');
    const cells = new Int32Array(buffer, 0, 6);
    for (const step of steps) { Atomics.store(cells, 3, step); Atomics.notify(cells, 3); Atomics.wait(cells, 5, 0, 50); }`;
  return new Worker(code, { eval: true, workerData: { buffer: state.buffer, steps } });
}

test('who leaves waits until everything is written, however long that takes, and sent', async () => {
  const state = new MainState();
  const worker = changedBy(state, [1, 2]);
  const before = performance.now();
  state.waitForGoodbye(LONG_MS, LONG_MS);
  expect(performance.now() - before).toBeLessThan(LONG_MS);
  await worker.terminate();
});

test('an engine that does not take what is written is not waited for', async () => {
  const state = new MainState();
  state.sayWritten();
  const before = performance.now();
  state.waitForGoodbye(LONG_MS, 1);
  expect(performance.now() - before).toBeLessThan(LONG_MS);
});
