// Memory: resident size of engine and load process over a minute at full rate, with every request recorded. Linux only (/proc).
//
//   node bench/memory.mjs [--seconds 60] [--connections 50]
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPSCOPE, TRIVIAL_SERVER } from './lib/commands.mjs';
import { option } from './lib/figures.mjs';

const seconds = option('seconds', 60);
const connections = option('connections', 50);

/** Bytes; 0 when the process has gone. */
function residentSize(pid) {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
  } catch {
    return 0;
  }
}

function loadProcessOf(engine) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .find((pid) => {
      try {
        const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[1];
        return Number(parent) === engine && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('load-process');
      } catch {
        return false;
      }
    });
}

const folder = mkdtempSync(join(tmpdir(), 'loopscope-bench-'));
const args = [
  'run',
  TRIVIAL_SERVER,
  '-c',
  String(connections),
  '-d',
  String(seconds),
  '--capture',
  'cpu',
  '-o',
  join(folder, 'x.loopscope'),
  '--json',
];
const engine = spawn(process.execPath, [LOOPSCOPE, ...args], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, LOOPSCOPE_DATA_DIR: folder },
});
let text = '';
engine.stdout.on('data', (chunk) => {
  text += chunk;
});
const started = performance.now();
const samples = [];
const timer = setInterval(() => {
  const load = loadProcessOf(engine.pid);
  if (load !== undefined)
    samples.push({ at: (performance.now() - started) / 1e3, engine: residentSize(engine.pid), load: residentSize(load) });
}, 1_000);
await new Promise((resolve) => engine.once('exit', resolve));
clearInterval(timer);
rmSync(folder, { recursive: true, force: true });

const { requests } = JSON.parse(text).runs[0];
const mb = (bytes) => (bytes / 1e6).toFixed(0);
console.log(`\nMemory: ${seconds} s, ${connections} connections, ${requests.completed.toLocaleString('en')} requests recorded\n`);
console.log('| second | engine MB | load process MB | sum MB |\n|--:|--:|--:|--:|');
for (const { at, engine: e, load } of samples.filter((_, index) => index % 5 === 0))
  console.log(`| ${at.toFixed(0)} | ${mb(e)} | ${mb(load)} | ${mb(e + load)} |`);
const sums = samples.map(({ engine: e, load }) => e + load);
const early = Math.max(...sums.slice(0, 10));
const late = Math.max(...sums.slice(10));
console.log(`\nLargest sum in the first 10 s ${mb(early)} MB, after ${mb(late)} MB`);
