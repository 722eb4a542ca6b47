/** The load of a plan, complete: what it leaves out is as the command line has it. */

import { buildSetup } from '../../model/settings-list.ts';
import type { Load, Setup } from '../../model/setup.ts';
import type { Plan } from '../plan.ts';
import { settingsOfPlan } from '../plan-settings.ts';

export function loadOfPlan(plan: Plan): Load {
  const given: Readonly<Record<string, unknown>> = settingsOfPlan(plan);
  const amount = plan.load?.model === 'closed' ? plan.load.amount : null;
  const { load } = buildSetup((path) => (path === 'load.end.by' && amount !== null ? 'amount' : given[path])) as Setup;
  return load;
}
