/** Where the time went in one run: call trees, functions, lines, ticks, and calls in the order of time. */
import { functionSeriesOf, slowRequestsOf } from '../../../../shared/derive/recording-queries.ts';
import { succeed } from '../../../../shared/model/failure.ts';
import { toTickFlameColumns } from '../../../../shared/profile/ticks/tick-flame-columns.ts';
import { listTickFunctions } from '../../../../shared/profile/ticks/tick-functions.ts';
import { toFlameChartColumns } from '../../../../shared/profile/time/flame-chart-columns.ts';
import type { CallTree } from '../../../../shared/profile/tree/call-tree.ts';
import { toFlameColumns } from '../../../../shared/profile/tree/flame-columns.ts';
import { baseOf, computeFunctions, listRelated } from '../../../../shared/profile/tree/functions.ts';
import { listGroups } from '../../../../shared/profile/tree/groups.ts';
import { reshapeTree } from '../../../../shared/profile/tree/reshape-tree.ts';
import type { ProfileQuery } from '../../../../shared/protocol/profile-contract.ts';
import type { HandlersOf } from '../handlers/handler-types.ts';
import { type ReadableSessions, type ReadContext, recordingOf } from './read-context.ts';

export function profileReaders({ sessions }: ReadContext): Omit<HandlersOf<'profile' | 'ticks'>, 'profile.text' | 'profile.source'> {
  return {
    'profile.flame': async ({ shape, maxNodes, ...query }) =>
      succeed(toFlameColumns(reshapeTree(await treeOf(sessions, query), shape), maxNodes)),
    'profile.chart': async ({ sessionId, selection, hide, folds, fromUs, toUs, pixels, search, lanes }) => {
      const { charts, more } = (await recordingOf(sessions, sessionId)).flameCharts(selection, { hide, folds }, lanes);
      const window = { from: fromUs, to: toUs, least: Math.max(0, toUs - fromUs) / pixels };
      return succeed(toFlameChartColumns(charts, window, search, more));
    },
    'profile.functions': async (query) => succeed(computeFunctions(await treeOf(sessions, query))),
    'profile.moments': async ({ sessionId, selection, of }) =>
      succeed(functionSeriesOf(await recordingOf(sessions, sessionId), selection, of)),
    'profile.groups': async ({ by, ...query }) => {
      const tree = await treeOf(sessions, query);
      return succeed({ rows: listGroups(tree, by), ...baseOf(tree) });
    },
    'profile.lines': async ({ sessionId, file, ...query }) => {
      const recording = await recordingOf(sessions, sessionId);
      const lines = recording.lines(query);
      const [{ unit } = { unit: 'microseconds' as const }] = recording.profiles(query.selection);
      return succeed(lines && { ...lines, unit, rows: lines.rows.filter(({ url }) => url === file) });
    },
    'profile.slow': async ({ sessionId, window, requests, most }) => {
      const slow = slowRequestsOf(await recordingOf(sessions, sessionId), requests, window);
      return succeed(slow && { ...slow, functions: slow.functions?.slice(0, most) ?? null });
    },
    'profile.related': async (query) => succeed({ rows: listRelated(await treeOf(sessions, query), query.direction, query.path) }),
    'ticks.flame': async ({ sessionId, maxNodes, ...query }) => {
      const tree = (await recordingOf(sessions, sessionId)).tickTree(query);
      return succeed(tree && toTickFlameColumns(tree, maxNodes));
    },
    'ticks.functions': async ({ sessionId }) => {
      const { ticks } = await recordingOf(sessions, sessionId);
      return succeed(ticks && listTickFunctions(ticks));
    },
  };
}

async function treeOf(sessions: ReadableSessions, query: ProfileQuery): Promise<CallTree> {
  return (await recordingOf(sessions, query.sessionId)).callTree(query);
}
