import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/Button.tsx';
import { LessonText } from './LessonText.tsx';
import { PageForClass } from './PageForClass.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './step.ts';

/** Explains the result, beside the charts that show it. */
export function ExplainStep(props: StepProps) {
  const text = useText('study.explain');
  return (
    <>
      <LessonText {...props} text={props.lesson.explain} />
      <div className={css.buttons}>
        <Button variant="primary" onClick={() => props.go('next')}>
          {text('next')}
        </Button>
        <PageForClass {...props} />
      </div>
    </>
  );
}
