import type { Study, StudyForm } from '../../../shared/model/comparison/study.ts';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import { isPublished, PUBLISHED } from '../../engine/studies/published-form.ts';

/** The chosen form of a study: by default the first. `published` selects its published version. */
export function chooseForm(study: Study, asked: AskedForm): Outcome<StudyForm> {
  return chooseAmong(study.name, [...study.comparisons, ...study.grids], asked);
}

export interface AskedForm {
  readonly form?: string;
  readonly published?: boolean;
}

export function chooseAmong<F extends { readonly name: string; readonly isPublished?: boolean }>(
  study: string,
  forms: readonly F[],
  { form, published = false }: AskedForm,
): Outcome<F> {
  const find = (name: string) => forms.find((one) => one.name === name);
  const names = forms.map(({ name }) => name).join(', ');
  const [first] = forms;
  const asked = form === undefined ? first : find(form);
  if (!asked) return fail('not-found', say('command.noForm', { study, form: String(form), names }));
  if (!published || isPublished(asked)) return succeed(asked);
  const wanted = find(asked === first ? PUBLISHED : `${asked.name}-${PUBLISHED}`);
  return wanted ? succeed(wanted) : fail('not-found', say('command.noPublishedForm', { form: asked.name, study, names }));
}
