/** Runs that take no part in the verdicts: a sentence for each reason. */
import { groupBy } from '../../base/group-by.ts';
import { variantLetter } from '../../model/comparison/comparison.ts';
import { type Exclusion, STOPPED_PASS } from '../../model/comparison/exclusion.ts';
import type { Pass } from '../../model/comparison/pass.ts';
import { isOneOf, isVerbatim, say } from '../../words/said.ts';
import { comparisonWarning } from './compared.ts';

export const leftOutRuns = comparisonWarning('left-out-runs', ({ passes }) => {
  const without = passes.filter(({ excluded }) => excluded !== null && excluded !== STOPPED_PASS);
  const failed = without.filter(({ excluded }) => !isNotMade(excluded));
  const notMade = without.length - failed.length;
  const reasons = [...groupBy(failed, reasonOf).values()].map(([first, ...more]) => {
    const isSame = more.every(({ excluded }) => JSON.stringify(excluded) === JSON.stringify(first.excluded));
    const told = { count: more.length + 1, variant: variantLetter(first.variant), why: first.excluded ?? '' };
    return isSame ? say('comparisonWarning.leftOut', told) : say('comparisonWarning.leftOutExample', told);
  });
  return notMade === 0 ? reasons : [...reasons, say('comparisonWarning.notMade', { count: notMade })];
});

/** Planned, and never begun: nothing of it was left out. */
function isNotMade(excluded: Exclusion | null): boolean {
  return excluded !== null && excluded !== STOPPED_PASS && isOneOf(excluded, ['exclusion.notRun']);
}

/** Reasons that differ only in their figures count as one. */
function reasonOf({ variant, excluded }: Pass): string {
  return `${variant}: ${nameOfReason(excluded)}`;
}

function nameOfReason(excluded: Exclusion | null): string {
  if (excluded === null || excluded === STOPPED_PASS) return '';
  if (isVerbatim(excluded)) return excluded.verbatim.replace(/(?<!\d)\d+(\.\d+)? %/g, '%');
  const { percent: _, ...params } = excluded.params;
  return JSON.stringify({ key: excluded.key, params });
}
