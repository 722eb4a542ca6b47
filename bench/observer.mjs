// Observer: the overhead of profiling. Requests per second of a server under each profiler, divided by those of the same server without
// one, at 1, 5 and 10 ms: Loopscope's CPU profile, `node --cpu-prof`, and 0x (`--prof`, which has only V8's own interval). All with the same client.
//
//   node bench/observer.mjs [--rounds 5] [--seconds 4] [--connections 50]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPSCOPE, pathTo, runForJson, TRIVIAL_SERVER, withServer } from './lib/commands.mjs';
import { interleave, option, printRatios } from './lib/figures.mjs';
import { loadDirectly } from './lib/load-process.mjs';

const rounds = option('rounds', 5);
const seconds = option('seconds', 4);
const connections = option('connections', 50);
const INTERVALS_US = [1_000, 5_000, 10_000];

async function inScratch(use) {
  const folder = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const loopscope = (capture) => () =>
  inScratch(async (folder) => {
    const plan = ['-c', String(connections), '-d', String(seconds), ...capture, '-o', join(folder, 'x.loopscope'), '--json'];
    const { failure, runs } = await runForJson(LOOPSCOPE, ['run', TRIVIAL_SERVER, ...plan]);
    if (failure !== null) throw new Error(failure.message);
    return runs[0].requests.completed / (runs[0].load.durationMs / 1e3);
  });

const plain =
  (...flags) =>
  () =>
    inScratch((cwd) => withServer(TRIVIAL_SERVER, (url) => loadDirectly(url, connections, { by: 'duration', seconds }), { flags, cwd }));

/** The command a user of 0x types. 0x prints its own output first, so the port is read from a line of digits. */
const zeroX = () =>
  inScratch((cwd) => {
    const script = pathTo('node_modules/0x/cmd.js');
    const args = ['--output-dir', join(cwd, 'out'), '--', process.execPath, TRIVIAL_SERVER];
    return withServer(script, (url) => loadDirectly(url, connections, { by: 'duration', seconds }), { args, cwd });
  });

const candidates = { bare: plain(), 'loopscope, no profile': loopscope(['--capture', 'none']) };
for (const us of INTERVALS_US) {
  candidates[`loopscope ${us / 1e3} ms`] = loopscope(['--capture', 'cpu', '--no-by-request', '--interval', String(us)]);
  candidates[`--cpu-prof ${us / 1e3} ms`] = plain('--cpu-prof', `--cpu-prof-interval=${us}`);
}
candidates['0x'] = zeroX;

const figures = await interleave(candidates, rounds, (name, value) => console.error(`${name}: ${Math.round(value)} requests/s`));
printRatios(`Observer: ${connections} connections, ${seconds} s, ${rounds} rounds`, 'requests/s', figures, 'bare');
