/** Plans read once: a form, a set of runs, lists and reports ask for the same again and again, and a long one takes a while. */
import type { Plan } from '../model/load/plan.ts';
import type { Setup } from '../model/setup/setup.ts';
import { type ReadPlan, readPlan } from './read-plan.ts';

let known: { readonly text: string; readonly read: ReadPlan } | null = null;

/** As `readPlan`; the last text is not read again. */
export function readPlanOnce(text: string): ReadPlan {
  if (known?.text !== text) known = { text, read: readPlan(text) };
  return known.read;
}

/** How many requests a visitor makes: all of a sequence, otherwise one. */
export function requestsOfVisitor(plan: Plan | null): number {
  return plan?.order === 'sequence' ? plan.requests.length : 1;
}

/** Of a set-up. Null: there is one request, or what is stored is no plan, because parts of it were left out. */
export function planOf({ plan: text }: Pick<Setup, 'plan'>): Plan | null {
  const read = text === null ? null : readPlanOnce(text);
  return read?.ok ? read.plan : null;
}
