/** Requests of the route with the most CPU time take more than those of any other (the threshold: costliest-route.ts). */
import { type CostliestRoute, findCostliestRoute } from '../../../analysis/costliest-route.ts';
import { formatMs } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { isEnding } from '../../../model/run.ts';
import { nameOfRoute } from '../../../phrases/route-name.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

type OfRoute = CostliestRoute & { readonly kind: 'code-of-route' };

export const codeOfRoute: Rule<RunReport, OfRoute> = {
  id: 'code-of-route',
  about: 'code',
  severity: 'info',
  line: 'why',
  codes: ['code-of-route'],
  find: (run) => {
    const found = run.profile !== null && isEnding(run.ending) ? findCostliestRoute(run) : null;
    return found && { kind: 'code-of-route', ...found };
  },
  says: ({ route, eachMs, isCpuTime, isMixed, others, other, othersMs }) =>
    text('run.answer.codeOfRoute', {
      route: nameOfRoute(route),
      each: formatMs(eachMs),
      is: isCpuTime ? 'cpu' : 'main',
      mixed: isMixed ? 'yes' : 'no',
      others,
      other: nameOfRoute(other),
      most: formatMs(othersMs),
    }),
};
