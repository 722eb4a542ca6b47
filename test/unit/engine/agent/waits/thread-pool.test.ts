import { expect, test } from 'vitest';
import { type PoolTask, ThreadPool } from '../../../../../electron/engine/agent/waits/thread-pool.ts';
import { seededRandom } from '../../../../helpers/random.ts';

interface Asked {
  readonly at: number;
  readonly takes: number;
  readonly isSlow: boolean;
}

/**
 * Threads as libuv has them: one that is idle takes the first in line; look-ups have a line of their own and one place in the common one. In steps of 1.
 * Returns when each began.
 */
function playPool(threads: number, asked: readonly Asked[]): number[] {
  const begun = asked.map(() => Number.NaN);
  const line: (number | 'slow')[] = [];
  const slow: number[] = [];
  let running: { readonly task: number; readonly until: number }[] = [];
  for (let now = 0; begun.some(Number.isNaN); now++) {
    running = running.filter(({ until }) => until > now);
    asked.forEach(({ at, isSlow }, task) => {
      if (at !== now) return;
      if (isSlow) slow.push(task);
      if (!isSlow) line.push(task);
      else if (!line.includes('slow')) line.push('slow');
    });
    for (let tries = 2 * line.length; tries > 0 && line.length > 0 && running.length < threads; tries--) {
      let task = line.shift()!;
      if (task === 'slow') {
        if (running.filter((one) => asked[one.task]!.isSlow).length >= (threads + 1) >> 1) {
          line.push('slow');
          continue;
        }
        task = slow.shift()!;
        if (slow.length > 0) line.push('slow');
      }
      begun[task] = now;
      running.push({ task, until: now + asked[task]!.takes });
    }
  }
  return begun;
}

/** What the model says when each began, from when each was asked and ended. */
function model(threads: number, asked: readonly Asked[], begun: readonly number[]): number[] {
  const pool = new ThreadPool(threads);
  const tasks: PoolTask[] = [];
  const last = Math.max(...asked.map(({ takes }, task) => begun[task]! + takes));
  for (let now = 0; now <= last; now++) {
    asked.forEach(({ takes }, task) => {
      if (begun[task]! + takes === now) pool.end(tasks[task]!, now);
    });
    asked.forEach(({ at, isSlow }, task) => {
      if (at === now) tasks[task] = pool.ask(now, isSlow);
    });
  }
  return tasks.map((task) => task.begun);
}

test.each([1, 2, 4, 5, 8])('with %i threads each task begins when libuv begins it', (threads) => {
  const next = seededRandom(threads);
  let judged = 0;
  for (let round = 0; round < 60; round++) {
    const asked = Array.from({ length: 40 }, () => ({
      at: Math.floor(next() * 2_500),
      takes: 1 + Math.floor(next() * 500),
      isSlow: next() < 0.4,
    })).sort((a, b) => a.at - b.at);
    const begun = playPool(threads, asked);
    // Of what happens at one moment nobody can tell what was first.
    const moments = asked.flatMap(({ at, takes }, task) => [at, begun[task]! + takes]);
    if (new Set(moments).size < moments.length) continue;
    judged += 1;
    expect(model(threads, asked, begun)).toEqual(begun);
  }
  expect(judged).toBeGreaterThan(5);
});

test('look-ups may have half of the threads, rounded up', () => {
  const eight = Array.from({ length: 8 }, () => ({ at: 0, takes: 50, isSlow: true }));
  expect(playPool(4, eight)).toEqual([0, 0, 50, 50, 100, 100, 150, 150]);
  expect(model(4, eight, playPool(4, eight))).toEqual([0, 0, 50, 50, 100, 100, 150, 150]);
});

test('a task whose end is never seen does not keep others in line for ever', () => {
  const pool = new ThreadPool(1);
  pool.ask(0, false);
  const second = pool.ask(1, false);
  pool.end(second, 5);
  const third = pool.ask(6, false);
  expect([second.begun, third.begun]).toEqual([5, 6]);
});
