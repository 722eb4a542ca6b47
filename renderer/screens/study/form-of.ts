/** Which form of a study a comparison is of. Pure. */
import { describeDifferences } from '../../../shared/analysis/differences.ts';
import type { ComparisonSetup } from '../../../shared/model/comparison.ts';
import { mapSettings } from '../../../shared/model/settings-list.ts';
import type { Setup } from '../../../shared/model/setup.ts';
import type { Demo, StudyForm } from '../../../shared/protocol/contract.ts';

/** Null: settings were changed, so the study's expectations do not apply. Additional pairs do not matter. */
export function formOf({ comparisons }: Demo, asked: ComparisonSetup): StudyForm | null {
  return comparisons.find(({ comparison }) => isSame(comparison, asked)) ?? null;
}

function isSame(form: ComparisonSetup, asked: ComparisonSetup): boolean {
  return (
    form.variants.length === asked.variants.length &&
    form.variants.every(({ setup }, index) => isAlike(setup, asked.variants[index]!.setup))
  );
}

/** On another machine the studies are in another folder. The Node that runs them is not part of a study. */
function isAlike(a: Setup, b: Setup): boolean {
  return describeDifferences([withoutPlace(a), withoutPlace(b)]).length === 0;
}

function withoutPlace(setup: Setup): Setup {
  return mapSettings(setup, ({ path }, value) => {
    if (path === 'target.script') return (value as string).split(/[\\/]/).pop()!;
    return path === 'target.node' ? null : value;
  });
}
