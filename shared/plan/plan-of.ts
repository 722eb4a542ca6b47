/** The plan of a set-up, read once: sets of runs, lists and reports ask for the same again and again. */
import type { Setup } from '../model/setup.ts';
import type { Plan } from './plan.ts';
import { readPlan } from './read-plan.ts';

let known: { readonly text: string; readonly plan: Plan | null } | null = null;

/** Null: there is one request, or what is stored is no plan, because parts of it were left out. */
export function planOf({ plan: text }: Pick<Setup, 'plan'>): Plan | null {
  if (text === null) return null;
  if (known?.text !== text) {
    const read = readPlan(text);
    known = { text, plan: read.ok ? read.plan : null };
  }
  return known.plan;
}
