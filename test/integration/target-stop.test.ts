/** Nothing of a target survives Stop, or the death of the engine, whatever it does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processesOfRun, readProcess } from '../../electron/engine/agent/processes.ts';
import { AGENT_FILE, ROOT } from '../../electron/engine/paths.ts';
import { type AgentLink, AgentServer } from '../../electron/engine/target/agent-server.ts';
import { addAgent } from '../../electron/engine/target/environment.ts';
import { killMarked } from '../../electron/engine/target/sweep.ts';
import { ensureAgentBuilt } from '../helpers/build.ts';
import { launch, launchServer, newRunId, sleep, TARGETS_DIR, temporaryFolder, until } from '../helpers/targets.ts';

const ANIMALS = ['child', 'detached', 'double-forked', 'main'];

/** Pids that the animals of the zoo have written down, once all are there. */
async function animalsIn(dir: string): Promise<number[]> {
  const pids = () => ANIMALS.flatMap((name) => (readdirSync(dir).includes(name) ? [Number(readFileSync(join(dir, name), 'utf8'))] : []));
  await until(() => pids().filter((pid) => pid > 0).length === ANIMALS.length, 'all four run');
  return pids();
}

function alive(pids: readonly number[]): number[] {
  return pids.filter((pid) => readProcess(pid) !== null);
}

test('the zoo: four processes that ignore SIGTERM are gone 6 s after Stop', async () => {
  const dir = temporaryFolder();
  const { target, runId } = await launchServer('zoo.cjs', { env: [{ name: 'ZOO_DIR', value: dir }] });
  const pids = await animalsIn(dir);
  expect(alive(pids)).toHaveLength(4);
  const started = performance.now();
  expect(await target.stop()).toEqual({ code: null, signal: 'SIGKILL' });
  expect(performance.now() - started).toBeLessThan(6_000);
  expect(alive(pids)).toEqual([]);
  expect(processesOfRun(runId)).toEqual([]);
});

test('a double-forked child that wiped its environment is known from when its parent lived', async () => {
  const dir = temporaryFolder();
  const env = [
    { name: 'ZOO_DIR', value: dir },
    { name: 'WIPE', value: '1' },
  ];
  const { target } = await launchServer('zoo.cjs', { env });
  const pids = await animalsIn(dir);
  // The process in between ends, so that nothing but memory relates the grandchild to the target.
  await sleep(3_500);
  await target.stop();
  expect(alive(pids)).toEqual([]);
});

for (const spin of [false, true]) {
  test(`the engine is killed: nothing is left 2 s later${spin ? ', with the main thread in an endless loop' : ''}`, async () => {
    ensureAgentBuilt();
    const dir = temporaryFolder();
    const engine = startLauncher(join(TARGETS_DIR, 'zoo.cjs'), dir, spin);
    await once(engine.stdout!, 'data');
    const pids = await animalsIn(dir);
    await sleep(spin ? 1_200 : 300);
    expect(alive(pids)).toHaveLength(4);
    engine.kill('SIGKILL');
    await sleep(2_000);
    expect(alive(pids)).toEqual([]);
  });
}

function startLauncher(script: string, zooDir: string, spin: boolean): ChildProcess {
  const args = ['--import', 'tsx', join(TARGETS_DIR, 'launcher.ts'), script, newRunId(), zooDir];
  const env = { ...process.env, ...(spin ? { SPIN: '1' } : {}) };
  return spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
}

test('a server that obeys is asked, not killed', async () => {
  const { target } = await launchServer('obeys.cjs');
  const started = performance.now();
  expect(await target.stop()).toEqual({ code: 0, signal: null });
  expect(performance.now() - started).toBeLessThan(2_500);
  expect(await target.stop()).toEqual({ code: 0, signal: null });
});

test('what a script leaves behind when it ends is ended by Stop', async () => {
  const { target, runId } = await launch('leaves-child.cjs');
  expect(await target.exit).toEqual({ code: 0, signal: null });
  expect(processesOfRun(runId)).toHaveLength(1);
  await target.stop();
  expect(processesOfRun(runId)).toEqual([]);
});

test('where there are no signals the agent asks the script to quit', async () => {
  ensureAgentBuilt();
  const runId = newRunId();
  const greeted: AgentLink[] = [];
  const ignore = () => {};
  const server = await AgentServer.open(runId, {
    onHello: (link) => greeted.push(link),
    onMessage: ignore,
    onGone: ignore,
    onGarbage: ignore,
  });
  for (const [script, code] of [
    ['obeys.cjs', 0],
    ['server.cjs', 143],
  ] as const) {
    const env = addAgent(process.env, runId, { file: AGENT_FILE, address: server.address });
    const child = spawn(process.execPath, [join(TARGETS_DIR, script)], { env, stdio: ['ignore', 'inherit', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    await until(() => greeted.length > 0, 'the agent reports');
    greeted.pop()!.send({ type: 'quit' });
    expect(await once(child, 'exit')).toEqual([code, null]);
    expect(stderr).toBe('');
  }
  server.close();
});

test('killMarked ends the processes of one run only', async () => {
  const one = await launchServer('server.cjs');
  const other = await launchServer('server.cjs');
  expect(killMarked(one.runId)).toBe(1);
  expect(await one.target.exit).toEqual({ code: null, signal: 'SIGKILL' });
  expect(alive([other.target.pid])).toEqual([other.target.pid]);
});
