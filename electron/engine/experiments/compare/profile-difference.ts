/** The profiles of two variants side by side, per request. */

import { variantLetter } from '../../../../shared/model/comparison/comparison.ts';
import { FailureError, fail } from '../../../../shared/model/failure.ts';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { compareTrees, type ProfiledSide, type TreeComparison } from '../../../../shared/profile/tree/compare-trees.ts';
import type { FoldOptions } from '../../../../shared/profile/tree/folds.ts';
import { say } from '../../../../shared/words/said.ts';
import type { Comparison } from '../../sessions/comparison.ts';

interface PairQuery extends FoldOptions {
  readonly a: number;
  readonly b: number;
}

/** Throws FailureError if a variant has no profiled run. */
export async function compareProfiles(comparison: Comparison, { a, b, hide, folds }: PairQuery): Promise<TreeComparison> {
  const [sideA, sideB] = [await sideOf(comparison, a), await sideOf(comparison, b)];
  const { equivalencePercent } = comparison.setup;
  return compareTrees(sideA, sideB, { ...WHOLE_PROFILE, hide, folds, equivalencePercent });
}

async function sideOf(comparison: Comparison, variant: number): Promise<ProfiledSide> {
  const index = comparison.profiledPasses()[variant] ?? null;
  if (index === null)
    throw new FailureError(
      fail('not-available', say('comparison.noProfiledRun', { variant: variantLetter(variant) }), say('comparison.profileRuns')).failure,
    );
  const { recording } = await comparison.openPass(index);
  return { profiles: recording.profiles(), requests: recording.load.completed };
}
