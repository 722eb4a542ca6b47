import rows from '../../forms/SingleRuns.module.css';
import { SingleRuns } from '../../forms/SingleRuns.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { compareAgain } from '../../state/forms/compare-draft.ts';
import { hashOf } from '../../state/route.ts';
import { Button } from '../../ui/Button.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { PageForClass } from './PageForClass.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './step.ts';

/** What to try next, with links to start it. */
export function NextStep(props: StepProps) {
  const { study, lesson } = props;
  const text = useText('study');
  const studies = useText('home.studies');
  return (
    <div className={css.columns}>
      <div className={css.text}>
        <h2>{text('step.next')}</h2>
        <Markdown text={lesson.tryNext} />
      </div>
      <section className={css.question}>
        <h2>{text('next.variants')}</h2>
        <ul>
          {study.comparisons.map(({ name, title, comparison }) => (
            <li key={name} className={rows.variant}>
              <span>{title}</span>
              <Button aria-label={studies('setUpTitle', { title })} onClick={() => compareAgain(comparison)}>
                {studies('setUp')}
              </Button>
            </li>
          ))}
        </ul>
        {study.folder === null && (
          <div className={css.single}>
            <SingleRuns study={study} />
          </div>
        )}
        <div className={css.buttons}>
          <PageForClass {...props} />
        </div>
        <p className={css.why}>
          <a href={hashOf({ screen: 'home' })}>{text('next.home')}</a>
        </p>
      </section>
    </div>
  );
}
