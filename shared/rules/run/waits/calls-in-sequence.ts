/** A request asks other servers several times, and never two of them at once. Whether it could is for its author to say. */
import { FEWEST, isOfServer, mainRoute, waitsOfRoute } from '../../../analysis/waits-of-run.ts';
import { showHidden } from '../../../base/show-hidden.ts';
import type { Percent, Ratio } from '../../../base/units.ts';
import { formatPercent, formatSignificant } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface InSequence {
  readonly kind: 'calls-in-sequence';
  readonly route: string;
  readonly perRequest: number;
  readonly share: Percent;
}

/** Of the requests with several calls. */
const NEVER_FROM: Percent = 95;
/** Of a response: less is not worth changing the program for. */
const WAITING_FROM: Ratio = 0.3;

function findInSequence(run: RunReport): InSequence | null {
  const route = mainRoute(run);
  const all = route?.serverMs?.mean ?? 0;
  if (route?.sequence == null || route.parts === null || all === 0) return null;
  const { requests, percent } = route.sequence;
  // Of a route with two ways of which one asks once it would be a half-truth.
  if (requests < FEWEST || percent < NEVER_FROM || requests < (route.requests * NEVER_FROM) / 100) return null;
  const waitedMs = route.parts
    .filter((part) => part.kind !== null && isOfServer({ kind: part.kind }))
    .reduce((sum, { meanMs }) => sum + meanMs, 0);
  const perRequest = waitsOfRoute(run, route)
    .filter(isOfServer)
    .reduce((sum, one) => sum + (one.perRequest ?? 0), 0);
  if (waitedMs < WAITING_FROM * all || perRequest === 0) return null;
  return { kind: 'calls-in-sequence', route: route.route, perRequest, share: (100 * waitedMs) / all };
}

export const callsInSequence: Rule<RunReport, InSequence> = {
  id: 'calls-in-sequence',
  severity: 'info',
  line: 'rest',
  codes: ['calls-in-sequence'],
  find: findInSequence,
  says: ({ route, perRequest, share }) =>
    text('run.answer.callsInSequence', { route: showHidden(route), count: formatSignificant(perRequest), share: formatPercent(share, 0) }),
};
