/** Request plans from files, and from recordings of browsers. */
import { fail, succeed } from '../../../../shared/model/failure.ts';
import { MOST_PLAN_TEXT } from '../../../../shared/model/load/limits.ts';
import { type Har, planOfHar } from '../../../../shared/plan/har.ts';
import { writePlan } from '../../../../shared/plan/write-plan.ts';
import { say } from '../../../../shared/words/said.ts';
import { foreignFiles } from '../../foreign/foreign-files.ts';
import { readDocumentText } from '../../load/document-text.ts';
import type { HandlersOf } from './handler-types.ts';

export const planHandlers: HandlersOf<'plan'> = {
  'plan.open': async ({ path }) => {
    const read = await readDocumentText(path, 'plan');
    return read.ok ? succeed({ text: read.value }) : read;
  },
  'plan.har': async ({ path }) => {
    const { hosts, leftOut } = await readHarFile(path);
    return succeed({ hosts, leftOut });
  },
  'plan.of-har': async ({ path, choice }) => {
    const { plan, notes } = planOfHar(await readHarFile(path), choice);
    const text = writePlan(plan);
    if (text.length > MOST_PLAN_TEXT) return fail('too-large', say('plan.tooLong', { limit: MOST_PLAN_TEXT }));
    return succeed({ text, notes });
  },
};

/** Throws FailureError. */
function readHarFile(path: string): Promise<Har> {
  return foreignFiles.read(path, (ask) => ask('har', { path }));
}
