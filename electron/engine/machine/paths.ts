import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where the product's own files are. Code runs from dist/ when built and from electron/ under the test runner; both lie one
 * or more levels below the folder with package.json.
 */
function findRoot(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, 'package.json'))) {
    const parent = dirname(dir);
    if (parent === dir) throw new Error('package.json of Loopscope not found above its own code');
    dir = parent;
  }
  return dir;
}

export const ROOT = findRoot();
/** Bundled programs that run in processes of their own. `npm run build` makes them. */
export const PRELOAD_FILE = join(ROOT, 'dist/engine/loopscope-preload.cjs');
/** Loaded by the preload, from beside it. */
export const AGENT_FILE = join(ROOT, 'dist/engine/loopscope-agent.cjs');
/** The first of several processes of a script. */
export const PROCESSES_FILE = join(ROOT, 'dist/engine/loopscope-processes.cjs');
export const LOAD_PROCESS_FILE = join(ROOT, 'dist/engine/load-process.js');
/** Imported by the load process where autocannon is the client. */
export const AUTOCANNON_FILE = join(ROOT, 'dist/engine/autocannon.js');
/** Imported by the load process if the load has a plan. */
export const USERS_OF_PLAN_FILE = join(ROOT, 'dist/engine/users-of-plan.js');
export const READ_PROCESS_FILE = join(ROOT, 'dist/engine/read-process.js');
export const TICKS_PROCESS_FILE = join(ROOT, 'dist/engine/ticks-process.js');
export const RENDERER_DIR = join(ROOT, 'dist/renderer');
export const STUDIES_DIR = join(ROOT, 'resources/demos');
/** Recorded samples for users who want to look before they run anything (scripts/samples.mjs). */
export const SAMPLES_DIR = join(ROOT, 'resources/samples');
