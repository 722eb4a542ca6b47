/** Makes the bundles that real processes load, when they are missing or older than their sources. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_FILE, LOAD_PROCESS_FILE, ROOT } from '../../electron/engine/paths.ts';

const OUTPUTS = [AGENT_FILE, LOAD_PROCESS_FILE, join(ROOT, 'dist/cli/loopscope.js')];
const SOURCES = ['electron', 'shared', 'scripts/build.mjs'];

/** Call it before anything that launches a target or a load process. */
export function ensureBuilt(): void {
  if (OUTPUTS.every((file) => existsSync(file)) && newestOf(SOURCES) <= Math.min(...OUTPUTS.map(modifiedAt))) return;
  execFileSync(process.execPath, ['scripts/build.mjs', '--only=node'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

function newestOf(paths: readonly string[]): number {
  const files = paths.flatMap((path) => {
    const full = join(ROOT, path);
    if (!statSync(full).isDirectory()) return [full];
    return readdirSync(full, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(full, name));
  });
  return Math.max(...files.map(modifiedAt));
}

function modifiedAt(file: string): number {
  return statSync(file).mtimeMs;
}
