// CPU: what profiling adds to the CPU time of a request, in the server's own process. Unlike requests per second, the figure does not depend
// on who else uses the processors, so small differences can be told. Without a profile, and at 1, 5 and 10 ms beside `node --cpu-prof`. By its URL a
// server has nothing of ours in it: what it pays then is that another program runs beside it and its load.
//
//   node bench/cpu.mjs [--rounds 30] [--connections 50] [--without-profiles]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPSCOPE, pathTo, runForJson, withServer } from './lib/commands.mjs';
import { interleave, option, printRatios } from './lib/figures.mjs';
import { loadDirectly } from './lib/load-process.mjs';

const SERVER = pathTo('bench/lib/metered-server.mjs');
/** More than the server meters. */
const REQUESTS = 101_000;
const rounds = option('rounds', 30);
const connections = option('connections', 50);
const INTERVALS_US = [1_000, 5_000, 10_000];

/** `use` makes the load; returns what the server has metered, µs per request. */
async function metered(use) {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const file = join(folder, 'figure');
  try {
    await use(folder, { METER_FILE: file });
    return Number(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const loopscope = (capture) => () =>
  metered(async (folder, env) => {
    const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const plan = ['-c', String(connections), '-a', String(REQUESTS), ...capture, '-o', join(folder, 'x.loopscope'), '--json'];
    const { failure } = await runForJson(LOOPSCOPE, ['run', SERVER, ...variables, ...plan]);
    if (failure !== null) throw new Error(failure.message);
  });

const plain =
  (...flags) =>
  () =>
    metered((cwd, env) => {
      const load = (url) => loadDirectly(url, connections, { by: 'amount', requests: REQUESTS });
      return withServer(SERVER, load, { flags, cwd, env: { ...process.env, ...env } });
    });

/** Nothing of ours is in the server. */
const byUrl = () =>
  metered((folder, env) => {
    const plan = ['-c', String(connections), '-a', String(REQUESTS), '--capture', 'none', '-o', join(folder, 'x.loopscope'), '--json'];
    return withServer(SERVER, (url) => runForJson(LOOPSCOPE, ['run', url, ...plan]), { env: { ...process.env, ...env } });
  });

const candidates = { bare: plain(), 'loopscope by URL': byUrl, 'loopscope, no profile': loopscope(['--capture', 'none']) };
for (const us of process.argv.includes('--without-profiles') ? [] : INTERVALS_US) {
  candidates[`loopscope ${us / 1e3} ms`] = loopscope(['--capture', 'cpu', '--no-by-request', '--interval', String(us)]);
  candidates[`--cpu-prof ${us / 1e3} ms`] = plain('--cpu-prof', `--cpu-prof-interval=${us}`);
}

const figures = await interleave(candidates, rounds, (name, value) => console.error(`${name}: ${value.toFixed(1)} µs`));
const title = `CPU: ${connections} connections, 80,000 requests, ${rounds} rounds`;
printRatios(title, 'CPU µs per request', figures, 'bare');
// What the agent costs, apart from the program beside it.
printRatios(title, 'CPU µs per request', figures, 'loopscope by URL');
