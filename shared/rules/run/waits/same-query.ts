/** The same query again and again for one request: one for each row of another, as a rule. */
import { isOfServer, mainRoute, waitsOfRoute } from '../../../analysis/waits-of-run.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import type { Percent } from '../../../base/units.ts';
import { formatPercent, formatSignificant } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { say } from '../../../words/said.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface SameQuery {
  readonly kind: 'same-query';
  readonly route: string;
  readonly name: string;
  readonly perRequest: number;
  readonly share: Percent;
}

/** Fewer may be meant. */
const MANY_FROM = 10;
const SHARE_FROM: Percent = 10;
const MOST_CHARACTERS = 120;

function findSameQuery(run: RunReport): SameQuery | null {
  const main = mainRoute(run);
  if (main === null) return null;
  const { route } = main;
  const found = waitsOfRoute(run, main).flatMap(({ kind, name, perRequest, share }): SameQuery[] => {
    const isMany =
      isOfServer({ kind }) && kind === 'query' && name !== null && (perRequest ?? 0) >= MANY_FROM && (share ?? 0) >= SHARE_FROM;
    return isMany ? [{ kind: 'same-query', route, name, perRequest: perRequest!, share: share! }] : [];
  });
  return found.sort((a, b) => b.share - a.share)[0] ?? null;
}

export const sameQuery: Rule<RunReport, SameQuery> = {
  id: 'same-query',
  severity: 'info',
  line: 'why',
  codes: ['same-query'],
  // It says why they follow each other.
  silences: ['calls-in-sequence'],
  find: findSameQuery,
  says: ({ route, name, perRequest, share }) =>
    text('run.answer.sameQuery', {
      route: showHidden(route),
      name: showHidden(name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS)}…` : name),
      count: formatSignificant(perRequest),
      share: formatPercent(share, 0),
    }),
  advice: () => say('advice.oneQuery'),
};
