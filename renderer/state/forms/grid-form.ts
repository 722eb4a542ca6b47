/** The rows of a grid being edited: what is measured stands in its columns, how it is loaded in its cases. Pure. */
import { MOST_GRID_CELLS } from '../../../shared/model/comparison/grid.ts';
import { type CompareForm, editVariant, type VariantForm } from './compare-form.ts';
import { formPart } from './form-part.ts';
import type { SetupForm } from './setup-form.ts';

/** With what is requested: it is no part of what is measured. */
const LOAD = formPart((path) => !/^(target|capture)\b/.test(path));

export function isGrid({ cases }: CompareForm): boolean {
  return cases.length > 0;
}

/** What is measured of the one, with the load of the other. */
export function cellForm(topology: SetupForm, row: SetupForm): SetupForm {
  return { ...topology, ...LOAD.of(row) };
}

/** The first case is what the variants were loaded with. */
export function asGrid(form: CompareForm): CompareForm {
  const [first] = form.variants;
  return isGrid(form) || first === undefined ? form : { ...form, cases: [{ key: 0, title: '', form: first.form }] };
}

/** Whoever goes back to variants has them with the load of the first case. */
export function asVariants(form: CompareForm): CompareForm {
  const [first] = form.cases;
  if (first === undefined) return form;
  return { ...form, cases: [], ownLoad: false, variants: form.variants.map((one) => ({ ...one, form: cellForm(one.form, first.form) })) };
}

export function hasRoomForCase({ variants, cases }: CompareForm): boolean {
  return variants.length * (cases.length + 1) <= MOST_GRID_CELLS;
}

export function hasRoomForTopology({ variants, cases }: CompareForm): boolean {
  return (variants.length + 1) * cases.length <= MOST_GRID_CELLS;
}

/** A new case starts as a copy of the last. */
export function addCase(form: CompareForm): CompareForm {
  const last = form.cases[form.cases.length - 1];
  if (last === undefined || !hasRoomForCase(form)) return form;
  const key = 1 + Math.max(...form.cases.map((one) => one.key));
  return { ...form, cases: [...form.cases, { key, title: '', form: last.form }] };
}

export function removeCase(form: CompareForm, index: number): CompareForm {
  return form.cases.length <= 1 ? form : { ...form, cases: form.cases.filter((_, at) => at !== index) };
}

export function editCase(form: CompareForm, index: number, change: Partial<VariantForm>): CompareForm {
  return { ...form, cases: editVariant({ ...form, variants: form.cases }, index, change).variants };
}
