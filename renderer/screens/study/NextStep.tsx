import { useText } from '../../i18n/i18n.tsx';
import { compareAgain } from '../../state/compare-draft.ts';
import { hashOf } from '../../state/route.ts';
import { Button } from '../../ui/Button.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { SingleRuns } from './RunStep.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './step.ts';

/** What to try next, with links to start it. */
export function NextStep({ demo, lesson }: StepProps) {
  const text = useText('study');
  return (
    <div className={css.columns}>
      <div className={css.text}>
        <h2>{text('step.next')}</h2>
        <Markdown text={lesson.tryNext} />
      </div>
      <section className={css.question}>
        <h2>{text('next.variants')}</h2>
        <ul>
          {demo.comparisons.map(({ name, title, comparison }) => (
            <li key={name} className={css.variant}>
              <span>{title}</span>
              <Button aria-label={text('run.setUpTitle', { title })} onClick={() => compareAgain(comparison)}>
                {text('run.setUp')}
              </Button>
            </li>
          ))}
        </ul>
        <SingleRuns demo={demo} />
        <p className={css.why}>
          <a href={hashOf({ screen: 'home' })}>{text('next.home')}</a>
        </p>
      </section>
    </div>
  );
}
