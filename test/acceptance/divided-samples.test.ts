/** What the samples of threads are divided into, to within what sampling allows, against functions whose CPU time is known. */
import { expect, test } from 'vitest';
import { allowedPoints, runPlanted, sharesOf } from '../helpers/planted.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

const SECONDS = 8;

for (const [planted, names] of [
  ['main', ['loops', 'parses', 'hashes', 'worksAndWaits']],
  ['pool', ['works', 'parses']],
] as const)
  twoOfThree(`${planted}: the share of each function is within 5 points, or two standard errors, of what it used`, async () => {
    const { run, truth } = await runPlanted(planted, SECONDS);
    const allowed = allowedPoints(run.profile!.hot.samples);
    for (const { name, told, known } of sharesOf(run, truth, names))
      expect(Math.abs(told - known), `${name}: ${told} instead of ${known}`).toBeLessThan(allowed);
  });

/** Of waits as short as the time between two samples (docs/user/THREADS.md). */
const POINTS_OF_SHORT_WAITS = 12;

twoOfThree('fine: beside waits of a millisecond the share of each function is within 12 points', async () => {
  const { run, truth } = await runPlanted('fine', SECONDS);
  for (const { name, told, known } of sharesOf(run, truth, ['loopsBriefly', 'parsesBriefly', 'waitsBriefly']))
    expect(Math.abs(told - known), `${name}: ${told} instead of ${known}`).toBeLessThan(POINTS_OF_SHORT_WAITS);
});

test('a worker thread that only waits has no CPU time, is blocked in Atomics.wait, and is in no sentence', async () => {
  const { run } = await runPlanted('idle', 4);
  const worker = run.profile!.threads.find(({ thread }) => thread !== 0)!;
  expect(worker.cpuMs).toBeLessThan(150);
  expect(worker.blockedMs).toBeGreaterThan(3_500);
  expect(run.profile!.blocked[0]).toMatchObject({ call: 'Atomics.wait', threads: 1 });
  expect(run.profile!.hot.own).toMatchObject({ function: 'works' });
});
