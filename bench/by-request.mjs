// What recording when requests are in the server, and attributing CPU to them, adds to the CPU time of a request, in the server's own process:
// beside a run without a profile and one with. Server and engine run under the Node that this is started with.
//
//   node bench/by-request.mjs [--rounds 30] [--connections 50] [--express]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPSCOPE, pathTo, runForJson } from './lib/commands.mjs';
import { interleave, option, printRatios } from './lib/figures.mjs';

const rounds = option('rounds', 30);
const connections = option('connections', 50);
const EXPRESS = 'page of Express';
/** Some more requests than the server meters. */
const SERVERS = {
  'trivial server': { script: pathTo('bench/lib/metered-server.mjs'), requests: 101_000 },
  [EXPRESS]: { script: pathTo('bench/lib/metered-express.mjs'), requests: 10_500 },
};
const CAPTURES = {
  'no profile': ['--capture', 'none'],
  'profile at 1 ms': ['--capture', 'cpu', '--no-by-request'],
  'and spans': ['--capture', 'cpu', '--no-by-request', '--spans'],
  'and by request': ['--capture', 'cpu', '--by-request-limit', '100'],
};

async function metered({ script, requests }, capture) {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const file = join(folder, 'figure');
  try {
    const plan = ['-c', String(connections), '-a', String(requests), ...capture, '-o', join(folder, 'x.loopscope'), '--json'];
    const { failure } = await runForJson(LOOPSCOPE, ['run', script, '--env', `METER_FILE=${file}`, ...plan]);
    if (failure !== null) throw new Error(failure.message);
    return Number(readFileSync(file, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const asked = Object.entries(SERVERS).filter(([name]) => name === EXPRESS || !process.argv.includes('--express'));
for (const [name, server] of asked) {
  const candidates = Object.fromEntries(Object.entries(CAPTURES).map(([what, capture]) => [what, () => metered(server, capture)]));
  const figures = await interleave(candidates, rounds, (what, value) => console.error(`${name}, ${what}: ${value.toFixed(1)} µs`));
  printRatios(`CPU by request: ${name}, ${connections} connections, ${rounds} rounds`, 'CPU µs per request', figures, 'profile at 1 ms');
}
