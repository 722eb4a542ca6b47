// Load: requests per second of Loopscope, recording each request and showing them on an open page, divided by those of the
// autocannon command with the same arguments on the same trivial server. Aim 1.00, at least 0.95.
//
//   node bench/load.mjs [--rounds 7] [--seconds 8] [--connections 50]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPSCOPE, pathTo, runForJson, TRIVIAL_SERVER, withServer } from './lib/commands.mjs';
import { interleave, option, printRatios } from './lib/figures.mjs';
import { loadDirectly } from './lib/load-process.mjs';
import { openProduct, setupFor } from './lib/open-page.mjs';

const rounds = option('rounds', 7);
const seconds = option('seconds', 8);
const connections = option('connections', 50);
const plan = ['-c', String(connections), '-d', String(seconds)];

/** The command a user types. */
async function loopscope() {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const args = ['run', TRIVIAL_SERVER, '--url', '/', ...plan, '--capture', 'none', '-o', join(folder, 'load.loopscope'), '--json'];
  try {
    const { failure, runs } = await runForJson(LOOPSCOPE, args);
    if (failure !== null) throw new Error(failure.message);
    return rateOf(runs[0]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const rateOf = ({ requests, load }) => requests.completed / (load.durationMs / 1e3);

function autocannon() {
  return withServer(TRIVIAL_SERVER, async (url) => {
    const result = await runForJson(pathTo('node_modules/autocannon/autocannon.js'), [...plan, '--json', url]);
    return result['2xx'] / result.duration;
  });
}

const loadProcess = () => withServer(TRIVIAL_SERVER, (url) => loadDirectly(url, connections, { by: 'duration', seconds }));

const product = await openProduct();
try {
  const setup = setupFor(TRIVIAL_SERVER, { connections, seconds, capture: { kind: 'none' } });
  const candidates = {
    autocannon,
    'load process alone': loadProcess,
    'loopscope run --capture none': loopscope,
    'the same, live on an open page': async () => rateOf((await product.run(setup, 'Overview')).report),
  };
  const figures = await interleave(candidates, rounds, (name, value) => console.error(`${name}: ${Math.round(value)} requests/s`));
  printRatios(`Load: ${connections} connections, ${seconds} s, ${rounds} rounds`, 'requests/s', figures, 'autocannon');
} finally {
  await product.close();
}
