// Starting other programs for a benchmark: bounded in time, ended by pid.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = new URL('../..', import.meta.url);
export const pathTo = (name) => fileURLToPath(new URL(name, root));
export const LOOPSCOPE = pathTo('dist/cli/loopscope.js');
export const TRIVIAL_SERVER = pathTo('bench/lib/trivial-server.mjs');

/** Runs a Node script to its end and answers the one JSON document it prints. */
export async function runForJson(script, args, { timeoutMs = 120_000 } = {}) {
  const options = { timeout: timeoutMs, maxBuffer: 256 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], options);
  return JSON.parse(stdout);
}

/** Starts a server script that prints its port, calls `use` with its address, ends it. */
export async function withServer(script, use) {
  const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = await once(server.stdout, 'data');
    return await use(`http://127.0.0.1:${Number(line)}/`);
  } finally {
    server.kill('SIGKILL');
  }
}
