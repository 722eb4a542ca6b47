import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './Toolbar.module.css';

/** Controls of a view in one line; `end` is aligned right. Wraps if there is not enough room. */
export function Toolbar({ children, end, className }: { children?: ReactNode; end?: ReactNode; className?: string }) {
  return (
    <div className={cx(css.bar, className)}>
      <div className={css.part}>{children}</div>
      {end && <div className={css.part}>{end}</div>}
    </div>
  );
}

/** A second line below a toolbar: what is shown, and legends. */
export function UnderBar({ children }: { children: ReactNode }) {
  return <div className={css.under}>{children}</div>;
}

/** The bars of a view that is higher than the window; they stay in sight while it is scrolled. */
export function StickyBars({ children }: { children: ReactNode }) {
  return <div className={css.sticky}>{children}</div>;
}

/** A key as it is printed on the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={css.key}>{children}</kbd>;
}
