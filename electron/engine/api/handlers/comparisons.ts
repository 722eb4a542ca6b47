/** Starting and steering a comparison, and studies. */
import { fail, type Outcome, succeed } from '../../../../shared/model/failure.ts';
import { isWholePath } from '../../../../shared/model/setup/whole-path.ts';
import { say } from '../../../../shared/words/said.ts';
import { bundledStudies } from '../../studies/load-studies.ts';
import { openStudy } from '../../studies/open-study.ts';
import type { comparisonReaders } from '../reading/comparisons.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';

export function createComparisonHandlers({
  comparisons,
  sessions,
  cannotRun,
}: HandlerContext): Omit<HandlersOf<'compare' | 'study'>, keyof ReturnType<typeof comparisonReaders>> {
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
    'study.list': async () => succeed(await bundledStudies()),
    'study.open': async ({ path }) => (isWholePath(path) ? openStudy(path) : fail('bad-request', say('study.chooseFolder'))),
    'study.guess': ({ sessionId, choice }): Promise<Outcome<null>> => sessions.setGuess(sessionId, choice),
  };
}
