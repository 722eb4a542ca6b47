import type { Failure } from '../../shared/model/failure.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import css from './SessionWaiting.module.css';

/** Shown while the session is loading, or if it failed to load. */
export function SessionWaiting({ failure, label }: { failure: Failure | null; label: string }) {
  return <div className={css.waiting}>{failure === null ? <Spinner label={label} /> : <ErrorNotice failure={failure} />}</div>;
}
