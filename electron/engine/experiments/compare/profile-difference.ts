/** The profiles of two variants side by side, per request. */

import { variantLetter } from '../../../../shared/model/comparison/comparison.ts';
import { FailureError, fail } from '../../../../shared/model/failure.ts';
import { ALL_SAMPLES } from '../../../../shared/model/profile/selection.ts';
import { commonKinds, type ProfileKind } from '../../../../shared/model/setup/captures.ts';
import { WHOLE_PROFILE } from '../../../../shared/profile/tree/call-tree.ts';
import { compareTrees, type ProfiledSide, type TreeComparison } from '../../../../shared/profile/tree/compare-trees.ts';
import type { FoldOptions } from '../../../../shared/profile/tree/folds.ts';
import { say } from '../../../../shared/words/said.ts';
import type { Comparison } from '../../sessions/comparison.ts';

interface PairQuery extends FoldOptions {
  readonly a: number;
  readonly b: number;
  /** What the profiles are of; null: the first of what both have. */
  readonly kind: ProfileKind | null;
}

/** Throws FailureError if a variant has no profiled run, or none of that kind. */
export async function compareProfiles(comparison: Comparison, { a, b, kind, hide, folds }: PairQuery): Promise<TreeComparison> {
  const kinds = commonKinds([a, b].map((variant) => comparison.passes[profiledPass(comparison, variant)]!.profileKinds));
  const shown = kind ?? kinds[0];
  if (shown === undefined || !kinds.includes(shown))
    throw new FailureError(fail('not-available', say('comparison.noCommonProfile'), say('comparison.profileRuns')).failure);
  const [sideA, sideB] = [await sideOf(comparison, a, shown), await sideOf(comparison, b, shown)];
  const { equivalencePercent } = comparison.setup;
  return compareTrees(sideA, sideB, { ...WHOLE_PROFILE, hide, folds, equivalencePercent });
}

function profiledPass(comparison: Comparison, variant: number): number {
  const index = comparison.profiledPasses()[variant] ?? null;
  if (index === null)
    throw new FailureError(
      fail('not-available', say('comparison.noProfiledRun', { variant: variantLetter(variant) }), say('comparison.profileRuns')).failure,
    );
  return index;
}

async function sideOf(comparison: Comparison, variant: number, kind: ProfileKind): Promise<ProfiledSide> {
  const { recording } = await comparison.openPass(profiledPass(comparison, variant));
  return { profiles: recording.profiles({ ...ALL_SAMPLES, kind }), requests: recording.load.completed };
}
