// Page: frame times of the live screen while requests arrive at full rate, and the time from the end of the load to the flame graph,
// compared with 0x on the same server under the same load (from Ctrl-C to its HTML).
//
//   node bench/page.mjs [--rounds 3] [--seconds 10] [--connections 50]
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathTo, TRIVIAL_SERVER } from './lib/commands.mjs';
import { median, option } from './lib/figures.mjs';
import { loadDirectly } from './lib/load-process.mjs';
import { openProduct, setupFor } from './lib/open-page.mjs';

const rounds = option('rounds', 3);
const seconds = option('seconds', 10);
const connections = option('connections', 50);

async function loopscope() {
  const product = await openProduct();
  try {
    const { frames, states, drawn } = await product.run(
      setupFor(TRIVIAL_SERVER, { connections, seconds, capture: { kind: 'cpu', intervalUs: 1_000 } }),
      'Flame graph',
    );
    const sorted = [...frames].sort((a, b) => a - b);
    const at = (p) => sorted[Math.min(sorted.length - 1, Math.ceil((p / 100) * sorted.length) - 1)];
    return { wait: drawn - states.stopping, p50: at(50), p95: at(95), max: sorted.at(-1) };
  } finally {
    await product.close();
  }
}

/** The same server and load under 0x: time from the end of the load (Ctrl-C) to the flame graph's file. */
async function zeroX() {
  const cwd = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
  const args = [pathTo('node_modules/0x/cmd.js'), '--output-dir', join(cwd, 'out'), '--', process.execPath, TRIVIAL_SERVER];
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  try {
    const port = await new Promise((resolve) => {
      let text = '';
      child.stdout.on('data', (chunk) => {
        text += chunk;
        const line = /^(\d+)$/m.exec(text);
        if (line) resolve(Number(line[1]));
      });
    });
    await loadDirectly(`http://127.0.0.1:${port}/`, connections, { by: 'duration', seconds });
    const ended = performance.now();
    process.kill(-child.pid, 'SIGINT');
    await exited;
    if (
      !existsSync(join(cwd, 'out')) ||
      !readdirSync(join(cwd, 'out'), { recursive: true }).some((file) => file.endsWith('flamegraph.html'))
    )
      throw new Error('0x wrote no flame graph');
    return { wait: performance.now() - ended };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const ours = [];
const theirs = [];
for (let round = 0; round < rounds; round++) {
  ours.push(await loopscope());
  theirs.push(await zeroX());
  console.error(`round ${round + 1}: loopscope ${JSON.stringify(ours.at(-1))}, 0x ${JSON.stringify(theirs.at(-1))}`);
}
const of = (list, key) => median(list.map((one) => one[key]));
const row = (name, key, list) =>
  console.log(`| ${name} | ${of(list, key).toFixed(1)} ms | ${list.map((one) => one[key].toFixed(1)).join(' ')} |`);
console.log(`\nPage: ${connections} connections, ${seconds} s, ${rounds} rounds\n\n| | median | each round |\n|---|--:|---|`);
row('frame time p50 while live', 'p50', ours);
row('frame time p95 while live', 'p95', ours);
row('longest frame while live', 'max', ours);
row('end of load to flame graph on screen, Loopscope', 'wait', ours);
row('end of load to flame graph file, 0x', 'wait', theirs);
console.log(`\nWait, Loopscope over 0x: ${(of(ours, 'wait') / of(theirs, 'wait')).toFixed(3)}`);
