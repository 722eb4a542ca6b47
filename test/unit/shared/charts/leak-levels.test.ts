import { expect, test } from 'vitest';
import { layoutLeak } from '../../../../shared/charts/leak-levels.ts';
import { LEAK_PLAN, type LeakRound, type LeakRoundKind } from '../../../../shared/model/leak.ts';
import { leakFigure, leakPanel, leakPaths, tellLeakRound } from '../../../../shared/report/drawings/leak-levels.ts';

const FRAME = { width: 600, height: 300, left: 50, right: 100, top: 20, bottom: 30 };
const plan = { ...LEAK_PLAN, perRound: 1_000 };

function round(kind: LeakRoundKind, heap: number, requests = 1_000): LeakRound {
  const threads = [
    { pid: 1, thread: 0, heap: heap - 1e6, external: 2e6, arrayBuffers: 1e6 },
    { pid: 1, thread: 3, heap: 1e6, external: 0, arrayBuffers: 0 },
  ];
  return { kind, requests, failed: 0, ms: 100, threads, counts: { threads: 1, descriptors: 20, resources: 2, contexts: 1 }, rss: 9e7 };
}

const first = [round('settle', 10e6), round('settle', 12e6), round('settle', 13e6)];
const judged = [14, 15, 16, 17, 18, 19, 20, 21].map((mb) => round('judge', mb * 1e6));

test('while rounds are added, those that are there keep their places', () => {
  const early = layoutLeak({ plan, rounds: first }, FRAME);
  const later = layoutLeak({ plan, rounds: [...first, ...judged] }, FRAME);
  const xs = ({ lines }: typeof early) => lines[0]!.dots.map(({ x }) => x);
  expect(xs(later).slice(0, 3)).toEqual(xs(early));
  expect(early.settledX).toBe(xs(early)[2]);
  // 11 rounds of 1,000 are planned, over the width of the picture.
  expect(xs(later).at(-1)).toBe(FRAME.width - FRAME.right);
  expect(later.ticks.map(({ requests }) => requests)).toEqual([0, 2_000, 4_000, 6_000, 8_000, 10_000]);
});

test('levels are those of all threads together, in megabytes from zero', () => {
  const { lines, y } = layoutLeak({ plan, rounds: [...first, ...judged] }, FRAME);
  expect(y.min).toBe(0);
  const [heap, outside] = lines.map(({ dots }) => dots.at(-1)!.y);
  expect(heap).toBeCloseTo(y.at(21), 6);
  expect(outside).toBeCloseTo(y.at(2), 6);
});

test('the round after the rest stands beside the axis of requests, tied by a dashed line', () => {
  const rounds = [...first, ...judged, round('rest', 21e6, 200)];
  const { lines, restX } = layoutLeak({ plan, rounds }, FRAME);
  expect(restX).toBe(FRAME.width - FRAME.right);
  const { dots } = lines[0]!;
  expect(dots.at(-1)!.x - dots.at(-2)!.x).toBeGreaterThan(50);
  const { loaded, rested } = leakPaths(dots);
  expect(loaded.match(/[ML]/g)).toHaveLength(11);
  expect(rested.match(/[ML]/g)).toHaveLength(2);
  const drawn = leakPanel({ plan, rounds })
    .body.map(({ html }) => html)
    .join('');
  expect(drawn).toContain('35 s of rest');
  // Three rounds that settle and the one after the rest, of each line.
  expect(drawn.match(/hollow/g)).toHaveLength(8);
});

test('a round is told with its change, and nothing is drawn before the first is over', () => {
  expect(tellLeakRound({ rounds: first }, 0)).toBe(
    'Round 1 (settles): 1,000 requests, then 10.0\u00a0MB of heap alive; outside of it 2.00\u00a0MB.',
  );
  expect(tellLeakRound({ rounds: first }, 1)).toContain('12.0\u00a0MB of heap alive, 2.00\u00a0MB more than before;');
  expect(tellLeakRound({ rounds: [first[1]!, first[0]!] }, 1)).toContain('2.00\u00a0MB less than before;');
  expect(leakFigure({ plan, rounds: [] }).html).toBe('');
  expect(leakFigure(undefined).html).toBe('');
});
