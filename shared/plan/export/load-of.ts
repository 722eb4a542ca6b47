/** The load of a plan, complete: what it leaves out is as the command line has it. */

import { buildSetup } from '../../model/settings-list.ts';
import type { Load, Setup } from '../../model/setup.ts';
import type { Plan } from '../plan.ts';
import { settingsOfPlan } from '../plan-settings.ts';

export function loadOfPlan(plan: Plan): Load {
  const given: Readonly<Record<string, unknown>> = settingsOfPlan(plan);
  // What ends the load is chosen by its figure.
  const hasAmount = 'load.end.requests' in given;
  const { load } = buildSetup((path) => (hasAmount && path === 'load.end.by' ? 'amount' : given[path])) as Setup;
  return load;
}
