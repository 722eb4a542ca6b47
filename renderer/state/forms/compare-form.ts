/** A comparison being edited: variants, each a set-up form, and how often each is run. Pure. */

import { withBothClients } from '../../../shared/model/clients/both-clients.ts';
import {
  type ComparisonSetup,
  DEFAULT_EQUIVALENCE_PERCENT,
  DEFAULT_PAIRS,
  DEFAULT_SEED,
} from '../../../shared/model/comparison/comparison.ts';
import { gridAxes } from '../../../shared/model/comparison/grid-command.ts';
import { DEFAULT_QUESTION, type Metric } from '../../../shared/model/comparison/metrics.ts';
import { type CaptureKind, RECORDING_KINDS, recordsAnything } from '../../../shared/model/setup/captures.ts';
import type { CompareExperiment } from '../../../shared/model/setup/experiment.ts';
import { changeSettings } from '../../../shared/model/setup/settings-list.ts';
import { DEFAULT_CAPTURE, type Setup } from '../../../shared/model/setup/setup.ts';
import { TARGET_KINDS } from '../../../shared/model/setup/target-kinds.ts';
import { titleVariants } from '../../../shared/phrases/variant-titles.ts';
import { EMPTY_FORM, formOf, type SetupForm } from './setup-form.ts';
import { hasOneLoad, loadOfForm, withoutLoad } from './shared-load.ts';

export interface VariantForm {
  /** Identifies the variant's fields when variants are added or removed. */
  readonly key: number;
  /** Empty: named by what tells it from the others. */
  readonly title: string;
  readonly form: SetupForm;
}

export interface CompareForm {
  readonly variants: readonly VariantForm[];
  /** Of a grid: the loads that each of the variants gets, which are its topologies (grid-form.ts). None: the variants are compared. */
  readonly cases: readonly VariantForm[];
  /** Whether each variant has a load of its own. Otherwise there is one, and it is the same in all of them. */
  readonly ownLoad: boolean;
  readonly pairs: number;
  readonly question: Metric;
  readonly profiled: boolean;
  /** What is taken of the profiled runs. */
  readonly capture: CaptureKind;
  readonly seed: number;
  readonly equivalencePercent: number;
}

export const MOST_VARIANTS = 6;
export const LEAST_VARIANTS = 2;

const variantOf = (key: number, form: SetupForm, title = ''): VariantForm => ({ key, title, form });

const FIRST: CompareForm = {
  variants: [variantOf(0, EMPTY_FORM), variantOf(1, EMPTY_FORM)],
  cases: [],
  ownLoad: false,
  pairs: DEFAULT_PAIRS,
  question: DEFAULT_QUESTION,
  profiled: true,
  capture: DEFAULT_CAPTURE.kind,
  seed: DEFAULT_SEED,
  equivalencePercent: DEFAULT_EQUIVALENCE_PERCENT,
};

export function emptyCompareForm(): CompareForm {
  return FIRST;
}

/** Starts with equal sides; the user changes what should differ. */
export function compareFormOf(setup: Setup, title = ''): CompareForm {
  const form = formOf(setup);
  return { ...FIRST, capture: profiledCaptureOf(setup), variants: [variantOf(0, form, title), variantOf(1, form)] };
}

/** The same twice, measured with each client. */
export function compareFormOfClients(setup: Setup, titles: readonly [own: string, autocannon: string]): CompareForm {
  const variants = withBothClients(setup).map((one, index) => variantOf(index, formOf(one), titles[index]));
  return { ...compareFormOf(setup), ownLoad: true, variants };
}

/** The run as it was, and as it is to be tried. */
export function compareFormOfExperiment(setup: Setup, { changes, common = {}, question, pairs }: CompareExperiment): CompareForm {
  const form = compareFormOf(setup);
  const forms = [common, { ...common, ...changes }].map((own) => formOf(changeSettings(setup, own) as Setup));
  return {
    ...form,
    ownLoad: !hasOneLoad(forms),
    question: question ?? form.question,
    pairs: pairs ?? form.pairs,
    variants: forms.map((own, index) => variantOf(index, own)),
  };
}

