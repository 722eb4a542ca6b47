import { expect, test } from 'vitest';
import { mostAttemptsHold } from '../../helpers/two-of-three.ts';

/** Attempts that hold (+) or not (-), in turn; what came out, and how many were made. */
async function play(attempts: string): Promise<[outcome: string, made: number]> {
  let made = 0;
  const outcome = mostAttemptsHold(
    async (nth) => {
      made = nth;
      if (attempts[nth - 1] !== '+') throw new Error(`no ${nth}`);
    },
    () => {},
  );
  return [await outcome.then(() => 'held').catch((error: Error) => error.message), made];
}

test.each([
  ['++', 'held', 2],
  ['+-+', 'held', 3],
  ['-++', 'held', 3],
  ['--', 'attempt 1: no 1\nattempt 2: no 2', 2],
  ['+--', 'attempt 2: no 2\nattempt 3: no 3', 3],
  ['-+-', 'attempt 1: no 1\nattempt 3: no 3', 3],
])('%s', async (attempts, outcome, made) => {
  expect(await play(attempts)).toEqual([outcome, made]);
});
