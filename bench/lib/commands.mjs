// Starts other programs for a benchmark: bounded in time, ended by pid.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = new URL('../..', import.meta.url);
export const pathTo = (name) => fileURLToPath(new URL(name, root));
export const LOOPSCOPE = pathTo('dist/cli/loopscope.js');
export const TRIVIAL_SERVER = pathTo('bench/lib/trivial-server.mjs');

/** Runs a Node script to its end and returns the one JSON document it prints. */
export async function runForJson(script, args, { timeoutMs = 120_000 } = {}) {
  const options = { timeout: timeoutMs, maxBuffer: 256 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], options);
  return JSON.parse(stdout);
}

/** Starts a server script that prints its port on its own line, calls `use` with its URL and its pid, then ends it and its child processes. */
export async function withServer(script, use, { flags = [], args = [], cwd = process.cwd(), env = process.env } = {}) {
  const server = spawn(process.execPath, [...flags, script, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  try {
    return await use(`http://127.0.0.1:${await portOf(server)}/`, server.pid);
  } finally {
    process.kill(-server.pid, 'SIGKILL');
  }
}

async function portOf(server) {
  let text = '';
  for (;;) {
    const [chunk] = await once(server.stdout, 'data');
    text += chunk;
    const line = /^(\d+)$/m.exec(text);
    if (line) return Number(line[1]);
  }
}
