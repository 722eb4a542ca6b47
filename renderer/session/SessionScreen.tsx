import type { ReactNode } from 'react';
import type { Failure } from '../../shared/model/failure.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import css from './SessionScreen.module.css';

/** Live and afterwards on one page: its head, what goes on, what went wrong, then what was measured. `id`: of the element that scrolls. */
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

/** Before it is known what there is to show, or instead of it. */
export function SessionWaiting({ failure, label }: { failure: Failure | null; label: string }) {
  return <SessionScreen>{failure === null ? <Spinner label={label} /> : <ErrorNotice failure={failure} />}</SessionScreen>;
}
