import { expect } from 'vitest';
import { killRunAfter } from '../helpers/killed-run.ts';
import { seededRandom } from '../helpers/random.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

const KILLS = 10;

twoOfThree(
  'SIGKILL of the engine at 10 random moments: offered each time, opens each time, at most 1.5 s lost, gone within 2 s',
  async (nth) => {
    const random = seededRandom(20 + nth);
    for (let kill = 0; kill < KILLS; kill++) {
      const run = await killRunAfter(1_000 + random() * 3_000);
      expect({ kill, offered: run.offered }).toEqual({ kill, offered: 1 });
      expect(run.lostUs).toBeLessThanOrEqual(1_500_000);
      expect(run.outlivedMs).toBeLessThanOrEqual(2_000);
    }
  },
);
