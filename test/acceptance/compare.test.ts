/** What a comparison says on the machine it runs on. Needs a machine that does little else. */
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import type { Engine } from '../../electron/engine/api/engine.ts';
import type { Verdict } from '../../shared/model/comparison/comparison.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { comparisonOf, makeEngine, runComparison, setupOf, unwrap } from '../helpers/comparisons.ts';
import { temporaryFolder } from '../helpers/session-dir.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

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

twoOfThree('a script against itself in 10 pairs of 2 s is inconclusive or equivalent', async (nth) => {
  await withEngine(`same ${nth}`, async (engine) => {
    const setup = setupOf('plain.cjs', { load: { end: { by: 'duration', seconds: 2 }, warmupS: 1 } });
    const sessionId = await runComparison(engine, comparisonOf([setup, setup], { pairs: 10 }));
    const { verdicts, sensitivity } = unwrap(await engine.handle('compare.info', { sessionId }));
    console.log(verdicts.map(told).join('\n'));
    // With fewer pairs it would be "cannot tell" whatever was measured.
    expect(verdicts.filter(({ p }) => p !== null).length).toBeGreaterThan(3);
    expect(verdicts.map(({ verdict }) => verdict).filter((word) => word !== 'cannot tell' && word !== 'equivalent')).toEqual([]);
    expect(sensitivity!.length).toBeGreaterThan(3);
  });
});

twoOfThree('a busy wait of 0.5 ms in one function is found, named and measured within 15 %', async (nth) => {
  await withEngine(`busy ${nth}`, async (engine) => {
    const setups = ['plain.cjs', 'busy.cjs'].map((script) => {
      return setupOf(script, { load: { connections: 1, end: { by: 'duration', seconds: 3 }, warmupS: 1 } });
    });
    const sessionId = await runComparison(engine, comparisonOf(setups, { pairs: 10, profiled: true }));
    const { verdicts } = unwrap(await engine.handle('compare.info', { sessionId }));
    console.log(verdicts.map(told).join('\n'));
    const p50 = verdicts.find(({ metric }) => metric === 'p50')!;
    expect(p50).toMatchObject({ verdict: 'slower', pairs: 10 });
    const waitedMs = p50.bValue - p50.aValue;
    console.log({ waitedMs });
    expect(isWithin(1e3 * waitedMs, WAIT_US)).toBe(true);
    // Samples are taken by the wall clock: what other programs of the machine took meanwhile is in the frame, too.
    const query = { sessionId, a: 0, b: 1, kind: null, hide: ['core' as const, 'native' as const] };
    const { rows } = unwrap(await engine.handle('compare.functions', query));
    console.log(rows.slice(0, 3));
    expect(rows[0]).toMatchObject({ function: 'injectedWait', url: expect.stringMatching(/busy\.cjs$/), line: 5, totalA: 0, noise: false });
    expect(isWithin(rows[0]!.totalB, WAIT_US)).toBe(true);
  });
});

const WAIT_US = 500;
const isWithin = (value: number, truth: number): boolean => Math.abs(value - truth) < 0.15 * truth;
