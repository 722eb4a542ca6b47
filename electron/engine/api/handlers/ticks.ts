/** Classic ticks as 0x draws them. */
import { succeed } from '../../../../shared/model/failure.ts';
import { computeTickTree, toTickFlameColumns } from '../../../../shared/profile/tick-flame.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';

export function createTickHandlers({ sessions }: HandlerContext): HandlersOf<'ticks'> {
  return {
    'ticks.flame': async ({ sessionId, maxNodes, ...query }) => {
      const { ticks } = (await sessions.view(sessionId)).open.recording;
      if (ticks === null || ticks.stacks.frames.length === 0) return succeed(null);
      return succeed(toTickFlameColumns(ticks.stacks, computeTickTree(ticks.stacks, query), maxNodes));
    },
  };
}
