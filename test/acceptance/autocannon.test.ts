/** Both clients measure the same: one worker that is blocked for 20 ms by each request leaves no room for anything else. */
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { ensureBuilt } from '../helpers/build.ts';
import { comparisonOf, makeEngine, runComparison, setupOf, unwrap } from '../helpers/comparisons.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

const dir = temporaryFolder();
beforeAll(() => ensureBuilt());

twoOfThree('throughput and mean of autocannon are within 5 % of ours, with their 95 % intervals, 10 pairs of 4 s', async (nth) => {
  const engine = makeEngine(join(dir, `clients ${nth}`));
  try {
    const load = { connections: 2, end: { by: 'duration', seconds: 4 }, warmupS: 1 } as const;
    const setups = (['loopscope', 'autocannon'] as const).map((client) => setupOf('waits.cjs', { load: { ...load, client } }));
    const sessionId = await runComparison(engine, comparisonOf(setups, { pairs: 10, question: 'mean' }));
    const { verdicts } = unwrap(await engine.handle('compare.info', { sessionId }));
    for (const metric of ['throughput', 'mean'] as const) {
      const { differencePercent, ci, pairs, aValue, bValue } = verdicts.find((one) => one.metric === metric)!;
      console.log(metric, { differencePercent, ci, aValue, bValue });
      expect(pairs).toBe(10);
      expect(Math.max(...ci!.map(Math.abs))).toBeLessThan(5);
    }
  } finally {
    await engine.close();
  }
});
