/** CPU profiles and figures from inside real processes. */
import { expect, test } from 'vitest';
import { clockUs } from '../../electron/engine/clock.ts';
import type { V8Profile } from '../../shared/profile/v8-profile.ts';
import { findNodeOfMajor, NODE_MAJORS } from '../helpers/nodes.ts';
import { launchServer, sleep, until, type Watched } from '../helpers/targets.ts';

function functionsOf(slices: Watched['slices']): Set<string> {
  return new Set(slices.flatMap(({ profile }) => profile.nodes.map(({ callFrame }) => callFrame.functionName)));
}

/** Absolute times of the samples, µs. */
function sampleTimes({ startTime, timeDeltas }: V8Profile): number[] {
  let at = startTime;
  return timeDeltas.map((delta) => (at += delta));
}

for (const major of NODE_MAJORS) {
  const node = findNodeOfMajor(major);
  if (node === null) continue;
  test(`Node ${major}: slices without a gap, on the engine's clock`, async () => {
    const { target, slices, processes } = await launchServer('replaces-console.cjs', { node });
    const asked = clockUs();
    await target.startProfile(1_000);
    const started = clockUs();
    await sleep(3_300);
    const stopping = clockUs();
    await target.stopProfile();
    const stopped = clockUs();
    const profiles = slices.map(({ profile }) => profile);
    expect(profiles.length).toBeGreaterThanOrEqual(4);
    for (let i = 1; i < profiles.length; i++) expect(profiles[i]!.startTime).toBeLessThanOrEqual(profiles[i - 1]!.endTime);
    expect(profiles[0]!.startTime).toBeGreaterThanOrEqual(asked);
    expect(profiles[0]!.startTime).toBeLessThanOrEqual(started);
    expect(profiles.at(-1)!.endTime).toBeGreaterThanOrEqual(stopping);
    expect(profiles.at(-1)!.endTime).toBeLessThanOrEqual(stopped);
    // Overlapping samples counted once: what is left are the deltas, and they add up to the time that passed. Stopping takes
    // some milliseconds, which weigh in so short a recording.
    const covered = Math.max(...profiles.flatMap(sampleTimes)) - profiles[0]!.startTime;
    const duration = profiles.at(-1)!.endTime - profiles[0]!.startTime;
    expect(Math.abs(covered / duration - 1)).toBeLessThan(0.005);
    expect(functionsOf(slices)).toContain('busyWithoutConsole');
    expect(processes[0]).toMatchObject({ pid: target.pid, parentPid: process.pid, role: 'main', title: 'replaces-console.cjs' });
    expect(processes[0]!.node.startsWith(`${major}.`)).toBe(true);
  });
}

test('several recordings of one target', async () => {
  const { target, slices } = await launchServer('replaces-console.cjs');
  for (const interval of [10_000, 500]) {
    slices.length = 0;
    await target.startProfile(interval);
    await sleep(400);
    await target.stopProfile();
    const { profile } = slices.at(-1)!;
    const median = [...profile.timeDeltas].sort((a, b) => a - b)[profile.timeDeltas.length >> 1]!;
    expect(median / interval).toBeGreaterThan(0.5);
    expect(median / interval).toBeLessThan(2);
  }
});

test('a cluster of two with worker threads: three processes, one port', async () => {
  const { target, slices, processes, url } = await launchServer('cluster.cjs');
  await target.startProfile(1_000);
  await sleep(1_200);
  await target.stopProfile();
  expect(processes.map(({ role }) => role).sort()).toEqual(['cluster worker', 'cluster worker', 'main']);
  expect(new Set(slices.map(({ pid }) => pid)).size).toBe(3);
  expect(processes.map(({ pid }) => String(pid))).toContain(await (await fetch(url)).text());
});

test('a process that comes later is profiled too', async () => {
  const { target, slices, processes } = await launchServer('late-child.cjs');
  await target.startProfile(1_000);
  process.kill(target.pid, 'SIGUSR2');
  await until(() => processes.length === 2, 'the child reports');
  await sleep(600);
  await target.stopProfile();
  expect(new Set(slices.map(({ pid }) => pid)).size).toBe(2);
});

for (const how of ['js', 'native']) {
  test(`a main thread blocked for 5 s (${how}): figures keep coming, the stall grows, the profile has it`, async () => {
    const { target, samples, slices } = await launchServer('blocks.cjs', { env: [{ name: 'BLOCK', value: how }] });
    await target.startProfile(1_000);
    samples.length = 0;
    process.kill(target.pid, 'SIGUSR2');
    await sleep(4_000);
    const during = samples.filter(({ elu }) => elu === 1);
    const stalls = during.map(({ loopStall }) => loopStall);
    expect(during.length).toBeGreaterThan(8);
    expect(stalls).toEqual([...stalls].sort((a, b) => a - b));
    expect(stalls.at(-1)).toBeGreaterThan(2_500_000);
    await sleep(2_000);
    expect(Math.max(...samples.map(({ loopStall }) => loopStall))).toBeGreaterThan(4_500_000);
    await target.stopProfile();
    expect(functionsOf(slices)).toContain('blockHere');
  });
}

test('an idle server is idle, profiled or not', async () => {
  const { target, samples } = await launchServer('server.cjs');
  await sleep(800);
  const bare = samples.at(-1)!;
  await target.startProfile(1_000);
  samples.length = 0;
  await sleep(1_500);
  await target.stopProfile();
  const median = samples.map(({ elu }) => elu).sort((a, b) => a - b)[samples.length >> 1];
  expect(bare.elu).toBeLessThan(0.2);
  expect(median).toBeLessThan(0.2);
  expect(bare.rss).toBeGreaterThan(20e6);
  expect(bare.heapUsed).toBeGreaterThan(1e6);
});

test('TypeScript through tsx, with the source maps it made', async () => {
  const { target, slices } = await launchServer('server.ts', {
    env: [{ name: 'NODE_OPTIONS', value: `--import ${new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href}` }],
  });
  await target.startProfile(1_000);
  await sleep(500);
  await target.stopProfile();
  expect(functionsOf(slices)).toContain('spinInTypeScript');
  const script = target.scripts().find(({ url }) => url.endsWith('server.ts'));
  expect(script?.map.startsWith('data:application/json')).toBe(true);
});

test('TypeScript by type stripping', async () => {
  const node = findNodeOfMajor(24);
  if (node === null) return;
  const { target, slices } = await launchServer('server.ts', { node });
  await target.startProfile(1_000);
  await sleep(500);
  await target.stopProfile();
  const own = slices.flatMap(({ profile }) => profile.nodes).find(({ callFrame }) => callFrame.functionName === 'spinInTypeScript');
  // Zero-based: the positions of the file as it was written.
  expect(own?.callFrame).toMatchObject({ lineNumber: 13, url: expect.stringContaining('server.ts') });
});

test('an ES module', async () => {
  const { target, slices, url } = await launchServer('server.mjs');
  await target.startProfile(1_000);
  expect(await (await fetch(url)).text()).toBe('ok');
  await target.stopProfile();
  expect(slices.length).toBeGreaterThan(0);
});
