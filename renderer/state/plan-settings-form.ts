/**
 * What a plan says besides its requests (load, warm-up, timeout, connections), as fields of the form and back. The form has the last word: a
 * plan that is opened fills it in, and one that is saved says what it says. Pure.
 */
import { SETTINGS_LIST } from '../../shared/model/settings-list.ts';
import type { Plan } from '../../shared/plan/plan.ts';
import type { PlanLoad } from '../../shared/plan/plan-load.ts';
import { settingsOfPlan } from '../../shared/plan/plan-settings.ts';
import type { SetupForm } from './setup-form.ts';

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
  const keepAlive = form.client === 'loopscope' ? form.keepAlive : plan.keepAlive;
  return { ...plan, load: loadOf(form), warmupS: form.warmupS, timeoutS: form.timeoutS, keepAlive };
}

function loadOf(form: SetupForm): PlanLoad {
  switch (form.loadModel) {
    case 'closed': {
      const byTime = form.endBy === 'duration';
      return {
        model: 'closed',
        connections: form.connections,
        duration: byTime ? form.durationS : null,
        amount: byTime ? null : form.requests,
      };
    }
    case 'users':
      return { model: 'users', users: form.users, requests: form.requestsEach, spread: form.spreadS };
    case 'arrivals': {
      const { poisson, seed, maxInFlight } = form;
      return { model: 'arrivals', phases: phasesOf(form.schedule), poisson, seed: poisson ? seed : null, maxInFlight };
    }
    case 'sweep': {
      const { levels, holdS, maxInFlight } = form;
      const of = levels.includes('/') ? 'rate' : 'connections';
      return { model: 'sweep', of, levels, hold: holdS, maxInFlight: of === 'rate' ? maxInFlight : null };
    }
  }
}

/** One line each; what is repeated stays together. */
function phasesOf(schedule: string): string[] {
  return schedule.split(/,(?![^(]*\))/).map((phase) => phase.trim());
}
