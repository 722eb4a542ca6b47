import type { ReactNode } from 'react';
import css from './Workbench.module.css';

export interface WorkbenchProps {
  /** Name, facts and actions, in one line. */
  readonly head: ReactNode;
  /** Progress while it is measured: at the bottom, so that nothing moves when it goes. */
  readonly live?: ReactNode;
  /** What went wrong, and what is asked. */
  readonly notices?: ReactNode;
  /** The result in sentences. */
  readonly answer?: ReactNode;
  /** The rest of the window: `ResultTabs`, whose parts stand in this column. */
  readonly view: ReactNode;
}

/**
 * The frame of a result, during and after the measurement: it fills the window, and only the view at the bottom scrolls. In a window that is too
 * low for it, all of it scrolls.
 */
export function Workbench({ head, live, notices, answer, view }: WorkbenchProps) {
  return (
    <div className={css.bench}>
      {head}
      <div className={css.notices}>{notices}</div>
      {answer}
      {view}
      {live && <div className={css.live}>{live}</div>}
    </div>
  );
}
