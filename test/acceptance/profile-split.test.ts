/** How the time of a profile is divided, at intervals fine enough to lag behind what was asked, and coarse enough to need luck with the phase. */
import { expect } from 'vitest';
import { WHOLE_PROFILE } from '../../shared/profile/tree/call-tree.ts';
import { computeProfileFigures } from '../../shared/profile/tree/profile-figures.ts';
import { runSplit, worstDifference } from '../fixtures/profiles/run-split.ts';
import { twoOfThree } from '../helpers/two-of-three.ts';

const print = (split: object) =>
  Object.values(split)
    .map((percent: number) => percent.toFixed(1))
    .join(' / ');

// [asked interval in us, seconds]; at 10 ms one sample in 500 is 0.2 points, and 2 points are one standard error of a
// run of 5 s, so the run is longer there.
for (const [intervalUs, seconds] of [
  [100, 5],
  [1_000, 5],
  [10_000, 60],
] as const) {
  twoOfThree(`the known split 60/30/10 within 2 points at ${intervalUs} us`, async () => {
    const { merged, found, truth, stalledShare } = await runSplit(seconds, intervalUs);
    const figures = computeProfileFigures([merged], WHOLE_PROFILE, 5);
    console.log(
      `${intervalUs} us asked, ${figures.effectiveIntervalUs} us reached, n ${figures.samples}: found ${print(found)}, spent ${print(truth)}, machine stalled ${(100 * stalledShare).toFixed(1)} %`,
    );
    expect(worstDifference(found, truth)).toBeLessThan(2);
  });
}
