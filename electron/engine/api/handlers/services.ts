/** Services with hidden parameters: started, probed, told. */
import { fail, succeed } from '../../../../shared/model/failure.ts';
import { say } from '../../../../shared/words/said.ts';
import { findStudy } from '../../studies/open-study.ts';
import { answerNothing } from './answer-nothing.ts';
import type { HandlerContext, HandlersOf } from './handler-types.ts';

export function createServicesHandlers({ blackBoxes, cannotRun }: HandlerContext): HandlersOf<'services'> {
  return {
    'services.start': async ({ study, form: name, seed }) => {
      if (cannotRun !== null) return { ok: false, failure: cannotRun };
      const found = await findStudy(study);
      if (!found.ok) return found;
      const { services } = found.value;
      const form = services?.forms.find((one) => one.name === name);
      if (services === null || form === undefined) return fail('not-available', say('study.noForm', { study, form: name }));
      return blackBoxes.start({ study, script: services.script, form, seed });
    },
    'services.stop': () => answerNothing(blackBoxes.stop()),
    'services.probe': () => blackBoxes.probe(),
    'services.stop-probe': () => answerNothing(blackBoxes.stopProbing()),
    'services.reveal': () => answerNothing(blackBoxes.reveal()),
    'services.state': async () => succeed(blackBoxes.state),
  };
}
