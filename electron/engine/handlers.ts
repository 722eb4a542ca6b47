/** Request name -> what answers it. Parameters have been checked by the contract's schemas. */
import { homedir } from 'node:os';
import { type Failure, type Outcome, succeed } from '../../shared/model/failure.ts';
import { computeCallTree } from '../../shared/profile/call-tree.ts';
import { toFlameColumns } from '../../shared/profile/flame-columns.ts';
import { computeFunctions, computeRelated } from '../../shared/profile/functions.ts';
import type { Profile } from '../../shared/profile/profile.ts';
import type { ProfileQuery, RequestAnswer, RequestName, RequestParams } from '../../shared/protocol/contract.ts';
import { clockUs } from './clock.ts';
import { createComparisonHandlers } from './compare/compare-handlers.ts';
import type { Comparisons } from './compare/comparisons.ts';
import { bundledDemos } from './demos.ts';
import { VERSION } from './environment.ts';
import { exportSession } from './export-session.ts';
import { fileStem } from './file-stem.ts';
import { listFiles } from './list-files.ts';
import type { OpenSessions } from './open-sessions.ts';
import type { Library } from './sessions/library.ts';
import { checkSetup } from './setup-check.ts';
import { findNodes } from './target/find-nodes.ts';

export type Handlers = { readonly [N in RequestName]: (params: RequestParams<N>) => Promise<RequestAnswer<N>> };

interface Context {
  readonly library: Library;
  readonly sessions: OpenSessions;
  readonly comparisons: Comparisons;
  readonly host: 'browser' | 'electron';
  readonly cannotRun: Failure | null;
}

export function createHandlers({ library, sessions, comparisons, host, cannotRun }: Context): Handlers {
  const nothing = async (work: unknown): Promise<Outcome<null>> => {
    await work;
    return succeed(null);
  };
  return {
    'app.info': async () =>
      succeed({
        version: VERSION,
        platform: process.platform,
        host,
        homeDir: homedir(),
        startDir: process.cwd(),
        dataDir: library.dir,
        openSessionId: sessions.firstOpened,
        cannotRun,
      }),
    'settings.get': async () => succeed(await library.settings()),
    'settings.set': async (changes) => succeed(await library.setSettings(changes)),

    'nodes.list': async ({ refresh }) => succeed(await findNodes(refresh)),
    'files.list': ({ dir, kind }) => listFiles(dir ?? process.cwd(), kind),
    'setup.check': async ({ setup }) =>
      succeed([...(cannotRun === null ? [] : [{ field: 'target.node', failure: cannotRun }]), ...(await checkSetup(setup))]),
    'setup.remembered': async ({ script }) => succeed(await library.rememberedSetups(script)),
    'demo.list': async () => succeed(await bundledDemos()),

    'run.start': async ({ setup, name }) =>
      cannotRun === null ? sessions.startRun(setup, name === null ? {} : { name }) : { ok: false, failure: cannotRun },
    'run.stop': async ({ sessionId }) => succeed({ path: await sessions.stopRun(sessionId) }),
    'run.choose-url': ({ sessionId, url }) => nothing(sessions.liveRun(sessionId).chooseUrl(url)),

    'sessions.recent': async () => succeed(await library.recent()),
    'sessions.open': ({ path }) => sessions.openFile(path),
    'sessions.forget': ({ path }) => nothing(library.forget(path)),
    'sessions.save-as': ({ sessionId, path, overwrite }) => sessions.saveAs(sessionId, path, overwrite),
    'sessions.rename': ({ sessionId, name }) => nothing(sessions.rename(sessionId, name)),
    'sessions.close': ({ sessionId }) => nothing(sessions.closeOne(sessionId)),
    'recordings.list': async () => succeed(await library.recordings()),
    'recordings.recover': ({ id }) => sessions.recover(id),
    'recordings.discard': ({ id }) => nothing(library.discard(id)),

    'session.info': async ({ sessionId }) => succeed(await sessions.info(sessionId)),
    'session.report': async ({ sessionId, window }) => succeed(await sessions.report(sessionId, window)),
    'session.load-series': async ({ sessionId, fromBucket }) => {
      const { recording } = (await sessions.view(sessionId)).open;
      return succeed(recording.load.series(fromBucket, recording.measuredMs(clockUs()) * 1e3));
    },
    'session.server-series': async ({ sessionId, fromRow }) =>
      succeed((await sessions.view(sessionId)).open.recording.serverSeries(fromRow)),
    'session.output': async ({ sessionId }) => succeed((await sessions.view(sessionId)).open.recording.output()),
    'notes.set': ({ sessionId, text }) => sessions.setNotes(sessionId, text),

    'profile.flame': async (query) => {
      const profiles = await pick(sessions, query);
      const tree = computeCallTree(profiles, query);
      return succeed(toFlameColumns(tree, query.maxNodes, { intervalUs: profiles[0]?.intervalUs ?? 0 }));
    },
    'profile.functions': async (query) => succeed(computeFunctions(await pick(sessions, query), query)),
    'profile.related': async (query) => succeed({ rows: computeRelated(await pick(sessions, query), query, query.direction, query.path) }),

    ...createComparisonHandlers({ comparisons, sessions, cannotRun }),

    'export.text': async ({ sessionId, format }) => {
      const session = await sessions.source(sessionId);
      const exported = await exportSession(session.open, format, await sessions.report(sessionId, null));
      if (!exported.ok) return exported;
      return succeed({ fileName: `${fileStem(session.name)}.${exported.value.extension}`, text: exported.value.text });
    },
  };
}

async function pick(sessions: OpenSessions, { sessionId, pid }: ProfileQuery): Promise<readonly Profile[]> {
  const profiles = (await sessions.view(sessionId)).open.recording.profiles();
  return pid === null ? profiles : profiles.filter((profile) => profile.pid === pid);
}
