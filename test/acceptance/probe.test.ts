/** `loopscope probe` on services of which the truth is known: it may say that it does not know, but nothing that is wrong. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ProbeReport } from '../../shared/model/probe.ts';
import { ensureBuilt } from '../helpers/build.ts';
import { loopscope, scratch } from '../helpers/command.ts';
import { TARGETS_DIR, until } from '../helpers/targets.ts';
import { unusedPort } from '../helpers/unused-port.ts';
import { ensureServer } from '../setup/servers.mjs';

beforeAll(ensureBuilt);

const MAX = 24;
/** Seconds by service time: for the steps and the levels, not for arrival rates. */
const BUDGETS = new Map([
  [5, 8],
  [25, 12],
  [250, 20],
]);

interface Service {
  readonly name: string;
  /** Null: without limit. */
  readonly workers: number | null;
  /** What is said of a light route, if anything is. */
  readonly synchronous: boolean;
  start(ms: number): Promise<string>;
}

function slots(count: number): Service {
  return { name: `${count} slots`, workers: count, synchronous: false, start: (ms) => startNode({ SLOTS: String(count), MS: String(ms) }) };
}

const SERVICES: readonly Service[] = [
  ...[1, 3, 5, 8, 16].map(slots),
  { name: 'no limit', workers: null, synchronous: false, start: (ms) => startNode({ MS: String(ms) }) },
  { name: 'synchronous', workers: 1, synchronous: true, start: (ms) => startNode({ WORK: 'busy', MS: String(ms) }) },
  { name: 'a cluster of 2', workers: 2, synchronous: true, start: (ms) => startNode({ WORK: 'busy', WORKERS: '2', MS: String(ms) }) },
  ...[1, 3].map((workers) => ({
    name: `Gunicorn with ${workers}`,
    workers,
    synchronous: true,
    start: (ms: number) => startGunicorn(workers, ms),
  })),
];

/** Milliseconds of service time from which a limit is promised to be found. */
const FOUND_FROM_MS = 25;
/** Of the probes of services with a limit. */
const found = { right: 0, all: 0 };

describe.each([...BUDGETS])('at %d ms', (ms, budget) => {
  test.each(SERVICES)('$name', async ({ workers, synchronous, start }) => {
    const report = await probe(await start(ms), budget);
    console.log(`${ms} ms, in truth ${workers ?? 'no limit'}: ${report.workers ?? report.reason} (synchronous: ${report.synchronous})`);
    expect([workers, null]).toContain(report.workers);
    expect([synchronous, null]).toContain(report.synchronous);
    if (workers === null || ms < FOUND_FROM_MS) return;
    found.all += 1;
    if (report.workers === workers) found.right += 1;
  });
});

test(`nine of ten are found from ${FOUND_FROM_MS} ms on`, () => {
  console.log(`${found.right} of ${found.all} found`);
  expect(found.right / found.all).toBeGreaterThanOrEqual(0.9);
});

async function probe(url: string, budget: number): Promise<ProbeReport> {
  const bounds = ['--max', String(MAX), '--budget', String(budget)];
  const { code, stdout, stderr } = await loopscope('probe', url, '--light-url', '/light', ...bounds, '--json');
  expect(code, stderr).toBe(0);
  return (JSON.parse(stdout) as { readonly probe: ProbeReport }).probe;
}

async function startNode(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(TARGETS_DIR, 'slots.cjs')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  endLater(child);
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return `http://127.0.0.1:${String(port).trim()}/`;
}

const APP = `import os, time
def app(environ, start_response):
    if environ["PATH_INFO"] != "/light":
        time.sleep(float(os.environ["MS"]) / 1000)
    start_response("200 OK", [("content-length", "2")])
    return [b"ok"]
`;

async function startGunicorn(workers: number, ms: number): Promise<string> {
  const program = ensureServer('gunicorn');
  if (program === null) throw new Error('Gunicorn is not on PATH and could not be fetched.');
  const folder = scratch();
  writeFileSync(join(folder, 'app.py'), APP);
  const address = `127.0.0.1:${await unusedPort()}`;
  const child = spawn(program, ['-w', String(workers), '-b', address, '--worker-tmp-dir', '.', 'app:app'], {
    cwd: folder,
    env: { ...process.env, MS: String(ms) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  endLater(child);
  let booted = 0;
  child.stderr.on('data', (piece: Buffer) => {
    booted += String(piece).split('Booting worker').length - 1;
  });
  await until(() => booted === workers, 'all workers are up');
  return `http://${address}/`;
}

function endLater(child: ChildProcess): void {
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  });
}
