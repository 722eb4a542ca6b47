import type { Study } from '../../../shared/model/comparison/study.ts';
import { filesOfStudy, planForms } from '../../../shared/phrases/study-plan.ts';
import { useText } from '../../i18n/i18n.tsx';
import css from './StudyScreen.module.css';

/** What a form of a study from a folder would run, beside the button that runs it. Of bundled studies nothing needs to be said. */
export function WhatRuns({ study, form: chosen }: { readonly study: Study; readonly form: string | null }) {
  const text = useText('study.folder');
  const form = planForms(study).find(({ name }) => name === chosen);
  if (study.folder === null || form === undefined) return null;
  return (
    <section className={css.whatRuns} aria-labelledby="what-runs">
      <h3 id="what-runs">{text('title')}</h3>
      <p>{text('where', { folder: study.folder })}</p>
      <p>{text('files', { files: filesOfStudy(study).join(', ') })}</p>
      <p>{form.what}</p>
      {form.commands.map(({ letter, title, command }) => (
        <div key={letter}>
          <b>{letter}</b> {title}
          <pre>{command}</pre>
        </div>
      ))}
      <p className={css.trust}>{text('trust')}</p>
    </section>
  );
}
