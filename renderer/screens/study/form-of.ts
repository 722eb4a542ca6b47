/** Which form of a study a comparison is of. Pure. */
import { describeDifferences } from '../../../shared/analysis/differences.ts';
import type { ComparisonSetup } from '../../../shared/model/comparison.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import type { Demo, StudyForm } from '../../../shared/protocol/contract.ts';

/** Null: settings were changed, so nobody knows what to expect of it. More pairs are more of the same. */
export function formOf({ comparisons }: Demo, asked: ComparisonSetup): StudyForm | null {
  return comparisons.find(({ comparison }) => isSame(comparison, asked)) ?? null;
}

function isSame(form: ComparisonSetup, asked: ComparisonSetup): boolean {
  return (
    form.variants.length === asked.variants.length &&
    form.variants.every(({ setup }, index) => isAlike(setup, asked.variants[index]!.setup))
  );
}

/** A session of another machine has the studies in another folder. The Node that runs them is no part of a study. */
function isAlike(a: Setup, b: Setup): boolean {
  return describeDifferences([withoutPlace(a), withoutPlace(b)]).length === 0;
}

function withoutPlace(setup: Setup): Setup {
  const { target } = setup;
  return { ...setup, target: { ...target, node: null, script: target.script.split(/[\\/]/).at(-1)! } };
}
