/** Which sessions there are: opening, saving, closing, the recent list, and recordings that a killed engine has left. */
import { succeed } from '../../../../shared/model/failure.ts';
import type { RecentSession } from '../../../../shared/model/recent-session.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';
import { replyNothing } from './reply-nothing.ts';

export function createSessionHandlers({ library, sessions, services }: HandlerContext): HandlersOf<'sessions' | 'recordings' | 'notes'> {
  return {
    'sessions.running': async () => succeed(sessions.running()),
    'sessions.recent': async () => succeed((await library.recent()).map((one) => withProbe(one, services.probedPath))),
    'sessions.open': ({ path, value }) => sessions.openFile(path, value === undefined ? {} : { value }),
    'sessions.forget': ({ path }) => replyNothing(sessions.forget(path)),
    'sessions.forget-all': () => replyNothing(sessions.forgetRecent()),
    'sessions.suggest-path': async ({ sessionId }) => succeed({ path: await sessions.suggestPath(sessionId) }),
    'sessions.save-as': ({ sessionId, path, overwrite }) => sessions.saveAs(sessionId, path, overwrite),
    'sessions.save-copy': ({ sessionId, path, overwrite, without }) => sessions.saveCopy(sessionId, path, overwrite, without),
    'sessions.trash': ({ path }) => sessions.trash(path),
    'sessions.rename-recent': ({ path, name }) => sessions.renameRecent(path, name),
    'sessions.rename': ({ sessionId, name }) => sessions.rename(sessionId, name),
    'sessions.place-load': async ({ sessionIds }) => {
      const placed = sessions.placeLoad(...sessionIds);
      return placed.ok ? succeed({ says: placed.value.says }) : placed;
    },
    'sessions.join': async ({ sessionIds }) => {
      const joined = await sessions.join(...sessionIds);
      if (!joined.ok) return joined;
      const { sessionId } = joined.value;
      // Where it cannot be written it is there all the same, and says that it is not saved.
      await sessions.keep(sessionId);
      return succeed({ sessionId });
    },
    'sessions.close': ({ sessionId }) => replyNothing(sessions.closeOne(sessionId)),
    'notes.set': ({ sessionId, text }) => sessions.setNotes(sessionId, text),
    'recordings.list': async () => succeed(await library.recordings()),
    'recordings.recover': ({ id }) => sessions.recover(id),
    'recordings.discard': ({ id }) => library.discard(id),
  };
}

/** Only while it goes on: in a list that outlives the engine it would stay. */
function withProbe(session: RecentSession, probed: string | null): RecentSession {
  const { path, summary } = session;
  if (path !== probed || summary?.services === undefined) return session;
  return { ...session, summary: { ...summary, services: { ...summary.services, isProbing: true } } };
}
