import { expect, test } from 'vitest';
import { oneAtATime } from '../../../../renderer/state/one-at-a-time.ts';

test('one run at a time; any number of calls meanwhile make one more', async () => {
  const ends: (() => void)[] = [];
  let runs = 0;
  const ask = oneAtATime(() => {
    runs++;
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  const first = ask();
  void ask();
  void ask();
  expect(runs).toBe(1);
  ends[0]!();
  await expect.poll(() => runs).toBe(2);
  ends[1]!();
  await first;
  expect(runs).toBe(2);
  void ask();
  expect(runs).toBe(3);
});

test('goes on after one that failed', async () => {
  let runs = 0;
  const ask = oneAtATime(async () => {
    runs++;
    if (runs === 1) throw new Error('no engine');
  });
  await expect(ask()).rejects.toThrow('no engine');
  await ask();
  expect(runs).toBe(2);
});
