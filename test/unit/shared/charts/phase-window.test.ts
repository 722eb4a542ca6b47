/** "This phase": the phase that a chosen window is a part of. */
import { expect, test } from 'vitest';
import { phaseAround, windowOfPhase } from '../../../../shared/charts/phase-window.ts';

const rate = [10, 10] as const;
/** 0 to 3 s, 3 to 4.5 s, 4.5 to 9 s; the run ended at 6 s. */
const BANDS = [
  { from: 0, to: 3, rate },
  { from: 3, to: 4.5, rate },
  { from: 4.5, to: 9, rate },
];
const END_MS = 6_000;
const around = (fromMs: number, toMs: number) => phaseAround(BANDS, { fromMs, toMs }, END_MS);

test('a phase is a window as far as the run came', () => {
  expect(windowOfPhase(BANDS[1], END_MS)).toEqual({ fromMs: 3_000, toMs: 4_500 });
  expect(windowOfPhase(BANDS[2], END_MS)).toEqual({ fromMs: 4_500, toMs: 6_000 });
  expect(windowOfPhase(BANDS[2], 4_000)).toBeNull();
  expect(windowOfPhase(undefined, END_MS)).toBeNull();
});

test('a window is widened to the phase in which most of it lies, but for one that is that phase already', () => {
  expect(around(1_000, 2_000)).toEqual({ fromMs: 0, toMs: 3_000 });
  expect(around(2_800, 4_000)).toEqual({ fromMs: 3_000, toMs: 4_500 });
  expect(around(3_000, 4_500)).toBeNull();
  expect(around(5_000, 6_000)).toEqual({ fromMs: 4_500, toMs: 6_000 });
  expect(around(0, 6_000)).toBeNull();
  expect(phaseAround([], { fromMs: 0, toMs: 1_000 }, END_MS)).toBeNull();
});
