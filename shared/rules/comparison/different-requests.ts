/** That variants have different request plans, so that a run of one is not the same work as a run of another. */
import type { Plan } from '../../model/load/plan.ts';
import type { Setup } from '../../model/setup/setup.ts';
import { planOf } from '../../plan/plan-of.ts';
import { type Param, type Said, say } from '../../words/said.ts';
import { comparisonWarning, listByLetter } from './compared.ts';

/** More names nobody reads in one sentence. */
const MOST_NAMES = 5;

export const differentRequests = comparisonWarning(
  'different-requests',
  ({ setup }) =>
    findDifferentRequests(
      setup.variants.map((variant) => variant.setup),
      listByLetter,
    ),
  { about: 'setups' },
);

/** `tell`: values in the order of the variants. */
export function findDifferentRequests(setups: readonly Setup[], tell: (values: readonly Param[]) => Param): Said[] {
  const asked = setups.map((setup) => ({ text: setup.plan, plan: planOf(setup) }));
  const works = asked.map(({ text, plan }) => (plan === null ? String(text) : workOf(plan)));
  if (new Set(works).size === 1) return [];
  const told = asked.map(({ text, plan }) => {
    if (plan !== null) return sayPlan(plan);
    return text === null ? say('comparisonWarning.requestsOne') : say('comparisonWarning.unknown');
  });
  const isTold = new Set(told.map((one) => JSON.stringify(one))).size > 1;
  return [isTold ? say('comparisonWarning.requests', { values: tell(told) }) : say('comparisonWarning.requestsInside')];
}

/** Comments, and the load that a plan suggests, are none of it. */
function workOf({ order, requests, values, cookies, keepAlive }: Plan): string {
  return JSON.stringify({ order, requests, values, cookies, keepAlive });
}

function sayPlan({ order, requests }: Plan): Param {
  const [only, ...others] = requests;
  if (others.length === 0) return only!.name;
  const all = requests.reduce((sum, { weight }) => sum + weight, 0);
  const names: (Said | string)[] = requests.slice(0, MOST_NAMES).map(({ name, weight }) => {
    return order === 'sequence' ? name : say('comparisonWarning.requestsShare', { name, percent: Math.round((1_000 * weight) / all) / 10 });
  });
  if (requests.length > MOST_NAMES) names.push(say('comparisonWarning.requestsMore', { count: requests.length - MOST_NAMES }));
  return say('comparisonWarning.requestsOfPlan', { order, names: { list: names, by: 'comma' } });
}
