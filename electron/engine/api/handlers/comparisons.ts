/** Starting a comparison, and what it shows. */
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { isWholePath } from '../../../../shared/model/whole-path.ts';
import { compareFunctions, toDiffFlameColumns } from '../../../../shared/profile/compare-trees.ts';
import { say } from '../../../../shared/words/said.ts';
import { readAnswerOrder } from '../../experiments/compare/answer-order.ts';
import { describeComparison } from '../../experiments/compare/comparison-info.ts';
import { percentileCurvesOf } from '../../experiments/compare/percentile-curves.ts';
import { compareProfiles } from '../../experiments/compare/profile-difference.ts';
import { openStudy } from '../../studies/open-study.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';

export function createComparisonHandlers({ comparisons, sessions, cannotRun }: HandlerContext): HandlersOf<'compare' | 'study'> {
  const refused = cannotRun && { ok: false as const, failure: cannotRun };
  return {
    'compare.estimate': async ({ comparison }) => succeed(await comparisons.estimate(comparison)),
    'compare.start': async ({ comparison, name, keepValues = false }) => refused ?? comparisons.start(comparison, { name, keepValues }),
    'compare.stop': async ({ sessionId }) => {
      sessions.comparison(sessionId);
      return succeed({ path: await sessions.stop(sessionId) });
    },
    'compare.again': async ({ sessionId, pairs }) => refused ?? comparisons.again(sessionId, pairs),
    'compare.sessions': ({ sessionIds }) => comparisons.ofSessions(sessionIds),
    'compare.info': async ({ sessionId }) => {
      const { open, leftMs } = sessions.comparison(sessionId);
      return succeed(describeComparison(open, leftMs));
    },
    'compare.percentiles': async ({ sessionId }) => {
      const { open } = sessions.comparison(sessionId);
      return succeed(percentileCurvesOf(open));
    },
    'compare.answer-order': async ({ sessionId, pass }) => {
      const { open } = sessions.comparison(sessionId);
      const { recording, rows } = await open.openPass(pass);
      return succeed(await readAnswerOrder(rows(), recording.load.finished));
    },
    'compare.flame': async ({ sessionId, maxNodes, ...pair }) => {
      return succeed(toDiffFlameColumns(await compareProfiles(sessions.comparison(sessionId).open, pair), maxNodes));
    },
    'compare.functions': async ({ sessionId, ...pair }) => {
      const trees = await compareProfiles(sessions.comparison(sessionId).open, pair);
      const [requestsA, requestsB] = trees.requests;
      return succeed({ rows: compareFunctions(trees), requestsA, requestsB });
    },
    'study.open': async ({ path }) => (isWholePath(path) ? openStudy(path) : fail('bad-request', say('study.chooseFolder'))),
    'study.guess': ({ sessionId, choice }): Promise<Outcome<null>> => sessions.setGuess(sessionId, choice),
  };
}
