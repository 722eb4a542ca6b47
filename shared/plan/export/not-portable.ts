/** What of a plan another load generator would not do as it is meant, by its place in the plan. */
import type { Generator } from '../../model/clients/client.ts';
import type { Plan, PlanRequest } from '../../model/load/plan.ts';
import { portableLoad } from '../../model/load-models.ts';
import { type Said, say } from '../../words/said.ts';
import type { PlanPath } from '../problem.ts';
import { quote } from '../quote.ts';
import { targetOf } from '../request-target.ts';
import { toJsPattern } from './js-pattern.ts';
import { loadOfPlan } from './load-of.ts';

export interface NotPortable {
  readonly says: Said;
  readonly path: PlanPath;
}

/** Of k6 this is all. */
export function checkPortable(plan: Plan, generator: Generator): NotPortable[] {
  const asked = portableLoad(loadOfPlan(plan));
  if (asked.by === 'search') return [{ says: say('planExport.search', { generator }), path: ['load'] }];
  const load =
    asked.by === 'rate' && asked.isPoisson
      ? [{ says: generator === 'k6' ? say('planExport.poisson') : say('planExport.poissonSlow'), path: ['load', 'poisson'] }]
      : [];
  return [...plan.requests.flatMap((request, at) => checkRequest(request, placeOf(plan, at), generator)), ...load];
}

export function placeOf({ order }: Pick<Plan, 'order'>, at: number): PlanPath {
  return [order === 'sequence' ? 'sequence' : 'requests', at];
}

function checkRequest({ url, headers, expect, captures }: PlanRequest, path: PlanPath, generator: Generator): NotPortable[] {
  const found: NotPortable[] = [];
  const texts = targetOf(url)!.path.texts;
  if (texts.some((text) => /%(?![0-9a-f]{2})/i.test(text))) found.push({ says: say('planExport.badPercent'), path: [...path, 'url'] });
  const seen = new Set<string>();
  for (const { name } of headers) {
    if (seen.has(name.toLowerCase()))
      found.push({ says: say('planExport.repeatedHeader', { name, generator }), path: [...path, 'headers', name] });
    seen.add(name.toLowerCase());
  }
  const patterns = [
    ...expect.matches.map((source) => ({ source, at: [...path, 'expect'] })),
    ...captures.filter(({ from }) => from === 'matches').map(({ at: source, name }) => ({ source, at: [...path, 'capture', name] })),
  ];
  for (const { source, at } of patterns)
    if (toJsPattern(source) === null) found.push({ says: say('planExport.pattern', { pattern: quote(source), generator }), path: at });
  return found;
}
