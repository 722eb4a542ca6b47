import { expect, test } from 'vitest';
import { CostBlocks } from '../../../../electron/engine/captures/cost-blocks.ts';
import { BLOCK_MS, type BlockPair, CUT_MS, MOST_PAIRS } from '../../../../shared/model/profile/profiling-cost.ts';

/** Time passes while somebody waits or switches, and at no other moment; it ends after `endMs`. */
async function play({
  endMs = Infinity,
  switchMs = 20,
  late = () => false,
}: {
  endMs?: number;
  switchMs?: number;
  late?: (nth: number) => boolean;
}) {
  const pairs: BlockPair[] = [];
  /** `[time, whether it works]` */
  const turns: [number, boolean][] = [];
  let now = 0;
  let end: Promise<unknown> = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  const blocks = new CostBlocks({
    switchTo: async (isOn) => {
      now += switchMs;
      turns.push([now, isOn]);
      return !late(turns.length);
    },
    record: (pair) => pairs.push(pair),
    now: () => now * 1_000,
    wait: async (ms, signal) => {
      if (now + ms > endMs && !signal.aborted) {
        now = endMs;
        end = blocks.stop();
        stopped();
        return;
      }
      now += ms;
    },
  });
  blocks.start();
  await end;
  return { pairs, turns, isOn: await blocks.stop(), now };
}
let stopped: () => void = () => {};

test('each pair has a block with and one without, of the same length, in an order that is drawn', async () => {
  const { pairs } = await play({ endMs: 200 * BLOCK_MS + 1 });
  expect(pairs.length).toBe(100);
  const first = pairs.map(({ on, off }) => (on.from < off.from ? 'on' : 'off'));
  expect(first.filter((one) => one === 'on').length).toBeGreaterThan(35);
  expect(first.filter((one) => one === 'off').length).toBeGreaterThan(35);
  for (const { on, off } of pairs) {
    for (const { from, to } of [on, off]) expect(to - from).toBe(BLOCK_MS * 1_000);
    expect(Math.max(on.from, off.from)).toBe(Math.min(on.to, off.to));
  }
  expect(pairs.map(({ on, off }) => Math.min(on.from, off.from))).toEqual(pairs.map((_, nth) => nth * 2 * BLOCK_MS * 1_000));
});

test('what switching takes is within the part that is cut, or the pair is left out', async () => {
  const quick = await play({ endMs: 20 * BLOCK_MS + 1, switchMs: CUT_MS - 1 });
  expect(quick.pairs.length).toBe(10);
  // Blocks that go on as the one before was are not switched to: some pairs have only one slow switch, none has no switch.
  const slow = await play({ endMs: 20 * BLOCK_MS + 1, switchMs: CUT_MS + 1 });
  expect(slow.pairs).toEqual([]);
});

test('a pair in which a process did not follow is left out, and the next one counts', async () => {
  const { pairs } = await play({ endMs: 20 * BLOCK_MS + 1, late: (nth) => nth === 3 });
  expect(pairs.length).toBe(9);
});

test('the pair in which the run ends is left out; nothing is switched afterwards', async () => {
  const { pairs, turns, isOn } = await play({ endMs: 3.5 * BLOCK_MS });
  expect(pairs.length).toBe(1);
  expect(turns.length).toBeLessThanOrEqual(4);
  expect(isOn).toBe(turns.at(-1)?.[1] ?? true);
});

test('a long run is sampled all the time when there are pairs enough', async () => {
  const pairs: BlockPair[] = [];
  let isWorking = true;
  let now = 0;
  const blocks = new CostBlocks({
    switchTo: async (isOn) => {
      isWorking = isOn;
      return true;
    },
    record: (pair) => pairs.push(pair),
    now: () => now,
    wait: async (ms) => {
      now += ms * 1_000;
    },
  });
  blocks.start();
  await expect.poll(() => pairs.length).toBe(MOST_PAIRS);
  expect(await blocks.stop()).toBe(true);
  expect(isWorking).toBe(true);
});
