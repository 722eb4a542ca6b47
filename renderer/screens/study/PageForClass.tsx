import { useState } from 'react';
import { PageDialog } from '../../comparison/PageDialog.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/Button.tsx';
import type { StepProps } from './step.ts';

/** The button that makes one page of a study that was run. */
export function PageForClass({ sessionId, info }: Pick<StepProps, 'sessionId' | 'info'>) {
  const text = useText('study.page');
  const [open, setOpen] = useState(false);
  if (sessionId === null || info === null) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text('open')}</Button>
      {open && <PageDialog sessionId={sessionId} info={info} onClose={() => setOpen(false)} />}
    </>
  );
}
