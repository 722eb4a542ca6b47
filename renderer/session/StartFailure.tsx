import { type ReactNode, useEffect, useRef } from 'react';
import type { Failure } from '../../shared/model/failure.ts';
import { useText } from '../i18n/i18n.tsx';
import { hashOf } from '../state/route.ts';
import { routeTo, stopMeasuring, useRunning } from '../state/running.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import css from './StartFailure.module.css';

export interface StartFailureProps {
  readonly failure: Failure;
  /** What prevented the start has ended. */
  onGone(): void;
  readonly actions?: ReactNode;
}

/** Why nothing was started. If this Loopscope is measuring something else, with the way to it and a button that stops it. */
export function StartFailure({ failure, onGone, actions }: StartFailureProps) {
  const text = useText('common.running');
  const measured = useRunning();
  const running = failure.code === 'busy' ? measured : null;
  const wasRunning = useRef(false);
  const latest = useRef(onGone);
  latest.current = onGone;
  useEffect(() => {
    if (wasRunning.current && running === null) latest.current();
    wasRunning.current = running !== null;
  }, [running]);
  if (running === null) return <ErrorNotice failure={failure} actions={actions} />;
  return (
    <ErrorNotice
      failure={failure}
      actions={
        <div className={css.actions}>
          <a className={css.link} href={hashOf(routeTo(running))}>
            {text('show')}
          </a>
          <Button variant="danger" disabled={running.isStopping} onClick={() => void stopMeasuring(running)}>
            {running.isStopping ? text('stopping') : text('stopIt')}
          </Button>
          {actions}
        </div>
      }
    />
  );
}
