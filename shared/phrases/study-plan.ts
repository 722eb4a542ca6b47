/** What a study would run, shown before it runs, for a user who got it from somebody else. */
import { fileName } from '../format/place.ts';
import { variantLetter } from '../model/comparison/comparison.ts';
import type { Study } from '../model/comparison/study.ts';
import { formatCommand } from '../model/setup/command-line.ts';
import type { Setup } from '../model/setup/setup.ts';
import { subjectOf } from '../model/setup/subject.ts';
import { proxyFileIn } from '../model/setup/topology.ts';
import { text } from '../words/words.ts';
import { plansOf } from './load-plan.ts';

export interface PlannedForm {
  readonly name: string;
  readonly title: string;
  /** Load, runs, and whether there is a profile. */
  readonly what: string;
  /** One for each variant: what is run, and with which load. */
  readonly commands: readonly { readonly letter: string; readonly title: string; readonly command: string }[];
}

export function planForms({ comparisons, services }: Study): PlannedForm[] {
  if (services !== null)
    return services.forms.map(({ name, title }) => ({ name, title, what: text('study.folder.services'), commands: [] }));
  return comparisons.map(({ name, title, comparison }) => ({
    name,
    title,
    what: text('study.folder.runs', {
      plans: plansOf(comparison).join(' · '),
      runs: comparison.pairs * comparison.variants.length,
      profiled: comparison.profiled ? comparison.variants.length : 0,
    }),
    commands: comparison.variants.map((variant, index) => ({
      letter: variantLetter(index),
      title: variant.title,
      command: formatCommand(variant.setup),
    })),
  }));
}

/** Its files that are run or read, once each, by their names in the folder. */
export function filesOfStudy({ comparisons, variants, services }: Study): string[] {
  const setups = [...variants, ...comparisons.flatMap(({ comparison }) => comparison.variants)].map(({ setup }) => setup);
  const files = [...setups.flatMap(filesOf), ...(services === null ? [] : [services.script])];
  return [...new Set(files.map(fileName))].sort();
}

function filesOf(setup: Setup): string[] {
  const { target, planFile } = setup;
  const proxy = 'topology' in target ? proxyFileIn(target.topology) : null;
  return [subjectOf(setup), proxy, planFile].filter((file): file is string => file !== null);
}
