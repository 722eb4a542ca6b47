import { fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import type { Demo, StudyForm } from '../../shared/protocol/contract.ts';
import { say } from '../../shared/words/said.ts';

/** Name of the form that is the study as its publication describes it; of a form NAME it is `NAME-published`. */
const PUBLISHED = 'published';

/** The chosen form of a study: by default the first. `published` selects its published version. */
export function chooseForm(demo: Demo, { form, published = false }: { form?: string; published?: boolean }): Outcome<StudyForm> {
  const find = (name: string) => demo.comparisons.find((one) => one.name === name);
  const names = demo.comparisons.map(({ name }) => name).join(', ');
  const [first] = demo.comparisons;
  const asked = form === undefined ? first : find(form);
  if (!asked) return fail('not-found', say('command.noForm', { study: demo.name, form: String(form), names }));
  if (!published || asked.name === PUBLISHED || asked.name.endsWith(`-${PUBLISHED}`)) return succeed(asked);
  const wanted = find(asked === first ? PUBLISHED : `${asked.name}-${PUBLISHED}`);
  return wanted ? succeed(wanted) : fail('not-found', say('command.noPublishedForm', { form: asked.name, study: demo.name, names }));
}
