import { useState } from 'react';
import { formOf } from '../../../shared/analysis/form-of.ts';
import { inOrder, PAGE_FIGURES, type PageFigure, usualFigures } from '../../../shared/model/lesson-links.ts';
import { NotesField } from '../../forms/NotesField.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { useSessionInfo } from '../../state/sessions.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Choice.tsx';
import { SheetDialog } from './SheetDialog.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './step.ts';

/** The button that makes one page of a study that was run. */
export function PageForClass(props: StepProps) {
  const text = useText('study.page');
  const [open, setOpen] = useState(false);
  const { sessionId } = props;
  if (sessionId === null || props.info === null) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('open')}</Button>
      {open && <PageDialog {...props} sessionId={sessionId} onClose={() => setOpen(false)} />}
    </>
  );
}

function PageDialog({ demo, lesson, info, sessionId, onClose }: StepProps & { readonly sessionId: string; readonly onClose: () => void }) {
  const text = useText('study.page');
  const compare = useText('compare.conclusion');
  const { data: session } = useSessionInfo(sessionId);
  const [figures, setFigures] = useState(() => usualFigures(formOf(demo, info!.setup)?.reveal ?? lesson.reveal));
  const choose = (one: PageFigure, wanted: boolean) =>
    setFigures((before) => inOrder(wanted ? [...before, one] : before.filter((other) => other !== one)));
  // What is concluded is on the page: it is made again when that was saved.
  const { data, failure, stale } = useEngineRequest(
    'export.text',
    { sessionId, format: 'lesson', figures },
    { version: session?.notes ?? '' },
  );
  const [isUnsaved, setUnsaved] = useState(false);
  // A page without the last words of the conclusion is none to hand in.
  const isReady = data !== undefined && !stale && !isUnsaved;
  return (
    <SheetDialog description={text('description')} sheet={data} failure={failure} isReady={isReady} onClose={onClose}>
      <h3>{text('figures')}</h3>
      {PAGE_FIGURES.map((one) => (
        <Checkbox key={one} label={text(`figure.${one}`)} checked={figures.includes(one)} onChange={(wanted) => choose(one, wanted)} />
      ))}
      <p className={css.why}>{text('fits')}</p>
      <h3>{compare('title')}</h3>
      {session !== undefined && (
        <NotesField
          sessionId={sessionId}
          notes={session.notes}
          label={compare('label')}
          placeholder={compare('placeholder')}
          rows={5}
          onUnsaved={setUnsaved}
        />
      )}
    </SheetDialog>
  );
}
