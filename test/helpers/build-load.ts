import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { AUTOCANNON_FILE, LOAD_PROCESS_FILE, ROOT } from '../../electron/engine/machine/paths.ts';

const SOURCES = ['electron/engine/load', 'electron/engine/target', 'electron/engine/agent', 'shared/model'];

function newestSource(): number {
  const files = SOURCES.flatMap((dir) =>
    readdirSync(join(ROOT, dir), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, dir, name)),
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

/** Bundles the load process and its autocannon as `npm run build` does, unless that is up to date. */
export async function ensureLoadBuilt(): Promise<void> {
  await Promise.all([
    bundle('electron/engine/load/load-process.ts', LOAD_PROCESS_FILE),
    bundle('electron/engine/load/autocannon.ts', AUTOCANNON_FILE),
  ]);
}

async function bundle(source: string, file: string): Promise<void> {
  if (existsSync(file) && statSync(file).mtimeMs > newestSource()) return;
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
