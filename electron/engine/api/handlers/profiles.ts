/** Where the time went in one run: call trees, functions, and calls in the order of time. */
import { succeed } from '../../../../shared/model/failure.ts';
import type { CallTree } from '../../../../shared/profile/call-tree.ts';
import { toFlameChartColumns } from '../../../../shared/profile/flame-chart-columns.ts';
import { toFlameColumns } from '../../../../shared/profile/flame-columns.ts';
import { computeFunctions, listRelated } from '../../../../shared/profile/functions.ts';
import type { ProfileQuery } from '../../../../shared/protocol/contract.ts';
import type { OpenSessions } from '../../experiments/open-sessions.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';

export function createProfileHandlers({ sessions }: HandlerContext): HandlersOf<'profile'> {
  return {
    'profile.flame': async (query) => succeed(toFlameColumns(await treeOf(sessions, query), query.maxNodes)),
    'profile.chart': async ({ sessionId, hide, folds, fromUs, toUs, pixels, search, lanes, ...selection }) => {
      const { charts, more } = (await sessions.view(sessionId)).open.recording.flameCharts(selection, { hide, folds }, lanes);
      const window = { from: fromUs, to: toUs, least: Math.max(0, toUs - fromUs) / pixels };
      return succeed(toFlameChartColumns(charts, window, search, more));
    },
    'profile.functions': async (query) => succeed(computeFunctions(await treeOf(sessions, query))),
    'profile.related': async (query) => succeed({ rows: listRelated(await treeOf(sessions, query), query.direction, query.path) }),
  };
}

async function treeOf(sessions: OpenSessions, query: ProfileQuery): Promise<CallTree> {
  return (await sessions.view(query.sessionId)).open.recording.callTree(query);
}
