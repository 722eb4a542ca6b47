import { type ReactNode, useState } from 'react';
import type { Failure } from '../../shared/model/failure.ts';
import { request } from '../bridge.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Progress } from '../ui/Progress.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import css from './LiveFrame.module.css';

export interface Stopping {
  /** Stopping was requested or is in progress. */
  readonly isStopping: boolean;
  readonly failure: Failure | null;
  stop(): Promise<void>;
}

/** Stops the run or comparison of a session, once. `isStopping`: the engine reports that it is stopping. */
export function useStop(name: 'run.stop' | 'compare.stop', sessionId: string, isStopping: boolean): Stopping {
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const stop = async () => {
    setAsked(true);
    setFailure(null);
    const reply = await request(name, { sessionId });
    if (reply.ok) return;
    setAsked(false);
    setFailure(reply.failure);
  };
  return { isStopping: asked || isStopping, failure, stop };
}

export interface LiveFrameProps {
  readonly label: string;
  /** The current state. */
  readonly now: ReactNode;
  /** Further actions besides stopping. */
  readonly actions: ReactNode;
  readonly stopping: Stopping;
  readonly stopLabel: string;
  /** Explains what stopping does. */
  readonly stopHint: string;
  /** 0 to 1; null: not known. */
  readonly progress: number | null;
  readonly counts: ReactNode;
  readonly children?: ReactNode;
}

/** Shows what is being measured, its progress and a Stop button. */
export function LiveFrame({ label, now, actions, stopping, stopLabel, stopHint, progress, counts, children }: LiveFrameProps) {
  const { isStopping, failure, stop } = stopping;
  return (
    <section className={css.bar} aria-label={label}>
      <Progress value={progress} label={label} />
      <div className={css.line}>
        <div className={css.now}>{now}</div>
        <p className={css.counts}>{counts}</p>
        {actions}
        <Tooltip text={stopHint}>
          <Button variant="danger" className={css.stop} disabled={isStopping} onClick={() => void stop()}>
            {stopLabel}
          </Button>
        </Tooltip>
      </div>
      {failure !== null && <ErrorNotice failure={failure} />}
      {children}
    </section>
  );
}
