import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { LessonText } from './LessonText.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './StudyScreen.tsx';

/** Why it came out so, beside the pictures it is seen in. */
export function ExplainStep(props: StepProps) {
  const text = useText('study.explain');
  return (
    <>
      <LessonText {...props} text={props.lesson.explain} />
      <div className={css.buttons}>
        <Button variant="primary" onClick={() => props.go('next')}>
          {text('next')}
        </Button>
      </div>
    </>
  );
}
