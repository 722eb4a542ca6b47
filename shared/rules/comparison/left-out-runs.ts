/** Runs that take no part in the verdicts: a sentence for each reason. */
import { variantLetter } from '../../model/comparison/comparison.ts';
import { type Exclusion, STOPPED_PASS } from '../../model/comparison/exclusion.ts';
import type { Pass } from '../../model/comparison/pass.ts';
import { isVerbatim, say } from '../../words/said.ts';
import { comparisonWarning } from './compared.ts';

export const leftOutRuns = comparisonWarning('left-out-runs', ({ passes }) => {
  const failed = passes.filter(({ excluded }) => excluded !== null && excluded !== STOPPED_PASS);
  return groupByReason(failed).map(([first, ...more]) => {
    const isSame = more.every(({ excluded }) => JSON.stringify(excluded) === JSON.stringify(first.excluded));
    const told = { count: more.length + 1, variant: variantLetter(first.variant), why: first.excluded ?? '' };
    return isSame ? say('comparisonWarning.leftOut', told) : say('comparisonWarning.leftOutExample', told);
  });
});

/** Reasons that differ only in their figures count as one. */
function groupByReason(passes: readonly Pass[]): [Pass, ...Pass[]][] {
  const groups = new Map<string, [Pass, ...Pass[]]>();
  for (const pass of passes) {
    const key = `${pass.variant}: ${nameOfReason(pass.excluded)}`;
    const known = groups.get(key);
    if (known) known.push(pass);
    else groups.set(key, [pass]);
  }
  return [...groups.values()];
}

function nameOfReason(excluded: Exclusion | null): string {
  if (excluded === null || excluded === STOPPED_PASS) return '';
  if (isVerbatim(excluded)) return excluded.verbatim.replace(/(?<!\d)\d+(\.\d+)? %/g, '%');
  const { percent: _, ...params } = excluded.params;
  return JSON.stringify({ key: excluded.key, params });
}
