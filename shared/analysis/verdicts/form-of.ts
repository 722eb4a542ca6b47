/** Which form of a study a comparison is of. Pure. */

import type { ComparisonSetup } from '../../model/comparison/comparison.ts';
import type { Demo, StudyForm } from '../../model/comparison/study.ts';
import { mapSettings } from '../../model/setup/settings-list.ts';
import type { Setup } from '../../model/setup/setup.ts';
import { withProxyFile } from '../../model/setup/topology.ts';
import { describeDifferences } from './differences.ts';

/** Null: settings were changed, so the study's expectations do not apply. Additional pairs do not matter. */
export function formOf({ comparisons }: Pick<Demo, 'comparisons'>, asked: ComparisonSetup): StudyForm | null {
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
    if (path === 'target.script' || (path === 'planFile' && value !== null)) return nameIn(value as string);
    if (path === 'target.topology') return withoutFolder(value as string);
    return path === 'target.node' ? null : value;
  });
}

/** The proxy of a study is a file beside its scripts. */
function withoutFolder(topology: string): string {
  return withProxyFile(topology, nameIn);
}

const nameIn = (path: string): string => path.split(/[\\/]/).pop()!;
