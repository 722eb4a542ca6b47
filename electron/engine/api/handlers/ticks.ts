/** Classic ticks as 0x draws them. */
import { succeed } from '../../../../shared/model/failure.ts';
import { toTickFlameColumns } from '../../../../shared/profile/tick-flame-columns.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';

export function createTickHandlers({ sessions }: HandlerContext): HandlersOf<'ticks'> {
  return {
    'ticks.flame': async ({ sessionId, maxNodes, ...query }) => {
      const tree = (await sessions.view(sessionId)).open.recording.tickTree(query);
      return succeed(tree && toTickFlameColumns(tree, maxNodes));
    },
  };
}
