/** What is promised of time when a script is stopped or profiled. That it happens at all is in test/integration. */
import { expect } from 'vitest';
import { launchServer, sleep, temporaryFolder, until } from '../helpers/targets.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';
import { alive, animalsIn, startZooOfAnEngine } from '../helpers/zoo.ts';

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

twoOfThree('four processes that ignore SIGTERM are gone 6 s after Stop', async () => {
  const dir = temporaryFolder();
  const { target } = await launchServer('zoo.cjs', { env: [{ name: 'ZOO_DIR', value: dir }] });
  const pids = await animalsIn(dir);
  expect(await timed(() => target.stop())).toBeLessThan(6_000);
  expect(alive(pids)).toEqual([]);
});

twoOfThree('a server that obeys is not waited for any longer', async () => {
  const { target } = await launchServer('obeys.cjs');
  expect(await timed(() => target.stop())).toBeLessThan(2_500);
});

for (const spin of [false, true]) {
  twoOfThree(`nothing is left 2 s after the engine was killed${spin ? ', with the main thread in an endless loop' : ''}`, async () => {
    const { pids, killEngine } = await startZooOfAnEngine(spin);
    killEngine();
    expect(await until(() => alive(pids).length === 0, 'all four are gone')).toBeLessThan(2_000);
  });
}

twoOfThree('samples come as often as was asked', async () => {
  for (const interval of [10_000, 1_000, 500]) {
    const { captures, slices } = await launchServer('replaces-console.cjs', {}, interval);
    await captures.start();
    await sleep(1_500);
    await captures.stop();
    // The last slice may have been started just before the stop.
    const longest = slices.reduce((a, b) => (b.profile.timeDeltas.length > a.profile.timeDeltas.length ? b : a));
    const { timeDeltas } = longest.profile;
    const median = [...timeDeltas].sort((a, b) => a - b)[timeDeltas.length >> 1]!;
    expect(median / interval).toBeGreaterThan(0.5);
    expect(median / interval).toBeLessThan(2);
  }
});

twoOfThree('an idle server is idle, profiled or not', async () => {
  const { captures, samples } = await launchServer('server.cjs');
  for (const profiled of [false, true]) {
    if (profiled) await captures.start();
    samples.length = 0;
    await until(() => samples.length >= 6, 'samples have come');
    const busy = samples.map(({ elu }) => elu).sort((a, b) => a - b);
    expect(busy[busy.length >> 1]).toBeLessThan(0.2);
  }
  await captures.stop();
});

twoOfThree('a main thread blocked for 5 s: figures come all the while, and say how long', async () => {
  for (const how of ['js', 'native']) {
    const { target, samples } = await launchServer('blocks.cjs', { env: [{ name: 'BLOCK', value: how }] });
    process.kill(target.pid, 'SIGUSR2');
    await sleep(6_000);
    expect(samples.filter(({ elu }) => elu === 1).length).toBeGreaterThan(12);
    expect(Math.max(...samples.map(({ loopStall }) => loopStall))).toBeGreaterThan(4_500_000);
  }
});
