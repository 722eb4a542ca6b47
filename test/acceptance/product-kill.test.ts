import { expect, test } from 'vitest';
import { killRunAfter } from '../helpers/killed-run.ts';
import { seededRandom } from '../helpers/random.ts';

test('SIGKILL of the engine at 20 random moments: offered each time, opens each time, at most 1.5 s lost, nothing left running', async () => {
  const random = seededRandom(20);
  for (let kill = 0; kill < 20; kill++) {
    const run = await killRunAfter(1_000 + random() * 3_000);
    expect({ kill, offered: run.offered, survivors: run.survivors }).toEqual({ kill, offered: 1, survivors: [] });
    expect(run.lostUs).toBeLessThanOrEqual(1_500_000);
  }
}, 600_000);
