import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Engine } from '../../electron/engine/api/engine.ts';
import { unwrap } from './comparisons.ts';

/** With a data folder of its own in `dir`; closed when the test has ended. */
export function newEngine(dir: string): Engine {
  const engine = new Engine({ dataDir: mkdtempSync(join(dir, 'data-')), host: 'browser' });
  onTestFinished(() => engine.close());
  return engine;
}

/** Opens a file as the window does, and returns the id of its session. */
export async function openFileIn(engine: Engine, path: string): Promise<string> {
  return unwrap(await engine.handle('sessions.open', { path })).sessionId;
}
