/** Nothing of a target survives Stop, or the death of the engine, whatever it does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processesOfRun, readProcess } from '../../electron/engine/agent/processes.ts';
import { killMarked } from '../../electron/engine/agent/requests/sweep.ts';
import { PRELOAD_FILE } from '../../electron/engine/machine/paths.ts';
import { type AgentLink, AgentServer } from '../../electron/engine/target/agent-server.ts';
import { addAgent } from '../../electron/engine/target/environment.ts';
import { ensureAgentBuilt } from '../helpers/build.ts';
import { launch, launchServer, newRunId, TARGETS_DIR, temporaryFolder, until } from '../helpers/targets.ts';
import { ANIMALS, alive, animalsIn, startZooOfAnEngine } from '../helpers/zoo.ts';

test('four processes that ignore SIGTERM are gone after Stop', { tags: ['long'] }, async () => {
  const dir = temporaryFolder();
  const { target, runId } = await launchServer('zoo.cjs', { env: [{ name: 'ZOO_DIR', value: dir }] });
  const pids = await animalsIn(dir);
  expect(alive(pids)).toHaveLength(4);
  expect(await target.stop()).toEqual({ code: null, signal: 'SIGKILL' });
  expect(alive(pids)).toEqual([]);
  expect(processesOfRun(runId)).toEqual([]);
});

test('a main thread in an endless loop does not hear the signal, and is gone all the same', async () => {
  const { target, runId, url, output, warnings } = await launchServer('spins.cjs');
  await (await fetch(url, { headers: { connection: 'close' } })).text();
  await until(() => output.stdout.includes('spinning'), 'its main thread is blocked');
  // Its own handler of SIGTERM would have ended it with code 0.
  expect(await target.stop()).toEqual({ code: null, signal: 'SIGKILL' });
  expect(processesOfRun(runId)).toEqual([]);
  // Stop gives up, and says so, before its 6 s are over; here it did not have to.
  expect(warnings).toEqual([]);
});

test('a double-forked child that wiped its environment is known from when its parent lived', async () => {
  const dir = temporaryFolder();
  const env = [
    { name: 'ZOO_DIR', value: dir },
    { name: 'WIPE', value: '1' },
  ];
  const { target } = await launchServer('zoo.cjs', { env });
  const pids = await animalsIn(dir);
  const doubleForked = pids[ANIMALS.indexOf('double-forked')]!;
  await until(() => target.processes().some(({ pid }) => pid === doubleForked), 'it has been seen below its parent');
  const parent = readProcess(doubleForked)!.ppid;
  writeFileSync(join(dir, 'let-go'), '');
  // Now nothing but memory relates the grandchild to the target.
  await until(() => readProcess(doubleForked)!.ppid !== parent, 'the process in between has ended');
  await target.stop();
  expect(alive(pids)).toEqual([]);
});

for (const spin of [false, true]) {
  const tags = spin ? ['long'] : [];
  test(`the engine is killed: nothing is left of its run${spin ? ', with the main thread in an endless loop' : ''}`, {
    tags,
  }, async () => {
    const { pids, killEngine } = await startZooOfAnEngine(spin);
    expect(alive(pids)).toHaveLength(4);
    killEngine();
    await until(() => alive(pids).length === 0, 'all four are gone');
  });
}

test('a server that obeys is asked, not killed', async () => {
  const { target } = await launchServer('obeys.cjs');
  expect(await target.stop()).toEqual({ code: 0, signal: null });
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
    onMessage: () => true,
    onGone: ignore,
    onStranger: ignore,
    onInvalid: ignore,
  });
  for (const [script, code] of [
    ['obeys.cjs', 0],
    ['server.cjs', 143],
  ] as const) {
    const env = addAgent(process.env, runId, { preload: PRELOAD_FILE, address: server.address });
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
