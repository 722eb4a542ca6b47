/** The load of a plan, complete: what it leaves out is as the command line has it. */

import type { Plan } from '../../model/load/plan.ts';
import { buildSetup } from '../../model/setup/settings-list.ts';
import type { Load, Setup } from '../../model/setup/setup.ts';
import { settingsOfPlan } from '../plan-settings.ts';

export function loadOfPlan(plan: Plan): Load {
  const given: Readonly<Record<string, unknown>> = settingsOfPlan(plan);
  // What ends the load is chosen by its figure.
  const hasAmount = 'load.end.requests' in given;
  const { load } = buildSetup((path) => (hasAmount && path === 'load.end.by' ? 'amount' : given[path])) as Setup;
  return load;
}
