/** What answers the requests about comparisons. */
import { type Failure, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { compareFunctions, toDiffFlameColumns } from '../../../shared/profile/compare-trees.ts';
import type { comparisonRequests } from '../../../shared/protocol/comparison-contract.ts';
import type { Handlers } from '../handlers.ts';
import type { OpenSessions } from '../open-sessions.ts';
import { readArrivals } from './arrivals.ts';
import { describeComparison } from './comparison-info.ts';
import type { Comparisons } from './comparisons.ts';
import { computePercentileCurves } from './percentile-curves.ts';
import { compareProfiles } from './profile-difference.ts';

export type ComparisonHandlers = Pick<Handlers, keyof typeof comparisonRequests>;

interface Context {
  readonly comparisons: Comparisons;
  readonly sessions: OpenSessions;
  /** Why nothing can be launched here; null: it can. */
  readonly cannotRun: Failure | null;
}

export function createComparisonHandlers({ comparisons, sessions, cannotRun }: Context): ComparisonHandlers {
  const refused = cannotRun && { ok: false as const, failure: cannotRun };
  return {
    'compare.estimate': async ({ comparison }) => succeed(await comparisons.estimate(comparison)),
    'compare.start': async ({ comparison, name }) => refused ?? comparisons.start(comparison, { name }),
    'compare.stop': async ({ sessionId }) => {
      sessions.comparison(sessionId);
      return succeed({ path: await sessions.stopRun(sessionId) });
    },
    'compare.again': async ({ sessionId, pairs }) => refused ?? comparisons.again(sessionId, pairs),
    'compare.sessions': ({ sessionIds }) => comparisons.ofSessions(sessionIds),
    'compare.info': async ({ sessionId }) => {
      const { open, controller } = sessions.comparison(sessionId);
      return succeed(describeComparison(open, controller?.leftMs ?? null));
    },
    'compare.percentiles': async ({ sessionId }) => {
      const { open } = sessions.comparison(sessionId);
      return succeed(computePercentileCurves(open.setup.variants.map((_, variant) => open.latencyOf(variant))));
    },
    'compare.arrivals': async ({ sessionId, pass }) => {
      const { open } = sessions.comparison(sessionId);
      const { recording, rows } = await open.openPass(pass);
      return succeed(await readArrivals(rows(), recording.load.finished));
    },
    'compare.flame': async ({ sessionId, maxNodes, ...pair }) => {
      return succeed(toDiffFlameColumns(await compareProfiles(sessions.comparison(sessionId).open, pair), maxNodes));
    },
    'compare.functions': async ({ sessionId, ...pair }) => {
      const trees = await compareProfiles(sessions.comparison(sessionId).open, pair);
      const [requestsA, requestsB] = trees.requests;
      return succeed({ rows: compareFunctions(trees), requestsA, requestsB });
    },
    'study.guess': ({ sessionId, choice }): Promise<Outcome<null>> => sessions.setGuess(sessionId, choice),
  };
}
