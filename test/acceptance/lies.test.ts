/** A sample of `npm run bench -- lies`: servers that misbehave at random moments, and what is said of them. */
import { beforeAll, expect, test } from 'vitest';
import { drawLies, falselyFaster, faultsOf, tell } from '../../bench/lib/lies.ts';
import { ensureBuilt } from '../helpers/build.ts';

beforeAll(ensureBuilt);

const SEEDS = [2, 7, 8, 12, 14, 16, 19, 31, 37, 48, 55, 62];

test.each(SEEDS)('server %i is told as its own log has it', async (seed) => {
  const server = drawLies(seed);
  const limit = seed % 2 === 0;
  const { told, truth } = await tell(server, limit);
  expect(faultsOf(server, told, truth, limit)).toEqual([]);
});

test('a server that stops responding is never the faster one', async () => {
  expect(await falselyFaster(12)).toEqual([]);
});
