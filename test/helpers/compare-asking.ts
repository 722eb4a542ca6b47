/** Compares a server that asks others (asks-others.cjs) with itself, under other variables. */
import { join } from 'node:path';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { defaultCapture } from '../../shared/model/setup/captures.ts';
import { comparisonOf, makeEngine, runComparison, setupOf, unwrap } from './comparisons.ts';
import { TARGETS_DIR, temporaryFolder } from './targets.ts';

interface Asked {
  readonly pairs: number;
  /** In each run, four at a time. */
  readonly requests: number;
  readonly node?: string;
  /** Of each variant whether what it waits for is to be recorded; absent: it is. */
  readonly recordsWaits?: readonly boolean[];
}

/** `variants`: the variables of each. */
export async function compareAsking(
  variants: readonly Readonly<Record<string, string>>[],
  { pairs, requests, node = process.execPath, recordsWaits = [] }: Asked,
): Promise<ComparisonInfo> {
  const engine = makeEngine(temporaryFolder());
  const setups = variants.map((variables, of) => {
    const env = Object.entries(variables).map(([name, value]) => ({ name, value }));
    const setup = setupOf('plain.cjs', {
      target: { script: join(TARGETS_DIR, 'asks-others.cjs'), node, env },
      load: { connections: 4, end: { by: 'amount', requests } },
    });
    return { ...setup, capture: { ...defaultCapture('cpu'), waits: recordsWaits[of] ?? true } };
  });
  try {
    const sessionId = await runComparison(engine, comparisonOf(setups, { pairs }));
    return unwrap(await engine.handle('compare.info', { sessionId }));
  } finally {
    await engine.close();
  }
}
