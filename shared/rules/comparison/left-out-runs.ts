/** Runs that take no part in the verdicts: a sentence for each reason. */
import { isNotMade } from '../../analysis/verdicts/metrics.ts';
import { groupBy } from '../../base/group-by.ts';
import { variantLetter } from '../../model/comparison/comparison.ts';
import { type Exclusion, STOPPED_PASS } from '../../model/comparison/exclusion.ts';
import type { Pass } from '../../model/comparison/pass.ts';
import { isVerbatim, say } from '../../words/said.ts';
import { comparisonWarning } from './compared.ts';

export const leftOutRuns = comparisonWarning('left-out-runs', ({ passes }) => {
  const without = passes.filter(({ excluded }) => excluded !== null && excluded !== STOPPED_PASS);
  const failed = without.filter(({ excluded }) => !isNotMade(excluded));
  const notMade = without.length - failed.length;
  const measured = failed.filter(({ kind }) => kind === 'measured');
  const reasons = [...groupBy(measured, reasonOf).values()].map(([first, ...more]) => {
    const isSame = more.every(({ excluded }) => JSON.stringify(excluded) === JSON.stringify(first.excluded));
    const told = { count: more.length + 1, variant: variantLetter(first.variant), why: first.excluded ?? '' };
    return isSame ? say('comparisonWarning.leftOut', told) : say('comparisonWarning.leftOutExample', told);
  });
  // A run with a profile is in no figure anyway: nothing is left out with it.
  const told = new Set(measured.map(reasonOf));
  const profiled = failed
    .filter((pass) => pass.kind === 'profiled' && !told.has(reasonOf(pass)))
    .map(({ variant, excluded }) => say('comparisonWarning.profiledRun', { variant: variantLetter(variant), why: excluded ?? '' }));
  return [...reasons, ...profiled, ...(notMade === 0 ? [] : [say('comparisonWarning.notMade', { count: notMade })])];
});

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
