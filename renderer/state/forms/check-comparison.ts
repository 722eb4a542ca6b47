/** Checks a comparison form. In a file of its own because only screens with a form need the schemas. */

import { firstOf } from '../../../shared/base/shorten.ts';
import type { ComparisonSetup } from '../../../shared/model/comparison/comparison.ts';
import { MOST_TITLE } from '../../../shared/model/comparison/comparison-schema.ts';
import { setupOfGrid } from '../../../shared/model/comparison/grid-setup.ts';
import { defaultCapture } from '../../../shared/model/setup/captures.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { planOfSetup } from '../../../shared/phrases/load-plan.ts';
import { titleVariants } from '../../../shared/phrases/variant-titles.ts';
import { checkForm } from './check-form.ts';
import { type CompareForm, profiledRuns, type VariantForm } from './compare-form.ts';
import { cellForm, isGrid } from './grid-form.ts';

export interface CheckedComparison {
  /** Null while a variant is not complete. */
  readonly comparison: ComparisonSetup | null;
  /** By variant; null: not complete. */
  readonly setups: readonly (Setup | null)[];
  /** By case of a grid. */
  readonly cases: readonly (Setup | null)[];
}

export function checkComparison(form: CompareForm): CheckedComparison {
  return isGrid(form) ? checkGrid(form) : checkVariants(form);
}

function checkVariants(form: CompareForm): CheckedComparison {
  const { profiled, capture } = profiledRuns(form);
  // The engine decides which runs are profiled, and all in the same way; it is not part of a variant.
  const setups = form.variants
    .map((variant) => checkForm(variant.form).setup)
    .map((setup) => (setup === null ? null : { ...setup, capture: defaultCapture(capture) }));
  const complete = known(setups);
  if (complete.length < setups.length) return { comparison: null, setups, cases: [] };
  const { pairs, question, seed, equivalencePercent } = form;
  const titles = titled(form.variants, titleVariants(complete));
  const variants = complete.map((setup, index) => ({ title: titles[index]!, setup }));
  return { comparison: { variants, pairs, question, profiled, seed, equivalencePercent }, setups, cases: [] };
}

/** A topology is checked with the first case, and a case on the first topology; then each of the cells. */
function checkGrid({ variants, cases }: CompareForm): CheckedComparison {
  const cell = (topology: VariantForm, row: VariantForm): Setup | null => checkForm(cellForm(topology.form, row.form)).setup;
  const setups = variants.map((one) => cell(one, cases[0]!));
  const rows = cases.map((one) => cell(variants[0]!, one));
  const cells = cases.flatMap((row) => variants.map((one) => cell(one, row)));
  const complete = known(cells);
  if (complete.length < cells.length) return { comparison: null, setups, cases: rows };
  const grid = {
    topologies: titled(variants, titleVariants(known(setups))),
    cases: titled(cases, cases.length === 1 ? known(rows).map(planOfSetup) : titleVariants(known(rows))),
  };
  return { comparison: setupOfGrid(grid, complete), setups, cases: rows };
}

function known(setups: readonly (Setup | null)[]): Setup[] {
  return setups.filter((setup): setup is Setup => setup !== null);
}

/** As the user has named them, or by what tells them apart. */
function titled(forms: readonly VariantForm[], titles: readonly string[]): string[] {
  return forms.map(({ title }, index) => title.trim() || firstOf(titles[index]!, MOST_TITLE));
}
