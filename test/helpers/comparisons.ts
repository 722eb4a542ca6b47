/** Compares real scripts with a real engine. */
import { join } from 'node:path';
import { Engine } from '../../electron/engine/engine.ts';
import type { ComparisonSetup } from '../../shared/model/comparison.ts';
import type { Outcome } from '../../shared/model/failure.ts';
import { DEFAULT_LOAD, type Setup } from '../../shared/model/setup.ts';

export const COMPARE_FIXTURES = join(import.meta.dirname, '../fixtures/compare');

/** A short closed load of few connections on a script of test/fixtures/compare. */
export function setupOf(
  script: string,
  { target = {}, load = {} }: { target?: Partial<Setup['target']>; load?: Partial<Setup['load']> } = {},
): Setup {
  return {
    target: { script: join(COMPARE_FIXTURES, script), args: [], cwd: null, env: [], node: process.execPath, portTimeoutS: 20, ...target },
    load: { ...DEFAULT_LOAD, connections: 2, end: { by: 'amount', requests: 400 }, ...load },
    capture: { kind: 'cpu', intervalUs: 1_000 },
  };
}

export function comparisonOf(setups: readonly Setup[], rest: Partial<ComparisonSetup> = {}): ComparisonSetup {
  const variants = setups.map((setup, index) => ({ title: `variant ${index}`, setup }));
  return { variants, pairs: 2, profiled: false, seed: 7, equivalencePercent: 5, ...rest };
}

export function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.failure.code}: ${outcome.failure.message}`);
  return outcome.value;
}

/** Starts it and waits until it is saved. */
export async function runComparison(engine: Engine, comparison: ComparisonSetup): Promise<string> {
  const { sessionId } = unwrap(await engine.handle('compare.start', { comparison, name: null }));
  await engine.sessions.finished(sessionId);
  return sessionId;
}

export function makeEngine(dataDir: string): Engine {
  return new Engine({ dataDir, host: 'browser' });
}
