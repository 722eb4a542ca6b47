/** Checks a comparison form. In a file of its own because only screens with a form need the schemas. */
import { type ComparisonSetup, variantLetter } from '../../shared/model/comparison.ts';
import { DEFAULT_CAPTURE, type Setup } from '../../shared/model/setup.ts';
import { checkForm } from './check-form.ts';
import type { CompareForm } from './compare-form.ts';

/** The engine decides which runs are profiled; it is not part of a variant. */
function asVariant(setup: Setup): Setup {
  return { ...setup, capture: DEFAULT_CAPTURE };
}

export interface CheckedComparison {
  /** Null while a variant is not complete. */
  readonly comparison: ComparisonSetup | null;
  /** By variant; null: not complete. */
  readonly setups: readonly (Setup | null)[];
}

export function checkComparison(form: CompareForm, nameOf: (letter: string) => string): CheckedComparison {
  const setups = form.variants.map((variant) => checkForm(variant.form).setup).map((setup) => (setup === null ? null : asVariant(setup)));
  const { pairs, question, profiled, seed, equivalencePercent } = form;
  const variants = setups.map((setup, index) => ({ title: form.variants[index]!.title.trim() || nameOf(variantLetter(index)), setup }));
  const complete = variants.every((variant): variant is { title: string; setup: Setup } => variant.setup !== null);
  return {
    comparison: complete
      ? { variants: variants as ComparisonSetup['variants'], pairs, question, profiled, seed, equivalencePercent }
      : null,
    setups,
  };
}
