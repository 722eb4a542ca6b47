import { useState } from 'react';
import { formOf } from '../../../shared/analysis/verdicts/form-of.ts';
import { inOrder, PAGE_FIGURES, type PageFigure, usualFigures } from '../../../shared/model/comparison/lesson-links.ts';
import { ConclusionField } from '../../forms/ConclusionField.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { useSessionInfo } from '../../state/sessions.ts';
import { useDebounced } from '../../state/use-debounced.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Choice.tsx';
import { SheetDialog } from './SheetDialog.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './step.ts';

/** After the last key press, so that the page is not made again for each. */
const SETTLES_MS = 300;

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
  /** As typed, saved or not; null: as it was found. */
  const [typed, setTyped] = useState<string | null>(null);
  const conclusion = useDebounced(typed, SETTLES_MS);
  const params = { sessionId, format: 'lesson', figures, ...(conclusion === null ? {} : { conclusion }) } as const;
  const { data, failure, stale } = useEngineRequest('export.text', params, { version: session?.notes ?? '' });
  // A page without the last words of the conclusion is none to hand in.
  const isReady = data !== undefined && !stale && conclusion === typed;
  return (
    <SheetDialog description={text('description')} sheet={data} failure={failure} isReady={isReady} onClose={onClose}>
      <h3>{text('figures')}</h3>
      {PAGE_FIGURES.map((one) => (
        <Checkbox key={one} label={text(`figure.${one}`)} checked={figures.includes(one)} onChange={(wanted) => choose(one, wanted)} />
      ))}
      <p className={css.why}>{text('fits')}</p>
      <h3>{compare('title')}</h3>
      {session !== undefined && <ConclusionField sessionId={sessionId} notes={session.notes} rows={5} onTyped={setTyped} />}
    </SheetDialog>
  );
}
