/** Probing a service. */
import { succeed } from '../../../../shared/model/failure.ts';
import { answerNothing } from './answer-nothing.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';

export function createProbeHandlers({ probes }: HandlerContext): HandlersOf<'probe'> {
  return {
    'probe.start': (order) => probes.start(order),
    'probe.stop': () => answerNothing(probes.stop()),
    'probe.state': async () => succeed(probes.state),
  };
}
