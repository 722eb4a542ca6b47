import { useState } from 'react';
import { useText } from '../../i18n/i18n.tsx';
import { navigate } from '../../state/route.ts';
import { setGuess } from '../../state/studies.ts';
import { Button } from '../../ui/Button.tsx';
import { RadioList } from '../../ui/Choice.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './step.ts';

/** What is compared, and the question, before there are results. */
export function PredictStep(props: StepProps) {
  const { lesson, info } = props;
  const text = useText('study.predict');
  return (
    <div className={css.columns}>
      <div className={css.text}>
        <Markdown text={lesson.before} />
      </div>
      <section className={css.question} aria-labelledby="question">
        <h2 id="question">{text('title')}</h2>
        <p>{lesson.question}</p>
        {info === null ? <Decide {...props} /> : <Decided {...props} />}
      </section>
    </div>
  );
}

function Decide({ study, lesson, guess, go }: StepProps) {
  const text = useText('study.predict');
  const [chosen, setChosen] = useState<string | null>(guess);
  const decide = (choice: string | null) => {
    setGuess(study.name, choice);
    go('run');
  };
  return (
    <>
      <RadioList
        label={text('title')}
        value={chosen}
        onChange={setChosen}
        options={lesson.choices.map((choice) => ({ value: choice.id, label: choice.text }))}
      />
      <p className={css.why}>{text('why')}</p>
      <div className={css.buttons}>
        <Button variant="primary" disabled={chosen === null} onClick={() => decide(chosen)}>
          {text('guess')}
        </Button>
        <Button variant="quiet" onClick={() => decide(null)}>
          {text('skip')}
        </Button>
      </div>
    </>
  );
}

/** Once the comparison has started, the guess can no longer be changed. */
function Decided({ study, lesson, guess }: StepProps) {
  const text = useText('study.predict');
  const guessed = lesson.choices.find(({ id }) => id === guess)?.text;
  return (
    <>
      <ul className={css.choices}>
        {lesson.choices.map(({ id, text: choice }) => (
          <li key={id} data-chosen={id === guess}>
            {choice}
          </li>
        ))}
      </ul>
      <p className={css.why}>{guessed === undefined ? text('none') : text('fixed', { guess: guessed })}</p>
      <div className={css.buttons}>
        <Button onClick={() => navigate({ screen: 'study', name: study.name, sessionId: null })}>{text('anew')}</Button>
      </div>
    </>
  );
}
