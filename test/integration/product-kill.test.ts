/** SIGKILL of the engine in a real run. Random moments, and how much is lost at most, are in test/acceptance. */
import { expect, test } from 'vitest';
import { killRunAfter } from '../helpers/killed-run.ts';

test('after the engine was killed, its script is gone and the next start offers the recording', async () => {
  const { offered, completed } = await killRunAfter(2_200);
  expect(offered).toBe(1);
  expect(completed).toBeGreaterThan(0);
});
