/** What a comparison says on the machine it runs on. Needs a machine that does little else. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../electron/engine/engine.ts';
import type { Verdict } from '../../shared/model/comparison.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { comparisonOf, makeEngine, runComparison, setupOf, unwrap } from '../helpers/comparisons.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';

const dir = temporaryFolder();
beforeAll(() => ensureBuilt());

async function withEngine(name: string, use: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = makeEngine(join(dir, name));
  try {
    await use(engine);
  } finally {
    await engine.close();
  }
}

const told = ({ metric, verdict, differencePercent, ci }: Verdict): string =>
  `${metric} ${verdict} ${differencePercent?.toFixed(1)} [${ci?.map((x) => x.toFixed(1))}]`;

test('M-19: a script against itself, 6 pairs of 3 s: nobody can tell, or equivalent', async () => {
  await withEngine('same', async (engine) => {
    const setup = setupOf('plain.cjs', { load: { end: { by: 'duration', seconds: 3 }, warmupS: 1 } });
    const sessionId = await runComparison(engine, comparisonOf([setup, setup], { pairs: 6 }));
    const { verdicts, sensitivity } = unwrap(await engine.handle('compare.info', { sessionId }));
    console.log(verdicts.map(told).join('\n'));
    expect(verdicts.map(({ verdict }) => verdict).filter((word) => word !== 'cannot tell' && word !== 'equivalent')).toEqual([]);
    expect(sensitivity!.length).toBeGreaterThan(3);
  });
});

test('a busy wait of 0.5 ms in one function is found, named and measured within 15 %', async () => {
  await withEngine('busy', async (engine) => {
    const setups = ['plain.cjs', 'busy.cjs'].map((script) => {
      return setupOf(script, { load: { connections: 1, end: { by: 'duration', seconds: 3 }, warmupS: 1 } });
    });
    const sessionId = await runComparison(engine, comparisonOf(setups, { pairs: 10, profiled: true }));
    const { verdicts } = unwrap(await engine.handle('compare.info', { sessionId }));
    console.log(verdicts.map(told).join('\n'));
    const p50 = verdicts.find(({ metric }) => metric === 'p50')!;
    expect(p50).toMatchObject({ verdict: 'slower', pairs: 10 });
    const waitedMs = p50.bValue - p50.aValue;
    expect(waitedMs).toBeGreaterThan(0.5 * 0.85);
    expect(waitedMs).toBeLessThan(0.5 * 1.15);
    const query = { sessionId, a: 0, b: 1, hide: ['core' as const, 'native' as const] };
    const { rows } = unwrap(await engine.handle('compare.functions', query));
    const [heaviest] = rows;
    console.log(rows.slice(0, 3), { waitedMs });
    expect(heaviest).toMatchObject({ function: 'injectedWait', url: expect.stringMatching(/busy\.cjs$/), line: 4, selfA: 0, noise: false });
    // Samples are taken by the wall clock, so what other programs of the machine took meanwhile is in it; the median above is free of that.
    expect(heaviest!.selfB).toBeGreaterThan(500 * 0.85);
  });
});
