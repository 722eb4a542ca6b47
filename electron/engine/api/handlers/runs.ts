/** Starting and steering a run. */
import { succeed } from '../../../../shared/model/failure.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';
import { replyNothing } from './reply-nothing.ts';

export function createRunHandlers({ sessions, runs, cannotRun }: HandlerContext): HandlersOf<'run'> {
  return {
    'run.start': async ({ setup, name, keepValues = false }) =>
      cannotRun === null ? runs.start(setup, { ...(name === null ? {} : { name }), keepValues }) : { ok: false, failure: cannotRun },
    'run.stop': async ({ sessionId }) => succeed({ path: await sessions.stop(sessionId) }),
    'run.choose-url': async ({ sessionId, url }) => replyNothing((await sessions.liveRun(sessionId)).chooseUrl(url)),
  };
}
