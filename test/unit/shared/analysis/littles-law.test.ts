import { expect, test } from 'vitest';
import { holdsLittlesLaw } from '../../../../shared/analysis/littles-law.ts';
import { findBracket } from '../../../../shared/analysis/rate-bracket.ts';
import { computeParts } from '../../../../shared/load/part-figures.ts';
import { allocateRows } from '../../../../shared/load/request-rows.ts';
import { levelsTable } from '../../../../shared/report/tables/parts.ts';
import { loadOf } from '../../../helpers/plans.ts';
import { makeReport } from './runs.ts';

/** Visitors at 100/s for 3 s to a server that takes them one after the other, each for so long. */
async function queue(serviceMs: number) {
  const batch = allocateRows(300);
  let free = 0;
  for (let row = 0; row < 300; row++) {
    const intended = row * 10;
    free = Math.max(free, intended) + serviceMs;
    batch.start[row] = batch.intended[row] = intended * 1e3;
    batch.latency[row] = (free - intended) * 1e3;
    batch.status[row] = 200;
  }
  const load = loadOf('sweep', { levels: '100/s', holdS: 3 });
  const { levels } = await computeParts({ load, names: [], durationUs: 3e6 }, [batch]);
  return levels[0]!;
}

test('what is in flight is what comes a second x how long it stays, unless a queue grows', async () => {
  const steady = await queue(8);
  expect(steady.inFlight).toBeCloseTo(0.8, 6);
  expect(steady.inFlightByLittle).toBeCloseTo(0.8, 6);
  expect(holdsLittlesLaw(steady)).toBe(true);
  const overrun = await queue(20);
  // Half of the 300 are left after 3 s: 75 on average meanwhile, and their waiting after the end counts as much again.
  expect(overrun.inFlight).toBeCloseTo(76, -0.5);
  expect(overrun.inFlightByLittle).toBeGreaterThan(1.9 * overrun.inFlight);
  expect(holdsLittlesLaw(overrun)).toBe(false);
  // However far beyond what it can do: the mean waiting is then as long as the level, and says nothing.
  expect([steady, overrun, await queue(60), await queue(600)].map((level) => findBracket([level])!.broke)).toEqual([null, 100, 100, 100]);
  expect(levelsTable({ ...makeReport(), levels: [steady] })!.note).not.toContain('Little');
  expect(levelsTable({ ...makeReport(), levels: [overrun] })!.note).toMatch(
    /^By Little’s law the load was not in a steady state at 100: throughput × mean latency gives 15\d requests in flight instead of 7[\d.]+\. /,
  );
});

test('with connections, their number is what is in flight; connections that stand idle are noticed', async () => {
  const level = { ...(await queue(8)), rate: undefined, inFlightByLittle: 8 };
  expect(holdsLittlesLaw({ ...level, connections: 8 })).toBe(true);
  expect(holdsLittlesLaw({ ...level, connections: 10 })).toBe(false);
});
