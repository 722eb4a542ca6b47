import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { LOAD_PROCESS_FILE } from '../../electron/engine/machine/paths.ts';
import { ensureLoadBuilt } from '../helpers/build-load.ts';
import { listen } from '../helpers/load.ts';

beforeAll(ensureLoadBuilt);

/** Processes of the run, found by the marker in their environment; zombies have none. */
function marked(runId: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => environmentOf(pid).split('\0').includes(`LOOPSCOPE_RUN=${runId}`))
    .map(Number);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

test.runIf(process.platform === 'linux')('when the engine is killed, the load process and the whole target end', async () => {
  const server = await listen(createServer((_request, response) => response.end()));
  const runId = `guard-${process.pid}-${Date.now()}`;
  const fixture = join(import.meta.dirname, '../fixtures/load/engine-that-dies.mjs');
  const engine = spawn(process.execPath, [fixture, LOAD_PROCESS_FILE, runId, server.url], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  engine.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [line] = (await once(engine.stdout, 'data')) as [Buffer];
  const { load } = JSON.parse(line.toString()) as { load: number };
  await expect.poll(() => marked(runId)).toHaveLength(2);

  engine.kill('SIGKILL');
  await expect.poll(() => marked(runId)).toEqual([]);
  await expect.poll(() => isAlive(load)).toBe(false);
  expect(stderr).toBe('');
  server.close();
});
