/** SIGKILL of the engine in a real run. Twenty random moments are in test/acceptance. */
import { expect, test } from 'vitest';
import { killRunAfter } from '../helpers/killed-run.ts';

test('a killed engine: the script is gone within 2 s, the next start offers the recording, at most 1.5 s are lost', async () => {
  const { offered, completed, lostUs, survivors } = await killRunAfter(2_200);
  expect(offered).toBe(1);
  expect(completed).toBeGreaterThan(0);
  expect(lostUs).toBeLessThanOrEqual(1_500_000);
  expect(survivors).toEqual([]);
});
