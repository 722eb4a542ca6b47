import { useState } from 'react';
import { formOf, revealOf } from '../../shared/analysis/verdicts/form-of.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { inOrder, type PageFigure, usualFigures } from '../../shared/model/comparison/lesson-links.ts';
import type { Study } from '../../shared/model/comparison/study.ts';
import { pageFiguresOf } from '../../shared/report/lesson-page.ts';
import { useText } from '../i18n/i18n.tsx';
import { SheetDialog } from '../session/SheetDialog.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { Checkbox } from '../ui/Choice.tsx';

interface PageDialogProps {
  readonly sessionId: string;
  readonly info: ComparisonInfo;
  readonly onClose: () => void;
}

/** What the lesson says of the form that was run; null: that is in a list that is not there yet. */
function toldOf({ study, setup }: ComparisonInfo, studies: readonly Study[] | undefined): string | null {
  if (study?.stored) return revealOf(study.stored.lesson, study.stored.lesson.form);
  if (studies === undefined) return null;
  const bundled = studies.find(({ name }) => name === study?.name);
  return bundled?.lesson ? revealOf(bundled.lesson, formOf(bundled, setup)) : '';
}

/** One page of a comparison of a study, to hand in. */
export function PageDialog({ sessionId, info, onClose }: PageDialogProps) {
  const text = useText('study.page');
  const there = pageFiguresOf(info);
  const studies = useEngineRequest('study.list', {});
  const told = toldOf(info, studies.data);
  /** Null: those that the lesson talks about. */
  const [chosen, setChosen] = useState<PageFigure[] | null>(null);
  const figures = chosen ?? (told === null ? null : usualFigures(told, there));
  return (
    <SheetDialog sessionId={sessionId} description={text('description')} figures={figures} failure={studies.failure} onClose={onClose}>
      {figures !== null && (
        <>
          <h3>{text('figures')}</h3>
          {there.map((one) => (
            <Checkbox
              key={one}
              label={text(`figure.${one}`)}
              checked={figures.includes(one)}
              onChange={(wanted) => setChosen(inOrder(wanted ? [...figures, one] : figures.filter((other) => other !== one)))}
            />
          ))}
          <p>{text('fits')}</p>
        </>
      )}
    </SheetDialog>
  );
}
