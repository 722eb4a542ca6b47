/** test/fixtures/targets/zoo.cjs: four processes that ignore SIGTERM. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProcess } from '../../electron/engine/agent/processes.ts';
import { ROOT } from '../../electron/engine/machine/paths.ts';
import { ensureAgentBuilt } from './build.ts';
import { newRunId, TARGETS_DIR, temporaryFolder, until } from './targets.ts';

export const ANIMALS = ['child', 'detached', 'double-forked', 'main'];

/** Pids that the animals of the zoo have written down, once all are there. */
export async function animalsIn(dir: string): Promise<number[]> {
  const pids = () => ANIMALS.flatMap((name) => (readdirSync(dir).includes(name) ? [Number(readFileSync(join(dir, name), 'utf8'))] : []));
  await until(() => pids().filter((pid) => pid > 0).length === ANIMALS.length, 'all four run');
  return pids();
}

export function alive(pids: readonly number[]): number[] {
  return pids.filter((pid) => readProcess(pid) !== null);
}

export interface ZooOfAnEngine {
  readonly pids: readonly number[];
  killEngine(): void;
}

/** The zoo started by an engine of its own. `spin`: its main thread is in an endless loop. */
export async function startZooOfAnEngine(spin: boolean): Promise<ZooOfAnEngine> {
  ensureAgentBuilt();
  const dir = temporaryFolder();
  const args = ['--import', 'tsx', join(TARGETS_DIR, 'launcher.ts'), join(TARGETS_DIR, 'zoo.cjs'), newRunId(), dir];
  const env = { ...process.env, ...(spin ? { SPIN: '1' } : {}) };
  const engine = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(engine.stdout, 'data');
  const pids = await animalsIn(dir);
  if (spin) await until(() => existsSync(join(dir, 'spinning')), 'its main thread is blocked');
  return { pids, killEngine: () => void engine.kill('SIGKILL') };
}
