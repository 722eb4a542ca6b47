/** Starts, probes and reveals the services of an unknown-service study. */
import { fail, succeed } from '../../../../shared/model/failure.ts';
import { say } from '../../../../shared/words/said.ts';
import { findStudy } from '../../studies/open-study.ts';
import { orderServices } from '../../studies/unknown-services.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';
import { replyNothing } from './reply-nothing.ts';

export function createServicesHandlers({ services: studies, cannotRun }: HandlerContext): HandlersOf<'services'> {
  return {
    'services.start': async ({ study, form: name, seed }) => {
      if (cannotRun !== null) return { ok: false, failure: cannotRun };
      const found = await findStudy(study);
      if (!found.ok) return found;
      const form = found.value.services?.forms.find((one) => one.name === name);
      if (form === undefined) return fail('not-available', say('study.noForm', { study, form: name }));
      return studies.start(orderServices(found.value, form, seed));
    },
    'services.guess': ({ guesses }) => studies.guess(guesses),
    'services.stop': () => replyNothing(studies.stop()),
    'services.probe': () => studies.probe(),
    'services.stop-probe': () => replyNothing(studies.stopProbing()),
    'services.reveal': () => replyNothing(studies.reveal()),
    'services.state': async () => succeed(studies.state),
    'services.session': async ({ sessionId }) => studies.shown(sessionId),
  };
}
