import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Engine } from '../../electron/engine/api/engine.ts';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import type { ProfileQuery } from '../../shared/protocol/profile-contract.ts';
import { makeEngine, unwrap } from './comparisons.ts';

/** What a page asks for first: the CPU profile of all processes and the whole run, with nothing folded. */
export const WHOLE_PROFILE = {
  window: null,
  hide: [],
  folds: [],
  selection: ALL_SAMPLES,
  base: 'cpu',
} satisfies Omit<ProfileQuery, 'sessionId'>;

/** With a data folder of its own in `dir`; closed when the test has ended. */
export function newEngine(dir: string): Engine {
  const engine = makeEngine(mkdtempSync(join(dir, 'data-')));
  onTestFinished(() => engine.close());
  return engine;
}

/** Opens a file as the window does, and returns the id of its session. */
export async function openFileIn(engine: Engine, path: string): Promise<string> {
  return unwrap(await engine.handle('sessions.open', { path })).sessionId;
}
