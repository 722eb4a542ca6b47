import { useText } from '../i18n/i18n.tsx';
import type { Lock } from '../key.ts';
import css from './Frame.module.css';
import { Mark } from './Mark.tsx';

/** Shown instead of any screen while the engine does not accept this page: why, and how to get a new link. */
export function LockedScreen({ lock }: { lock: Lock }) {
  const text = useText('common');
  return (
    <div className={css.app}>
      <header className="app-bar">
        <span className="app-mark">
          <Mark />
          {text('app.name')}
        </span>
      </header>
      <main className={css.content}>
        <div className={css.page}>
          <div className={css.locked} role="alert">
            <h1>{text('locked.title', { lock })}</h1>
            <p>{text('locked.why', { lock })}</p>
            <p>{text('locked.how')}</p>
          </div>
        </div>
      </main>
    </div>
  );
}
