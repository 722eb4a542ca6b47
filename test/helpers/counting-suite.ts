/** Random loads against a server that counts: what is recorded is what it received. Some in integration tests, many in acceptance. */
import { beforeAll, expect, test } from 'vitest';
import { ensureLoadBuilt } from './build-load.ts';
import { countRound, randomPlan } from './counting.ts';
import { seededRandom } from './random.ts';

export function testCounts(rounds: number, seed: number): void {
  beforeAll(ensureLoadBuilt);

  const random = seededRandom(seed);
  const plans = Array.from({ length: rounds }, (_, nth) => randomPlan(random, nth));

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
}
