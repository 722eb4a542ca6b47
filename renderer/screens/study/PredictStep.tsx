import { useState } from 'react';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { RadioList } from '../../ui/Choice.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './StudyScreen.tsx';

/** What is compared, and the question, before anything is known. */
export function PredictStep({ lesson, guess, onGuess, go }: StepProps) {
  const text = useText('study.predict');
  const [chosen, setChosen] = useState<string | null>(guess);
  const decide = (choice: string | null) => {
    onGuess(choice);
    go('run');
  };
  return (
    <div className={css.columns}>
      <div className={css.text}>
        <Markdown text={lesson.before} />
      </div>
      <section className={css.question} aria-labelledby="question">
        <h2 id="question">{text('title')}</h2>
        <p>{lesson.question}</p>
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
      </section>
    </div>
  );
}
