import { expect, test } from 'vitest';
import { clockUs } from '../../../../electron/engine/agent/hrtime.ts';
import { WorkerTable } from '../../../../electron/engine/agent/requests/worker-table.ts';
import { ThreadHeaps } from '../../../../electron/engine/agent/threads/thread-heaps.ts';

const MAIN = { heapUsed: 1_000, heapTotal: 2_000, external: 300, arrayBuffers: 250 };
const LEVELS = { heapUsed: 100, heapTotal: 200, external: 30, arrayBuffers: 20 };

/** Threads that tell what they are made to, and whose CPU time is set. */
function threads(numbers: readonly number[]) {
  const table = new WorkerTable();
  const ran = new Map<number, number | null>();
  for (const thread of numbers) {
    table.add({ tid: 1_000 + thread, thread, title: '' });
    ran.set(1_000 + thread, 0);
  }
  const heaps = new ThreadHeaps(table, 50, (tid) => ran.get(tid));
  const answer = (thread: number, allocated: number) => table.setHeap(thread, { ...LEVELS, allocated, at: clockUs() });
  const run = (thread: number, us: number | null) => ran.set(1_000 + thread, us);
  return { heaps, answer, run, read: () => heaps.read({ ...MAIN, clock: clockUs() }) };
}

test('levels are of all threads, without the memory that the agent shares with the main thread', () => {
  const { answer, read } = threads([1, 2]);
  answer(1, 0);
  answer(2, 0);
  expect(read()).toMatchObject({ heapUsed: 1_200, ofWorkers: 200, heapTotal: 2_400, external: 360, arrayBuffers: 240 });
});

test('what ended threads have allocated is kept, and their levels are gone', () => {
  const { answer, run, read } = threads([1, 2]);
  answer(1, 500);
  answer(2, 70);
  expect(read().allocated).toBe(570);
  answer(1, 800);
  run(1, null);
  expect(read()).toMatchObject({ allocated: 870, ofWorkers: 100, behind: 0 });
  expect(read().allocated).toBe(870);
});

test('a thread that does not answer is behind if it worked meanwhile, and not if it waits', async () => {
  const { heaps, answer, run, read } = threads([1]);
  heaps.ask();
  answer(1, 500);
  expect(read().behind).toBe(0);
  await heaps.askAndWait(1);
  run(1, 10_000);
  expect(read().behind).toBe(0);
  run(1, 100_000);
  expect(read().behind).toBe(1);
  answer(1, 900);
  expect(read()).toMatchObject({ behind: 0, allocated: 900 });
});

test('until when all have told is when the last answer came of a thread that is not asked, or now if it is idle', async () => {
  const { heaps, answer, run, read } = threads([1]);
  heaps.ask();
  answer(1, 500);
  const answered = clockUs();
  await new Promise((resolve) => setTimeout(resolve, 5));
  run(1, 100_000);
  expect(read().toldAt).toBeLessThanOrEqual(answered);
  await heaps.askAndWait(1);
  run(1, 100_000);
  answer(1, 600);
  expect(read().toldAt).toBeGreaterThan(answered);
  await heaps.askAndWait(1);
  const before = clockUs();
  expect(read()).toMatchObject({ behind: 0 });
  expect(read().toldAt).toBeGreaterThanOrEqual(before);
});

test('nobody waits for a thread that has ended', async () => {
  const { heaps, run } = threads([1]);
  run(1, null);
  const before = performance.now();
  await heaps.askAndWait(60_000);
  expect(performance.now() - before).toBeLessThan(30_000);
});
