/** CPU profiles of the worker threads of real programs. */
import { expect, test } from 'vitest';
import type { Profile } from '../../shared/model/profile/profile.ts';
import { CPU_TIME } from '../../shared/model/profile/selection.ts';
import type { RunRecording } from '../../shared/session/recording.ts';
import { needNode } from '../helpers/nodes.ts';
import { launchServer, until } from '../helpers/targets.ts';
import { OLDEST_TARGET, ownMajor, WITH_PERMISSIONS } from '../setup/nodes.mjs';

const SCRIPT = 'thread-zoo.cjs';

function namesIn(profile: Profile | undefined): Set<string> {
  const found = profile ? [...new Set(profile.sampleNode)].map((node) => profile.frames[profile.frame[node]!]!.name) : [];
  // Who called them are not among the samples.
  if (profile)
    for (let node of new Set(profile.sampleNode)) {
      for (; node >= 0; node = profile.parent[node]!) found.push(profile.frames[profile.frame[node]!]!.name);
    }
  return new Set(found);
}

const byThread = (recording: RunRecording): Map<number, Profile> =>
  new Map(recording.profiles(CPU_TIME).map((profile) => [profile.thread, profile]));

/** Time in a function and what it called, ms. */
function msIn(profile: Profile, name: string): number {
  let us = 0;
  profile.sampleNode.forEach((of, index) => {
    const until = profile.sampleTime[index + 1] ?? profile.endTime;
    for (let node = of; node >= 0; node = profile.parent[node]!) {
      if (profile.frames[profile.frame[node]!]!.name !== name) continue;
      us += until - profile.sampleTime[index]!;
      break;
    }
  });
  return us / 1e3;
}

/** The threads that a function ran in. */
function threadsWith(recording: RunRecording, name: string): number[] {
  return recording
    .profiles(CPU_TIME)
    .filter((profile) => namesIn(profile).has(name))
    .map(({ thread }) => thread);
}

for (const major of new Set([OLDEST_TARGET, ownMajor, WITH_PERMISSIONS])) {
  const tags = major === ownMajor ? [] : ['long'];
  test(`Node ${major}: work of a pool is in the profiles of its threads, not in that of the main one`, { tags }, async (context) => {
    const { captures, recording, url } = await launchServer(SCRIPT, { node: needNode(major, context) });
    await captures.start();
    await until(() => recording.threads.length === 2, 'both threads of the pool report', 60_000);
    for (let i = 0; i < 10; i++) await Promise.all([fetch(`${url}work`), fetch(`${url}work`), fetch(`${url}main`)]);
    await captures.stop();
    const profiles = byThread(recording);
    expect(recording.threads.map(({ title }) => title).sort()).toEqual(['pool 1', 'pool 2']);
    const [first, second] = recording.threads.map(({ thread }) => profiles.get(thread)!);
    for (const profile of [first!, second!]) {
      expect(namesIn(profile)).toContain('workerWork');
      expect(namesIn(profile)).not.toContain('mainWork');
      // Of some 200 ms; on a busy machine there are no samples of a task that was not running.
      expect(msIn(profile, 'workerWork')).toBeGreaterThan(20);
    }
    expect(namesIn(profiles.get(0))).toContain('mainWork');
    expect(namesIn(profiles.get(0))).not.toContain('workerWork');
    expect(profiles.size).toBe(3);
  });
}

test('a thread that never yields is profiled while it runs, and terminating it loses at most its last slice', {
  tags: ['long'],
}, async () => {
  const { captures, recording, url, slicesOf } = withSlices(await launchServer(SCRIPT));
  await captures.start();
  await fetch(`${url}forever`);
  await until(() => slicesOf('workerWork') >= 3, 'three slices of it have come');
  expect(await (await fetch(`${url}terminate`)).text()).toBe('terminated');
  const came = slicesOf('workerWork');
  expect(came).toBeGreaterThanOrEqual(3);
  await captures.stop();
  expect(threadsWith(recording, 'workerWork')).toHaveLength(1);
});

test('a thread that is blocked for 5 s: all of it is in its profile', { tags: ['long'] }, async () => {
  const { captures, recording, url } = await launchServer(SCRIPT);
  await captures.start();
  await fetch(`${url}blocked`);
  await until(() => threadsWith(recording, 'blockedWork').length === 1, 'it reports while it is blocked');
  const [thread] = threadsWith(recording, 'blockedWork');
  expect(await (await fetch(`${url}end`)).text()).toBe('ended');
  await captures.stop();
  const profile = byThread(recording).get(thread!)!;
  // The beginning of a thread is left alone, and on a busy machine the profiler starts late: from then on nothing is missing.
  expect(msIn(profile, 'blockedWork')).toBeGreaterThan(0.9 * ((profile.endTime - profile.startTime) / 1e3));
});

