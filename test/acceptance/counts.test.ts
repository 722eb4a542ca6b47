import { beforeAll, expect, test } from 'vitest';
import { ensureLoadBuilt } from '../helpers/build-load.ts';
import { countRound, randomPlan } from '../helpers/counting.ts';
import { seededRandom } from '../helpers/random.ts';

beforeAll(ensureLoadBuilt);

const random = seededRandom(7);
const ROUNDS = 100;
const plans = Array.from({ length: ROUNDS }, (_, nth) => randomPlan(random, nth));

test.each(plans)('records exactly what the server received: $connections connections, $end', async (plan) => {
  const round = await countRound(plan, random);
  expect(round.failed).toBe(0);
  expect(round.sent).toBe(round.recorded + round.unfinished);
  if (plan.end!.by === 'amount') {
    expect([round.recorded, round.received]).toEqual([plan.end!.requests, plan.end!.requests]);
  } else {
    expect(round.received).toBeGreaterThanOrEqual(round.recorded);
    expect(round.received).toBeLessThanOrEqual(round.recorded + plan.connections!);
    expect(round.unfinished).toBeLessThanOrEqual(plan.connections!);
  }
});
