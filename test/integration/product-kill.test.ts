/** SIGKILL of the engine in a real run. Random moments, and how much is lost at most, are in test/acceptance. */
import { expect, test } from 'vitest';
import { killRunAfter } from '../helpers/killed-run.ts';

test('a killed engine: the script is gone, the next start offers the recording with what was measured', async () => {
  const { offered, completed } = await killRunAfter(2_200);
  expect(offered).toBe(1);
  expect(completed).toBeGreaterThan(0);
});
