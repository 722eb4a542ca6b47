// Attaching: what `--pid` adds to the CPU time of a request in a process that runs already, with its CPU profile and without one. Each figure is of a
// server of its own, started by nobody of ours.
//
//   node bench/attach.mjs [--rounds 30] [--connections 50]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPSCOPE, pathTo, runForJson, withServer } from './lib/commands.mjs';
import { interleave, option, printRatios } from './lib/figures.mjs';
import { loadDirectly } from './lib/load-process.mjs';
import { unusedPort } from './lib/unused-port.mjs';

const rounds = option('rounds', 30);
const connections = option('connections', 50);
/** Some more requests than the server meters. */
const SERVERS = {
  'trivial server': { script: pathTo('bench/lib/metered-server.mjs'), requests: 101_000 },
  'page of Express': { script: pathTo('bench/lib/metered-express.mjs'), requests: 15_500 },
};

/** `load`: with the URL and the process of a server; returns what the server has metered, µs per request. */
async function metered({ script }, load) {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const file = join(folder, 'figure');
  // The inspector opens at a port of its own, whoever else has the usual one.
  const flags = [`--inspect-port=${await unusedPort()}`];
  try {
    await withServer(script, (url, pid) => load(url, pid, folder), { flags, env: { ...process.env, METER_FILE: file } });
    return Number(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const attached = (server, ...capture) =>
  metered(server, async (url, pid, folder) => {
    const plan = ['--url', url, '-c', String(connections), '-a', String(server.requests), ...capture];
    const { failure, runs } = await runForJson(LOOPSCOPE, [
      'run',
      '--pid',
      String(pid),
      '--signal',
      ...plan,
      '-o',
      join(folder, 'x.loopscope'),
      '--json',
    ]);
    if (failure !== null) throw new Error(failure.message);
    // Without one it would be the cost of nothing.
    if (capture.includes('cpu') && runs[0].profile === null) throw new Error(`no profile: ${JSON.stringify(runs[0].warnings)}`);
  });

for (const [name, server] of Object.entries(SERVERS)) {
  const candidates = {
    'not attached': () => metered(server, (url) => loadDirectly(url, connections, { by: 'amount', requests: server.requests })),
    '--pid, no profile': () => attached(server, '--capture', 'none'),
    '--pid, profile at 1 ms': () => attached(server, '--capture', 'cpu'),
    '--pid, profile at 10 ms': () => attached(server, '--capture', 'cpu', '--interval', '10000'),
  };
  const figures = await interleave(candidates, rounds, (what, value) => console.error(`${name}, ${what}: ${value.toFixed(1)} µs`));
  printRatios(`Attaching: ${name}, ${connections} connections, ${rounds} rounds`, 'CPU µs per request', figures, 'not attached');
}
