import { Headline } from '../../comparison/Headline.tsx';
import { VerdictTable } from '../../comparison/VerdictTable.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { LessonText } from './LessonText.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './StudyScreen.tsx';

/** What was thought against what came out, then what to look at. */
export function RevealStep(props: StepProps) {
  const { lesson, guess, info, go } = props;
  const text = useText('study.reveal');
  const textOf = (id: string) => lesson.choices.find((choice) => choice.id === id)?.text ?? id;
  return (
    <>
      <section className={css.revealed} aria-labelledby="reveal-title">
        <h2 id="reveal-title">{text('title')}</h2>
        <dl className={css.against}>
          <div>
            <dt>{text('guess')}</dt>
            <dd>{guess === null ? <span className="muted">{text('noGuess')}</span> : textOf(guess)}</dd>
          </div>
          <div>
            <dt>{text('usual')}</dt>
            <dd>
              {textOf(lesson.expected)}
              {guess !== null && (
                <p className={css.right} data-right={guess === lesson.expected}>
                  {guess === lesson.expected && <CheckIcon />}
                  {guess === lesson.expected ? text('right') : text('wrong')}
                </p>
              )}
            </dd>
          </div>
          <div>
            <dt>{text('result')}</dt>
            <dd>{info !== null && <Headline info={info} />}</dd>
          </div>
        </dl>
        {info !== null && <VerdictTable info={info} />}
      </section>
      <LessonText {...props} text={lesson.reveal} />
      <div className={css.buttons}>
        <Button variant="primary" onClick={() => go('explain')}>
          {text('next')}
        </Button>
      </div>
    </>
  );
}
