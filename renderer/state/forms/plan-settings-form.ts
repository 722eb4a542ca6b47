/**
 * What a plan says besides its requests (load, warm-up, timeout, connections), as fields of the form and back. The form has the last word: a
 * plan that is opened fills it in, and one that is saved says what it says. Pure.
 */
import type { Plan } from '../../../shared/model/load/plan.ts';
import { planLoadOf } from '../../../shared/model/load-models.ts';
import { SETTINGS_LIST } from '../../../shared/model/setup/settings-list.ts';
import { settingsOfPlan } from '../../../shared/plan/plan-settings.ts';
import { type SetupForm, toSetup } from './setup-form.ts';

/** The fields for which the plan has a value. */
export function formOfPlan(plan: Plan): Partial<SetupForm> {
  const fields = Object.entries(settingsOfPlan(plan)).flatMap(([path, value]) => {
    const place = SETTINGS_LIST.find((one) => one.path === path);
    if (place === undefined) return [];
    // What ends the load is chosen by its figure.
    const implied = place.memberships.filter(({ union }) => union.implied === true);
    return [[place.key, value], ...implied.map(({ union, members }) => [union.key, members[0]])];
  });
  return Object.fromEntries(fields) as Partial<SetupForm>;
}

/** Whether the form has another value than the plan. */
export function differs(form: SetupForm, plan: Plan): boolean {
  return Object.entries(formOfPlan(plan)).some(([key, value]) => form[key as keyof SetupForm] !== value);
}

/** The plan with what the form says. */
export function planWithForm(plan: Plan, form: SetupForm): Plan {
  const { load, client } = toSetup(form);
  const { keepAlive } = 'keepAlive' in client ? client : plan;
  return { ...plan, load: planLoadOf(load), warmupS: form.warmupS, timeoutS: form.timeoutS, keepAlive };
}
