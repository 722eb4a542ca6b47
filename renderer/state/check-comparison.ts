/** Checks a comparison form. In a file of its own because only screens with a form need the schemas. */

import { defaultCapture } from '../../shared/model/captures.ts';
import type { ComparisonSetup } from '../../shared/model/comparison.ts';
import type { Setup } from '../../shared/model/setup.ts';
import { titleVariants } from '../../shared/words/variant-titles.ts';
import { checkForm } from './check-form.ts';
import { type CompareForm, profiledRuns } from './compare-form.ts';

export interface CheckedComparison {
  /** Null while a variant is not complete. */
  readonly comparison: ComparisonSetup | null;
  /** By variant; null: not complete. */
  readonly setups: readonly (Setup | null)[];
}

export function checkComparison(form: CompareForm): CheckedComparison {
  const { profiled, capture } = profiledRuns(form);
  // The engine decides which runs are profiled, and all in the same way; it is not part of a variant.
  const setups = form.variants
    .map((variant) => checkForm(variant.form).setup)
    .map((setup) => (setup === null ? null : { ...setup, capture: defaultCapture(capture) }));
  const complete = setups.filter((setup): setup is Setup => setup !== null);
  if (complete.length < setups.length) return { comparison: null, setups };
  const { pairs, question, seed, equivalencePercent } = form;
  const titles = titleVariants(complete);
  const variants = complete.map((setup, index) => ({ title: form.variants[index]!.title.trim() || titles[index]!, setup }));
  return { comparison: { variants, pairs, question, profiled, seed, equivalencePercent }, setups };
}
