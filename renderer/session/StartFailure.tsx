import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Failure } from '../../shared/model/failure.ts';
import { say } from '../../shared/words/said.ts';
import { useText } from '../i18n/i18n.tsx';
import { useBusy } from '../state/busy.ts';
import { hashOf } from '../state/route.ts';
import { routeTo, stopMeasuring, useRunning } from '../state/running.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import css from './StartFailure.module.css';

export interface StartFailureProps {
  readonly failure: Failure;
  /** What prevented the start has ended. */
  onGone(): void;
  /** Starts it again; absent: whoever shows it does not know how. */
  readonly onRetry?: (() => Promise<unknown>) | undefined;
  readonly actions?: ReactNode;
}

/**
 * Why nothing was started. While something else is measured on this machine it says for how much longer, and can wait for its end; what this
 * Loopscope measures has the way to it and a button that stops it.
 */
export function StartFailure({ failure, onGone, onRetry, actions }: StartFailureProps) {
  const text = useText('common.running');
  const action = useText('common.action');
  const isBusy = failure.code === 'busy';
  const measured = useRunning();
  const running = isBusy ? measured : null;
  const now = useBusy(failure);
  const [wantsToWait, setWantsToWait] = useState(false);
  const isWaiting = wantsToWait && isBusy && onRetry !== undefined;
  const isRetrying = useRef(false);
  const latest = useRef({ onGone, onRetry, isWaiting });
  latest.current = { onGone, onRetry, isWaiting };
  // Whoever is refused for something else meanwhile, and as busy later, asks again.
  useEffect(() => {
    if (!isBusy) setWantsToWait(false);
  }, [isBusy]);
  const wasRunning = useRef(false);
  useEffect(() => {
    const hasEnded = now === null || (wasRunning.current && running === null);
    wasRunning.current = running !== null;
    if (!hasEnded) return;
    const { onGone, onRetry, isWaiting } = latest.current;
    if (!isWaiting || onRetry === undefined) return onGone();
    if (isRetrying.current) return;
    isRetrying.current = true;
    // Where it is refused again, because somebody else was quicker, this goes on waiting.
    void onRetry().finally(() => {
      isRetrying.current = false;
    });
  }, [now, running]);
  // Something else than a start can be refused as busy, too, and says why itself.
  const latestFailure = isBusy && now && onRetry !== undefined ? now : failure;
  const shown = isWaiting ? { ...latestFailure, hint: say('machine.startsThen') } : latestFailure;
  if (!isBusy) return <ErrorNotice failure={shown} actions={actions} />;
  return (
    <ErrorNotice
      failure={shown}
      actions={
        <div className={css.actions}>
          {onRetry !== undefined && (
            <Button onClick={() => setWantsToWait(!isWaiting)}>{isWaiting ? action('cancel') : text('waitForIt')}</Button>
          )}
          {running !== null && (
            <>
              <a className={css.link} href={hashOf(routeTo(running))}>
                {text('show')}
              </a>
              <Button variant="danger" disabled={running.isStopping} onClick={() => void stopMeasuring(running)}>
                {running.isStopping ? text('stopping') : text('stopIt')}
              </Button>
            </>
          )}
          {actions}
        </div>
      }
    />
  );
}
