/** CPU profiles and figures from inside real processes. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { clockUs } from '../../electron/engine/machine/clock.ts';
import { CPU_TIME, type ProfileSelection } from '../../shared/model/profile/selection.ts';
import { computeCallTree, WHOLE_PROFILE } from '../../shared/profile/tree/call-tree.ts';
import { listFunctions } from '../../shared/profile/tree/functions.ts';
import { needNode } from '../helpers/nodes.ts';
import { launchServer, until, type Watched } from '../helpers/targets.ts';
import { OLDEST_TARGET, ownMajor, WITH_PERMISSIONS } from '../setup/nodes.mjs';

function functionsOf(slices: Watched['slices']): Set<string> {
  return new Set(slices.flatMap(({ profile }) => profile.nodes.map(({ callFrame }) => callFrame.functionName)));
}

/** V8 samples a thread from a thread of its own, which Linux names. Where it does not, so long as it may take on a busy machine. */
async function areSampled(pid: number, threads: number): Promise<void> {
  if (process.platform !== 'linux') return wait(3_000);
  const samplers = (): number =>
    readdirSync(`/proc/${pid}/task`).filter((task) => readFileSync(`/proc/${pid}/task/${task}/comm`, 'utf8').startsWith('v8:ProfEvntProc'))
      .length;
  await until(() => samplers() === threads, `${threads} threads are sampled`);
}

const pidsOf = (slices: Watched['slices']): Set<number> => new Set(slices.map(({ pid }) => pid));

// The oldest a target may have; every other one is in test/acceptance, with what is promised of time.
for (const major of new Set([OLDEST_TARGET, ownMajor])) {
  const tags = major === ownMajor ? [] : ['long'];
  test(`Node ${major}: slices without a gap, on the engine's clock`, { tags }, async (context) => {
    const node = needNode(major, context);
    const { target, captures, slices, processes } = await launchServer('replaces-console.cjs', { node });
    const asked = clockUs();
    await captures.start();
    const started = clockUs();
    await until(() => slices.length >= 3, 'three slices have come');
    const stopping = clockUs();
    await captures.stop();
    const stopped = clockUs();
    const profiles = slices.map(({ profile }) => profile);
    for (let i = 1; i < profiles.length; i++) expect(profiles[i]!.startTime).toBeLessThanOrEqual(profiles[i - 1]!.endTime);
    expect(profiles[0]!.startTime).toBeGreaterThanOrEqual(asked);
    expect(profiles[0]!.startTime).toBeLessThanOrEqual(started);
    expect(profiles.at(-1)!.endTime).toBeGreaterThanOrEqual(stopping);
    expect(profiles.at(-1)!.endTime).toBeLessThanOrEqual(stopped);
    expect(functionsOf(slices)).toContain('busyWithoutConsole');
    expect(processes[0]).toMatchObject({ pid: target.pid, parentPid: process.pid, role: 'main', title: 'replaces-console.cjs' });
    expect(processes[0]!.node.startsWith(`${major}.`)).toBe(true);
  });
}

test('a loop that was optimised before the recording is counted for its function, in every thread', async () => {
  const { target, url, captures, slices, recording } = await launchServer('warm-loop.cjs');
  await areSampled(target.pid, 2);
  await fetch(`${url}begin`);
  // As a warm-up would be.
  await wait(1_000);
  await captures.start();
  await until(() => slices.length >= 4, 'two slices of each thread have come');
  await captures.stop();
  const profiles = recording.profiles(CPU_TIME);
  expect(profiles.map(({ thread }) => thread > 0).sort()).toEqual([false, true]);
  for (const profile of profiles) {
    const functions = listFunctions(computeCallTree([profile], WHOLE_PROFILE));
    const total = (name: string): number => functions.find((row) => row.function === name)?.totalPercent ?? 0;
    // What V8 does not know to be the loop's is counted for its callers.
    const callers = total('begin') + total('again');
    expect(callers, `thread ${profile.thread}`).toBeGreaterThan(50);
    expect(total('keepsBusy') / callers, `thread ${profile.thread}`).toBeGreaterThan(0.95);
  }
});

test('a compiled template is called after its file, inlined or not, and what the profiler evaluates is no code of the program', {
  tags: ['long'],
}, async () => {
  const { captures, slices, recording } = await launchServer('ejs-pages.cjs');
  await captures.start();
  await until(() => slices.length >= 4, 'four slices have come');
  await captures.stop();
  const frames = recording.profiles(CPU_TIME).flatMap((profile) => profile.frames);
  expect(frames.filter(({ url }) => url === '/srv/views/names.ejs (generated)').map(({ name }) => name)).toContain('(anonymous)');
  // V8 itself leaves out the file of what it has inlined.
  expect(slices.some(({ profile }) => profile.nodes.some(({ callFrame }) => callFrame.url === '' && callFrame.lineNumber >= 0))).toBe(true);
  expect(frames.filter(({ url, line }) => url === '' && line >= 0)).toEqual([]);
});

test('several recordings of one target', { tags: ['long'] }, async () => {
  const { captures, slices } = await launchServer('replaces-console.cjs');
  for (let recording = 0; recording < 2; recording++) {
    slices.length = 0;
    await captures.start();
    await until(() => slices.length > 0, 'a slice has come');
    await captures.stop();
    expect(functionsOf(slices)).toContain('busyWithoutConsole');
    const length = slices.length;
    await captures.start();
    await captures.stop();
    expect(slices.length).toBeGreaterThan(length);
  }
});

