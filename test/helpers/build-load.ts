import { renameSync } from 'node:fs';
import { build } from 'esbuild';
import { AUTOCANNON_FILE, LOAD_PROCESS_FILE, ROOT } from '../../electron/engine/machine/paths.ts';
import { isFresh } from './build.ts';

const SOURCES = ['electron/engine/load', 'electron/engine/target', 'electron/engine/agent', 'shared/model'];
const PROGRAMS = [
  ['electron/engine/load/load-process.ts', LOAD_PROCESS_FILE],
  ['electron/engine/load/autocannon.ts', AUTOCANNON_FILE],
] as const;

/** Bundles the load process and its autocannon as `npm run build` does, unless that is up to date. */
export async function ensureLoadBuilt(): Promise<void> {
  await Promise.all(PROGRAMS.map(([source, file]) => isFresh([file], SOURCES) || bundleProgram(source, file)));
}

/** A program that runs under Node, with all that it imports. `source`: from the root of the repository. Replaced in one step. */
export async function bundleProgram(source: string, file: string): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  await build({
    absWorkingDir: ROOT,
    entryPoints: [source],
    outfile: temporary,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
  });
  renameSync(temporary, file);
}
