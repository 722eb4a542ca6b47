/** What of a plan no other load generator would do as it is meant, by its place in the plan. */
import { type Said, say } from '../../words/said.ts';
import type { Plan, PlanRequest } from '../plan.ts';
import type { PlanPath } from '../problem.ts';
import { quote } from '../quote.ts';
import { targetOf } from '../request-target.ts';
import { toJsPattern } from './js-pattern.ts';

export interface NotPortable {
  readonly says: Said;
  readonly path: PlanPath;
}

export function checkPortable(plan: Plan): NotPortable[] {
  const list = plan.order === 'sequence' ? 'sequence' : 'requests';
  const load = plan.load?.model === 'arrivals' && plan.load.poisson ? [{ says: say('planExport.poisson'), path: ['load', 'poisson'] }] : [];
  return [...plan.requests.flatMap((request, at) => checkRequest(request, [list, at])), ...load];
}

function checkRequest({ url, headers, expect, captures }: PlanRequest, path: PlanPath): NotPortable[] {
  const found: NotPortable[] = [];
  const texts = targetOf(url)!.path.texts;
  if (texts.some((text) => /%(?![0-9a-f]{2})/i.test(text))) found.push({ says: say('planExport.badPercent'), path: [...path, 'url'] });
  const seen = new Set<string>();
  for (const { name } of headers) {
    if (seen.has(name.toLowerCase())) found.push({ says: say('planExport.repeatedHeader', { name }), path: [...path, 'headers', name] });
    seen.add(name.toLowerCase());
  }
  const patterns = [
    ...expect.matches.map((source) => ({ source, at: [...path, 'expect'] })),
    ...captures.filter(({ from }) => from === 'matches').map(({ at: source, name }) => ({ source, at: [...path, 'capture', name] })),
  ];
  for (const { source, at } of patterns)
    if (toJsPattern(source) === null) found.push({ says: say('planExport.pattern', { pattern: quote(source) }), path: at });
  return found;
}
