// Load generators that send at a rate, each run once and told alike: what it sent and dropped, and the CPU time of all of its processes.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LOOPSCOPE, pathTo } from './commands.mjs';

const CACHE = pathTo('.cache/bench');
const ARTILLERY = '2.0.34';

/** Runs a command to its end and returns its CPU seconds, those of every process that it has waited for included. */
async function cpuOf(command, args, { env = {}, seconds }) {
  const options = { env: { ...process.env, ...env }, timeout: (seconds * 4 + 60) * 1e3, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)('bash', ['-c', '"$@" >&2; code=$?; times; exit $code', 'bash', command, ...args], options);
  // Of the shell itself, and of its children: `0m1.234s 0m0.567s`.
  const children = stdout.trim().split('\n').at(-1);
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

async function loopscope({ url, rate, seconds, folder }) {
  const session = join(folder, `${rate}.loopscope`);
  const args = [LOOPSCOPE, 'run', url, '--arrivals', `${rate}/s for ${seconds}s`, '-o', session, '--force'];
  const cpu = await cpuOf(process.execPath, args, { seconds });
  const { stdout } = await promisify(execFile)(process.execPath, [LOOPSCOPE, 'show', session, '--json'], { maxBuffer: 64 * 1024 * 1024 });
  const [{ requests, generator }] = JSON.parse(stdout).runs;
  return { cpu, sent: requests.sent, dropped: requests.dropped, own: generator.latenessMs?.p99 };
}

const k6 = (program) =>
  async function k6({ url, rate, seconds, folder }) {
    const told = join(folder, `k6-${rate}.json`);
    const env = { RATE: String(rate), URL: url, SECONDS: String(seconds), TOLD: told, K6_NO_USAGE_REPORT: 'true' };
    const cpu = await cpuOf(program, ['run', '--quiet', pathTo('bench/lib/k6-rate.js')], { env, seconds });
    return { cpu, ...readJson(told) };
  };

const artillery = (script) =>
  async function artillery({ url, rate, seconds, folder }) {
    const [plan, told] = [join(folder, 'artillery.json'), join(folder, `artillery-${rate}.json`)];
    const config = { target: url, phases: [{ duration: seconds, arrivalRate: rate }], http: { pool: 100 } };
    writeFileSync(plan, JSON.stringify({ config, scenarios: [{ flow: [{ get: { url: '/' } }] }] }));
    const args = [script, 'run', '--quiet', '--output', told, plan];
    const cpu = await cpuOf(process.execPath, args, { env: { ARTILLERY_DISABLE_TELEMETRY: 'true' }, seconds });
    const { counters } = readJson(told).aggregate;
    return { cpu, sent: counters['http.requests'] ?? 0, dropped: (counters['vusers.skipped'] ?? 0) + (counters['vusers.failed'] ?? 0) };
  };

/** Where a program is; null: it is not on the path. */
function find(name) {
  try {
    return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

function findArtillery() {
  const folder = join(CACHE, 'artillery');
  const script = join(folder, 'node_modules/artillery/bin/run');
  if (!existsSync(script) && process.argv.includes('--fetch'))
    execFileSync('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-save', `artillery@${ARTILLERY}`], { stdio: 'inherit' });
  return existsSync(script) ? script : null;
}

function findK6() {
  const folder = join(CACHE, 'go');
  const built = join(folder, 'bin/k6');
  if (!existsSync(built) && process.argv.includes('--fetch') && find('go') !== null) {
    const env = { ...process.env, GOPATH: folder, GOCACHE: join(folder, 'cache'), GOFLAGS: '-modcacherw' };
    execFileSync('go', ['install', 'go.k6.io/k6@v1.8.1'], { stdio: 'inherit', env });
  }
  return process.env.K6 ?? find('k6') ?? (existsSync(built) ? built : null);
}

/** Those that are there, by name; why others are not is printed. */
export function findGenerators() {
  const found = { Loopscope: loopscope };
  const [k6Program, artilleryScript] = [findK6(), findArtillery()];
  if (k6Program === null)
    console.error('k6 is left out: it is neither on the path nor named by K6, and --fetch, which builds it, needs go.');
  else found.k6 = k6(k6Program);
  if (artilleryScript === null) console.error('Artillery is left out: --fetch installs it in .cache/bench.');
  else found.Artillery = artillery(artilleryScript);
  return found;
}