/** A title that follows from the set-ups is left to follow from them: they may be changed. */
export function compareFormFrom(comparison: ComparisonSetup): CompareForm {
  const axes = comparison.grid === undefined ? null : gridAxes(comparison, comparison.grid);
  if (axes !== null && comparison.grid !== undefined) {
    const { topologies, cases } = comparison.grid;
    const formsOf = (setups: readonly Setup[], titles: readonly string[]) =>
      setups.map((setup, index) => variantOf(index, formOf(setup), titles[index]));
    return { ...FIRST, variants: formsOf(axes.topologies, topologies), cases: formsOf(axes.cases, cases) };
  }
  const followed = titleVariants(comparison.variants.map(({ setup }) => setup));
  const variants = comparison.variants.map(({ title, setup }, index) =>
    variantOf(index, formOf(setup), title === followed[index] ? '' : title),
  );
  const ownLoad = !hasOneLoad(variants.map(({ form }) => form));
  return { ...FIRST, ...comparison, ownLoad, capture: profiledCaptureOf(comparison.variants[0]!.setup), variants };
}

/** What the profiled runs can record: what can be had of every variant. */
export function comparableCaptures({ variants }: CompareForm): readonly CaptureKind[] {
  return RECORDING_KINDS.filter((kind) => variants.every(({ form }) => TARGET_KINDS[form.target].captures.includes(kind)));
}

/** Those runs as they will be made: not at all where nothing can be recorded. */
export function profiledRuns(form: CompareForm): { readonly profiled: boolean; readonly capture: CaptureKind } {
  const possible = comparableCaptures(form);
  const capture = possible.find((kind) => kind === form.capture) ?? possible[0];
  return capture === undefined ? { profiled: false, capture: 'none' } : { profiled: form.profiled, capture };
}

function profiledCaptureOf({ capture: { kind } }: Setup): CaptureKind {
  return recordsAnything(kind) ? kind : FIRST.capture;
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

/** Every variant gets it. */
function editSharedLoad(form: CompareForm, load: Partial<SetupForm>): CompareForm {
  return { ...form, variants: form.variants.map((one) => ({ ...one, form: { ...one.form, ...load } })) };
}

/** From one load to one for each, which begins as the same; or back to one, which is that of A. */
export function setOwnLoad(form: CompareForm, ownLoad: boolean): CompareForm {
  const [first] = form.variants;
  const next = { ...form, ownLoad };
  return ownLoad || first === undefined ? next : editSharedLoad(next, loadOfForm(first.form));
}

/** A change in the form of one variant. The load is that of all, unless each has its own. */
export function editSetup(form: CompareForm, index: number, change: Partial<SetupForm>): CompareForm {
  if (!form.ownLoad) {
    const own = withoutLoad(change);
    return editOwn(editSharedLoad(form, loadOfForm(change)), index, own);
  }
  return editOwn(form, index, change);
}

function editOwn(form: CompareForm, index: number, change: Partial<SetupForm>): CompareForm {
  if (index === 0) return editBase(form, change);
  return editVariant(form, index, { form: { ...form.variants[index]!.form, ...change } });
}

/** Another form in the place of one variant, an empty one or that of an earlier run. The load that all have is replaced only with the base. */
export function fillVariant(form: CompareForm, index: number, filled: SetupForm): CompareForm {
  return editSetup(form, index, index === 0 || form.ownLoad ? filled : withoutLoad(filled));
}

/**
 * A change of the base also changes the other variants where they still equal the base: B is A except for what was changed in B.
 * A field that was changed in B stays as it is.
 */
function editBase(form: CompareForm, change: Partial<SetupForm>): CompareForm {
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
