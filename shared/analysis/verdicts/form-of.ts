/** Which form of a study a comparison is of. Pure. */

import type { ComparisonSetup } from '../../model/comparison/comparison.ts';
import type { LessonTexts } from '../../model/comparison/lesson-texts.ts';
import type { Study, StudyForm } from '../../model/comparison/study.ts';
import { HIDDEN_PARTS } from '../../model/setup/hidden.ts';
import { mapSettings } from '../../model/setup/settings-list.ts';
import type { Setup } from '../../model/setup/setup.ts';
import { withProxyFile } from '../../model/setup/topology.ts';
import { planOf } from '../../plan/plan-of.ts';
import { jsonOfPlan } from '../../plan/write-plan.ts';
import { describeDifferences } from './differences.ts';

/** Null: settings were changed, so the study's expectations do not apply. Additional pairs do not matter. */
export function formOf({ comparisons }: Pick<Study, 'comparisons'>, asked: ComparisonSetup): StudyForm | null {
  return comparisons.find(({ comparison }) => isSame(comparison, asked)) ?? null;
}

/** What a lesson says of the result of one of its forms; null: none of them was run. */
export function revealOf({ reveal }: Pick<LessonTexts, 'reveal'>, form: Pick<StudyForm, 'reveal'> | null): string {
  return form?.reveal ?? reveal;
}

function isSame(form: ComparisonSetup, asked: ComparisonSetup): boolean {
  return (
    form.variants.length === asked.variants.length &&
    form.variants.every(({ setup }, index) => isAlike(setup, asked.variants[index]!.setup))
  );
}

/** On another machine the studies are in another folder. The Node that runs them is not part of a study. */
function isAlike(form: Setup, asked: Setup): boolean {
  const isOnePlan = areOnePlan(form.plan, asked.plan);
  const compared = (setup: Setup): Setup => withoutPlace(isOnePlan ? { ...setup, plan: null } : setup);
  return describeDifferences([compared(form), compared(asked)]).length === 0;
}

/** By what they ask for: a session has a plan without its comments, written anew, and without values that may be secret. */
function areOnePlan(form: string | null, asked: string | null): boolean {
  const [one, other] = [planOf({ plan: form }), planOf({ plan: asked })];
  return one !== null && other !== null && isSameValue(jsonOfPlan(one), jsonOfPlan(other));
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return isSameText(one, other);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [ofOne, ofOther] = [Object.entries(one), Object.entries(other)];
  const found = new Map(ofOther);
  return ofOne.length === ofOther.length && ofOne.every(([key, value]) => found.has(key) && isSameValue(value, found.get(key)));
}

/** What was left out of the other one is whatever stands in its place. */
function isSameText(one: string, other: string): boolean {
  const parts = other.split(HIDDEN_PARTS).filter((_, at) => at % 2 === 0);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  return parts.length === 1 ? one === other : one.startsWith(first) && one.endsWith(last);
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
