/** Compares real scripts with a real engine. */
import { join } from 'node:path';
import { Engine } from '../../electron/engine/api/engine.ts';
import type { ComparisonSetup } from '../../shared/model/comparison/comparison.ts';
import type { Outcome } from '../../shared/model/failure.ts';
import { defaultCapture } from '../../shared/model/setup/captures.ts';
import type { ScriptTarget, Setup } from '../../shared/model/setup/setup.ts';
import { ensureBuilt } from './build.ts';
import { type PlanSettings, planOf } from './plans.ts';
import { scriptTarget } from './script-target.ts';
import { messageOf } from './worded.ts';

export const COMPARE_FIXTURES = join(import.meta.dirname, '../fixtures/compare');

/** A short closed load of few connections on a script of test/fixtures/compare. */
export function setupOf(script: string, { target = {}, load = {} }: { target?: Partial<ScriptTarget>; load?: PlanSettings } = {}): Setup {
  return {
    target: scriptTarget({ script: join(COMPARE_FIXTURES, script), node: process.execPath, portTimeoutS: 20, ...target }),
    ...planOf({ connections: 2, end: { by: 'amount', requests: 400 }, ...load }),
    capture: defaultCapture('cpu'),
    collectGarbage: true,
  };
}

export function comparisonOf(setups: readonly Setup[], rest: Partial<ComparisonSetup> = {}): ComparisonSetup {
  const variants = setups.map((setup, index) => ({ title: `variant ${index}`, setup }));
  return { variants, pairs: 2, question: 'p50', profiled: false, seed: 7, equivalencePercent: 5, ...rest };
}

export function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.failure.code}: ${messageOf(outcome.failure)}`);
  return outcome.value;
}

/** Starts it and waits until it is saved. */
export async function runComparison(engine: Engine, comparison: ComparisonSetup): Promise<string> {
  const { sessionId } = unwrap(await engine.handle('compare.start', { comparison, name: null }));
  await engine.sessions.finished(sessionId);
  return sessionId;
}

export function makeEngine(dataDir: string): Engine {
  ensureBuilt();
  return new Engine({ dataDir, host: 'browser' });
}
