/** Makes the bundles that real processes load, when they are missing or older than their sources. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import {
  AGENT_FILE,
  LOAD_PROCESS_FILE,
  PRELOAD_FILE,
  PROCESSES_FILE,
  READ_PROCESS_FILE,
  ROOT,
  TICKS_PROCESS_FILE,
} from '../../electron/engine/machine/paths.ts';

const OUTPUTS = [
  PRELOAD_FILE,
  AGENT_FILE,
  PROCESSES_FILE,
  LOAD_PROCESS_FILE,
  READ_PROCESS_FILE,
  TICKS_PROCESS_FILE,
  join(ROOT, 'dist/cli/loopscope.js'),
  join(ROOT, 'dist/cli/command.cjs'),
  join(ROOT, 'dist/engine/answer-questions.cjs'),
];
let isBuilt = false;

/** Everything that runs under Node. Call it before anything that starts the command line or a load process. */
export function ensureBuilt(): void {
  // Looked at once: it takes a stat of every source file.
  if (isBuilt) return;
  isBuilt = true;
  if (isFresh(OUTPUTS, ['electron', 'shared', 'scripts/build.mjs'])) return;
  execFileSync(process.execPath, ['scripts/build.mjs', '--only=node'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The agent alone: all that launching a target needs. Replaced in one step, so that no process loads half of it. */
export function ensureAgentBuilt(): void {
  if (isFresh([AGENT_FILE, PRELOAD_FILE], ['electron/engine/agent'])) return;
  const buildOne = (name: string, outfile: string, how: Pick<BuildOptions, 'external' | 'target'>) => {
    const unfinished = `${outfile}.${process.pid}`;
    const entryPoints = [join(ROOT, 'electron/engine/agent', name)];
    buildSync({ ...how, bundle: true, entryPoints, platform: 'node', format: 'cjs', outfile: unfinished });
    renameSync(unfinished, outfile);
  };
  buildOne('agent.ts', AGENT_FILE, { target: 'node18' });
  buildOne('preload.ts', PRELOAD_FILE, { external: ['./loopscope-agent.cjs'], target: 'es5' });
}

/** `sources`: files, and folders with everything in them. */
export function isFresh(outputs: readonly string[], sources: readonly string[]): boolean {
  return outputs.every((file) => existsSync(file)) && newestOf(sources) <= Math.min(...outputs.map(modifiedAt));
}

function newestOf(paths: readonly string[]): number {
  const files = paths.flatMap((path) => {
    const full = join(ROOT, path);
    if (!statSync(full).isDirectory()) return [full];
    return readdirSync(full, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|css|html|svg)$/.test(name))
      .map((name) => join(full, name));
  });
  return Math.max(...files.map(modifiedAt));
}

function modifiedAt(file: string): number {
  return statSync(file).mtimeMs;
}
