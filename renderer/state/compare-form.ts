/** A comparison as it is being written: variants that are set-up forms, and how often each is run. Pure. */
import { type ComparisonSetup, DEFAULT_EQUIVALENCE_PERCENT, DEFAULT_PAIRS, DEFAULT_SEED } from '../../shared/model/comparison.ts';
import type { Setup } from '../../shared/model/setup.ts';
import { EMPTY_FORM, formOf, type SetupForm } from './setup-form.ts';

export interface VariantForm {
  /** Keeps its fields apart from those of others when variants come and go. */
  readonly key: number;
  /** Empty: named after its letter. */
  readonly title: string;
  readonly form: SetupForm;
}

export interface CompareForm {
  readonly variants: readonly VariantForm[];
  readonly pairs: number;
  readonly profiled: boolean;
  readonly seed: number;
  readonly equivalencePercent: number;
}

export const MOST_VARIANTS = 6;
export const LEAST_VARIANTS = 2;

const variantOf = (key: number, form: SetupForm, title = ''): VariantForm => ({ key, title, form });

const FIRST: CompareForm = {
  variants: [variantOf(0, EMPTY_FORM), variantOf(1, EMPTY_FORM)],
  pairs: DEFAULT_PAIRS,
  profiled: true,
  seed: DEFAULT_SEED,
  equivalencePercent: DEFAULT_EQUIVALENCE_PERCENT,
};

export function emptyCompareForm(): CompareForm {
  return FIRST;
}

/** Both sides equal: what is to differ is for the user to say. */
export function compareFormOf(setup: Setup, title = ''): CompareForm {
  const form = formOf(setup);
  return { ...FIRST, variants: [variantOf(0, form, title), variantOf(1, form)] };
}

export function compareFormFrom(comparison: ComparisonSetup): CompareForm {
  const variants = comparison.variants.map(({ title, setup }, index) => variantOf(index, formOf(setup), title));
  return { ...FIRST, ...comparison, variants };
}

/** A new variant starts as a copy of the last. */
export function addVariant(form: CompareForm): CompareForm {
  const last = form.variants[form.variants.length - 1];
  if (last === undefined || form.variants.length >= MOST_VARIANTS) return form;
  const key = 1 + Math.max(...form.variants.map((variant) => variant.key));
  return { ...form, variants: [...form.variants, variantOf(key, last.form)] };
}

export function removeVariant(form: CompareForm, index: number): CompareForm {
  if (form.variants.length <= LEAST_VARIANTS) return form;
  return { ...form, variants: form.variants.filter((_, at) => at !== index) };
}

export function editVariant(form: CompareForm, index: number, change: Partial<VariantForm>): CompareForm {
  return { ...form, variants: form.variants.map((variant, at) => (at === index ? { ...variant, ...change } : variant)) };
}

/**
 * What is typed into the base before another variant was touched goes into that one, too: B is A but for what is changed in B.
 * A field of B that was changed stays as it is.
 */
export function editBase(form: CompareForm, change: Partial<SetupForm>): CompareForm {
  const base = form.variants[0]?.form ?? EMPTY_FORM;
  const follow = (other: SetupForm): SetupForm => {
    const follows = Object.entries(change).filter(([name]) => isSame(other, base, name as keyof SetupForm));
    return { ...other, ...Object.fromEntries(follows) };
  };
  return {
    ...form,
    variants: form.variants.map((variant, at) => ({ ...variant, form: at === 0 ? { ...base, ...change } : follow(variant.form) })),
  };
}

function isSame(a: SetupForm, b: SetupForm, name: keyof SetupForm): boolean {
  return JSON.stringify(a[name]) === JSON.stringify(b[name]);
}