test('a cluster of two with worker threads: three processes, one port', { tags: ['long'] }, async () => {
  const { captures, slices, processes, url } = await launchServer('cluster.cjs');
  await captures.start();
  await until(() => pidsOf(slices).size === 3, 'slices of all three have come');
  await captures.stop();
  expect(processes.map(({ role }) => role).sort()).toEqual(['cluster worker', 'cluster worker', 'main']);
  expect(processes.map(({ pid }) => String(pid))).toContain(await (await fetch(url)).text());
});

test('a cluster of two with a worker thread each has five profiles, by process and thread, together or apart', async () => {
  const { captures, processes, recording } = await launchServer('cluster.cjs');
  await captures.start();
  await until(() => recording.profileSources.length === 5, 'slices of all five have come');
  await captures.stop();
  const workers = processes.filter(({ role }) => role === 'cluster worker').map(({ pid }) => pid);
  const profiles = recording.profiles(CPU_TIME);
  expect(profiles.length).toBe(5);
  for (const pid of workers)
    expect(
      profiles
        .filter((one) => one.pid === pid)
        .map(({ thread }) => thread > 0)
        .sort(),
    ).toEqual([false, true]);
  // Together they are what they are one by one; a worker thread alone has none of the work of its main thread.
  const ask = (part: Partial<ProfileSelection>) => recording.callTree({ ...WHOLE_PROFILE, selection: { ...CPU_TIME, ...part } }).base;
  const whole = ask({});
  const single = profiles.map(({ pid, thread }) => ask({ process: pid, thread }));
  expect(single.reduce((sum, base) => sum + base, 0)).toBeCloseTo(whole, 3);
  const ofFirst = ask({ process: workers[0]! });
  expect(single.filter((_, i) => profiles[i]!.pid === workers[0]).reduce((sum, base) => sum + base, 0)).toBeCloseTo(ofFirst, 3);
  for (const base of single.filter((_, i) => workers.includes(profiles[i]!.pid))) expect(base).toBeGreaterThan(0);
});

test('a process that comes later is profiled too', async () => {
  const { target, captures, slices, processes } = await launchServer('late-child.cjs');
  await captures.start();
  process.kill(target.pid, 'SIGUSR2');
  await until(() => processes.length === 2, 'the child reports');
  await until(() => pidsOf(slices).size === 2, 'slices of both have come');
  await captures.stop();
});

for (const how of ['js', 'native']) {
  const tags = how === 'js' ? [] : ['long'];
  test(`a blocked main thread (${how}): figures keep coming, the stall grows, the profile has it`, { tags }, async () => {
    const { target, captures, samples, slices } = await launchServer('blocks.cjs', { env: [{ name: 'BLOCK', value: how }] });
    await captures.start();
    samples.length = 0;
    process.kill(target.pid, 'SIGUSR2');
    const stalls = () => samples.filter(({ elu }) => elu === 1).map(({ loopStall }) => loopStall);
    await until(() => stalls().length >= 3 && stalls().at(-1)! > 1_000_000, 'a stall of a second has been reported');
    expect(stalls()).toEqual([...stalls()].sort((a, b) => a - b));
    await captures.stop();
    expect(functionsOf(slices)).toContain('blockHere');
  });
}

test('figures of an idle server, profiled or not', async () => {
  const { captures, samples } = await launchServer('server.cjs');
  await until(() => samples.length >= 3, 'samples have come');
  await captures.start();
  const before = samples.length;
  await until(() => samples.length >= before + 3, 'samples have come while profiled');
  await captures.stop();
  for (const { elu, rss, heapUsed } of samples) {
    expect(elu).toBeGreaterThanOrEqual(0);
    expect(elu).toBeLessThanOrEqual(1);
    expect(rss).toBeGreaterThan(20e6);
    expect(heapUsed).toBeGreaterThan(1e6);
  }
});

test('TypeScript through tsx, with the source maps it made', async () => {
  const { captures, slices, recording } = await launchServer('server.ts', {
    env: [{ name: 'NODE_OPTIONS', value: `--import ${new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href}` }],
  });
  await captures.start();
  await until(() => functionsOf(slices).has('spinInTypeScript'), 'a slice has it');
  await captures.stop();
  // The map is inline; without it there would be no original positions.
  expect(Object.values(recording.sources.positions).map(({ url }) => url)).toContainEqual(expect.stringMatching(/server\.ts$/));
});

test('TypeScript by type stripping', { tags: ['long'] }, async (context) => {
  const { captures, slices } = await launchServer('server.ts', { node: needNode(WITH_PERMISSIONS, context) });
  await captures.start();
  await until(() => functionsOf(slices).has('spinInTypeScript'), 'a slice has it');
  await captures.stop();
  const own = slices.flatMap(({ profile }) => profile.nodes).find(({ callFrame }) => callFrame.functionName === 'spinInTypeScript');
  // Zero-based: the positions of the file as it was written.
  expect(own?.callFrame).toMatchObject({ lineNumber: 13, url: expect.stringContaining('server.ts') });
});

test('an ES module', async () => {
  const { captures, slices, url } = await launchServer('server.mjs');
  await captures.start();
  expect(await (await fetch(url)).text()).toBe('ok');
  await captures.stop();
  expect(slices.length).toBeGreaterThan(0);
});
