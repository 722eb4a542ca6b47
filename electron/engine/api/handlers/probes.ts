/** Probing a service. */
import { succeed } from '../../../../shared/model/failure.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';
import { replyNothing } from './reply-nothing.ts';

export function createProbeHandlers({ probes }: HandlerContext): HandlersOf<'probe'> {
  return {
    'probe.start': (order) => probes.start(order),
    'probe.stop': () => replyNothing(probes.stop()),
    'probe.state': async () => succeed(probes.state),
  };
}