for (const [kind, work] of [
  ['exits', 'exitingWork'],
  ['ends', 'endingWork'],
] as const) {
  test(`a thread that ${kind} within a slice has delivered it`, { tags: kind === 'exits' ? [] : ['long'] }, async () => {
    const { captures, recording, url } = await launchServer(SCRIPT);
    await captures.start();
    await fetch(`${url}${kind}`);
    await until(() => threadsWith(recording, 'workerWork').length === 1, 'its profile has come');
    expect(await (await fetch(`${url}end`)).text()).toBe('ended');
    await captures.stop();
    expect(threadsWith(recording, work)).toEqual(threadsWith(recording, 'workerWork'));
  });
}

test('threads of threads, and threads without the environment of the process', async () => {
  const { captures, recording, url } = await launchServer(SCRIPT);
  await captures.start();
  await fetch(`${url}outer`);
  await fetch(`${url}bare`);
  await until(() => threadsWith(recording, 'nestedWork').length + threadsWith(recording, 'bareWork').length === 2, 'both report');
  await captures.stop();
  expect(recording.threads.map(({ title }) => title)).toEqual(expect.arrayContaining(['inner', SCRIPT]));
});

test('150 threads that end at once are counted, not profiled', { tags: ['long'] }, async () => {
  const { captures, recording, warnings, url } = await launchServer(SCRIPT);
  await captures.start();
  await fetch(`${url}short/150`);
  await captures.stop();
  const told = warnings.find((text) => text.includes('worker threads have no profile'));
  // One that takes longer than usual on a busy machine may have one.
  const without = Number(/^(\d+) worker threads/.exec(told ?? '')?.[1]);
  // Node announces them later than they start: on a busy machine the last ones may come when the recording has ended.
  expect(without + recording.threads.length).toBeGreaterThanOrEqual(148);
  expect(without + recording.threads.length).toBeLessThanOrEqual(152);
});

test('a thread in a native call does not hold up the end, and keeps what it had', async () => {
  const { captures, recording, warnings, url } = await launchServer(SCRIPT);
  await captures.start();
  await fetch(`${url}waits`);
  await until(() => threadsWith(recording, 'workerWork').length === 1, 'it has reported');
  await fetch(`${url}block`);
  await captures.stop();
  expect(warnings.filter((text) => text.includes('did not respond'))).toEqual([]);
  expect(threadsWith(recording, 'workerWork')).toHaveLength(1);
});

test('a process that ends takes the last slices of its threads along', async () => {
  const { captures, recording, url, target } = await launchServer(SCRIPT, { env: [{ name: 'MS', value: '300' }] });
  await captures.start();
  await Promise.all([fetch(`${url}work`), fetch(`${url}work`)]);
  await fetch(`${url}quit`);
  await until(() => target.exited !== null, 'it has ended');
  await captures.stop();
  expect(threadsWith(recording, 'workerWork')).toHaveLength(2);
});

test('several recordings of one process: its threads are in each', async () => {
  const { captures, url, slicesOf, forget } = withSlices(await launchServer(SCRIPT));
  for (let recording = 0; recording < 2; recording++) {
    forget();
    await captures.start();
    await Promise.all([fetch(`${url}work`), fetch(`${url}work`)]);
    await captures.stop();
    expect(slicesOf('workerWork')).toBeGreaterThan(0);
  }
});

test('the permission model: nothing of threads, as of the process', async (context) => {
  const node = needNode(WITH_PERMISSIONS, context);
  const { captures, recording, url } = await launchServer('server.cjs', { node, nodeArgs: ['--permission', '--allow-fs-read=*'] });
  await captures.start();
  await fetch(url);
  await captures.stop();
  expect(recording.threads).toEqual([]);
  expect(recording.profiles(CPU_TIME)).toEqual([]);
});

function withSlices<W extends { slices: { profile: { nodes: readonly { callFrame: { functionName: string } }[] } }[] }>(watched: W) {
  return {
    ...watched,
    slicesOf: (name: string) =>
      watched.slices.filter(({ profile }) => profile.nodes.some(({ callFrame }) => callFrame.functionName === name)).length,
    forget: () => {
      watched.slices.length = 0;
    },
  };
}
