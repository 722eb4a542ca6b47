/** Where the time went in one run: call trees, functions, and calls in the order of time. */
import { succeed } from '../../../../shared/model/failure.ts';
import { subjectOf } from '../../../../shared/model/subject.ts';
import type { CallTree } from '../../../../shared/profile/call-tree.ts';
import { toFlameChartColumns } from '../../../../shared/profile/flame-chart-columns.ts';
import { toFlameColumns } from '../../../../shared/profile/flame-columns.ts';
import { baseOf, computeFunctions, listRelated } from '../../../../shared/profile/functions.ts';
import { listGroups } from '../../../../shared/profile/groups.ts';
import type { Frame } from '../../../../shared/profile/profile.ts';
import { reshapeTree } from '../../../../shared/profile/reshape-tree.ts';
import type { ProfileQuery } from '../../../../shared/protocol/profile-contract.ts';
import { functionSeriesOf } from '../../../../shared/session/function-of.ts';
import type { RunRecording } from '../../../../shared/session/recording.ts';
import { slowRequestsOf } from '../../../../shared/session/slow-requests-of.ts';
import { findSource } from '../../experiments/find-source.ts';
import type { OpenSessions } from '../../experiments/open-sessions.ts';
import { readSource } from '../../experiments/read-source.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';

export function createProfileHandlers({ sessions, library }: HandlerContext): HandlersOf<'profile'> {
  /** The script of a run that this user has made; null: it is somebody else's, or no run. */
  const ownScript = async (sessionId: string): Promise<string | null> => {
    const { open, live } = await sessions.view(sessionId);
    const setup = open.kind === 'run' ? open.recording.header?.setup : undefined;
    if (setup === undefined) return null;
    const script = subjectOf(setup);
    // A file can claim any script: only one that this user has run is theirs.
    return live !== null || (await library.rememberedSetups(script)).length > 0 ? script : null;
  };
  return {
    'profile.flame': async ({ shape, maxNodes, ...query }) =>
      succeed(toFlameColumns(reshapeTree(await treeOf(sessions, query), shape), maxNodes)),
    'profile.chart': async ({ sessionId, hide, folds, fromUs, toUs, pixels, search, lanes, ...selection }) => {
      const { charts, more } = (await sessions.view(sessionId)).open.recording.flameCharts(selection, { hide, folds }, lanes);
      const window = { from: fromUs, to: toUs, least: Math.max(0, toUs - fromUs) / pixels };
      return succeed(toFlameChartColumns(charts, window, search, more));
    },
    'profile.functions': async (query) => succeed(computeFunctions(await treeOf(sessions, query))),
    'profile.moments': async ({ sessionId, of, ...selection }) =>
      succeed(functionSeriesOf((await sessions.view(sessionId)).open.recording, selection, of)),
    'profile.groups': async ({ by, ...query }) => {
      const tree = await treeOf(sessions, query);
      return succeed({ rows: listGroups(tree, by), ...baseOf(tree) });
    },
    'profile.lines': async ({ sessionId, file, ...query }) => {
      const { recording } = (await sessions.view(sessionId)).open;
      const lines = recording.lines(query);
      const [{ unit } = { unit: 'microseconds' as const }] = recording.profiles(query.kind);
      return succeed(lines && { ...lines, unit, rows: lines.rows.filter(({ url }) => url === file) });
    },
    'profile.text': async ({ sessionId, url }) => {
      const { recording } = (await sessions.view(sessionId)).open;
      const script = await ownScript(sessionId);
      const isKnown = [...framesOf(recording)].some((frame) => frame.url === url);
      if (!isKnown) return succeed({ why: 'notOwn', path: null });
      return succeed(await readSource({ url, script, hash: ownOf(recording.sourceFiles, url), kept: ownOf(recording.sourceTexts, url) }));
    },
    'profile.source': async ({ sessionId, ...of }) => {
      const script = await ownScript(sessionId);
      if (script === null) return succeed({ why: 'notOwn' });
      return succeed(await findSource(framesOf((await sessions.view(sessionId)).open.recording), script, of));
    },
    'profile.slow': async ({ sessionId, window, requests, most }) => {
      const slow = slowRequestsOf((await sessions.view(sessionId)).open.recording, requests, window);
      return succeed(slow && { ...slow, functions: slow.functions?.slice(0, most) ?? null });
    },
    'profile.related': async (query) => succeed({ rows: listRelated(await treeOf(sessions, query), query.direction, query.path) }),
  };
}

/** Addresses come from files of others. */
function ownOf(by: Readonly<Record<string, string>>, url: string): string | undefined {
  return Object.hasOwn(by, url) ? by[url] : undefined;
}

function* framesOf(recording: RunRecording): Iterable<Frame> {
  for (const { frames } of recording.allProfiles()) yield* frames;
}

async function treeOf(sessions: OpenSessions, query: ProfileQuery): Promise<CallTree> {
  return (await sessions.view(query.sessionId)).open.recording.callTree(query);
}
