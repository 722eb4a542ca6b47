import { useCallback, useRef } from 'react';
import { formOf, revealOf } from '../../../shared/analysis/verdicts/form-of.ts';
import type { ComparisonInfo } from '../../../shared/model/comparison/comparison-info.ts';
import { leadsTo } from '../../../shared/model/comparison/lesson-links.ts';
import { FirstResponses } from '../../comparison/FirstResponses.tsx';
import { Headline } from '../../comparison/Headline.tsx';
import { VerdictTable } from '../../comparison/VerdictTable.tsx';
import { Warnings } from '../../comparison/Warnings.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { LessonText } from './LessonText.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './step.ts';

/** The guess and the result, then what to look at. If the form asks another question, the guess is neither right nor wrong. */
export function RevealStep(props: StepProps) {
  const { study, lesson, info, go } = props;
  const text = useText('study.reveal');
  const table = useRef<HTMLDivElement>(null);
  const toTable = useCallback(() => {
    table.current?.scrollIntoView({ block: 'start' });
    table.current?.focus({ preventScroll: true });
  }, []);
  if (info === null) return null;
  const form = formOf(study, info.setup);
  const told = revealOf(lesson, form);
  const isAsked = form !== null && form.reveal === null;
  return (
    <>
      <section className={css.revealed} aria-labelledby="reveal-title">
        <h2 id="reveal-title">{isAsked ? text('title') : text('titleOther')}</h2>
        {!isAsked && <p className={css.narrow}>{form === null ? text('changed') : text('other')}</p>}
        {isAsked ? <Against {...props} info={info} /> : <Result info={info} />}
        <Warnings info={info} />
        {/* A text that leads to them has them beside it. */}
        {!leadsTo(told, 'response') && <FirstResponses info={info} unlike />}
        <div ref={table} className={css.verdicts} tabIndex={-1}>
          <VerdictTable info={info} />
        </div>
      </section>
      <LessonText {...props} text={told} onVerdicts={toTable} />
      <div className={css.buttons}>
        <Button variant="primary" onClick={() => go('explain')}>
          {text('next')}
        </Button>
      </div>
    </>
  );
}

function Against({ lesson, guess, info }: StepProps & { info: ComparisonInfo }) {
  const text = useText('study.reveal');
  const textOf = (id: string) => lesson.choices.find((choice) => choice.id === id)?.text ?? id;
  return (
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
        <dd>
          <Headline info={info} />
        </dd>
      </div>
    </dl>
  );
}

function Result({ info }: { info: ComparisonInfo }) {
  return (
    <div className={css.result}>
      <Headline info={info} />
    </div>
  );
}
