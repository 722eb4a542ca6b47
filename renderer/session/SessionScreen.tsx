import type { ReactNode } from 'react';
import type { Failure } from '../../shared/model/failure.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import css from './SessionScreen.module.css';

/** The frame of a session's screen, during and after the run: head, progress, failure, then the results. `id`: of the scrolling element. */
export function SessionScreen({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div className={css.screen} id={id}>
      {children}
    </div>
  );
}

export function SessionNotices({ children }: { children: ReactNode }) {
  return <div className={css.notices}>{children}</div>;
}

/** Shown while the session is loading, or if it failed to load. */
export function SessionWaiting({ failure, label }: { failure: Failure | null; label: string }) {
  return <SessionScreen>{failure === null ? <Spinner label={label} /> : <ErrorNotice failure={failure} />}</SessionScreen>;
}
