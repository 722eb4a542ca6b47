/** The share of a loop while a profile is taken: the kernel's, which misses calls that wait, and what samples say of those. */
import { expect, test } from 'vitest';
import { withBlocked } from '../../../../shared/derive/sections/server.ts';
import type { CpuByThread, ThreadFigures } from '../../../../shared/model/server-figures.ts';

const rowOf = (kind: ThreadFigures['kind'], blockedMs: number | null) => ({ kind, blockedMs }) as ThreadFigures;
const threads = (...rows: ThreadFigures[]) => ({ durationMs: 4_000, rows }) as unknown as CpuByThread;
const ELU = { mean: 0.16, max: 0.26 };

test('a loop that is in calls that wait is busy, and of its greatest share nothing is known', () => {
  expect(withBlocked(ELU, threads(rowOf('main', 3_308)))!.mean).toBeCloseTo(0.16 + 0.827, 6);
  expect(withBlocked(ELU, threads(rowOf('main', 3_308)))!.max).toBeNull();
  // Two ways of measuring the same time may overlap a little.
  expect(withBlocked(ELU, threads(rowOf('main', 3_900)))).toEqual({ mean: 1, max: null });
});

test('a loop that is hardly ever in such calls, or has no profile, or of whose process nothing is known, stays as it is', () => {
  for (const blockedMs of [null, 0, 39]) expect(withBlocked(ELU, threads(rowOf('main', blockedMs)))).toBe(ELU);
  expect(withBlocked(ELU, threads(rowOf('worker', 3_308)))).toBe(ELU);
  expect(withBlocked(ELU, null)).toBe(ELU);
  expect(withBlocked(null, threads(rowOf('main', 3_308)))).toBeNull();
});
