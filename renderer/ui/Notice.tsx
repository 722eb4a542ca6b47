import { type ReactNode, useState } from 'react';
import { showHidden, showHiddenInLines } from '../../shared/base/show-hidden.ts';
import { wordFailure } from '../../shared/format/word-said.ts';
import type { Failure } from '../../shared/model/failure.ts';
import { useText } from '../i18n/i18n.tsx';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import css from './Notice.module.css';

/** A notice with its actions at the right. */
export function Notice(props: {
  tone: 'info' | 'ok' | 'warn' | 'error';
  children: ReactNode;
  actions?: ReactNode;
  role?: 'status' | 'alert';
}) {
  return (
    <div className={cx(css.notice, css[props.tone])} role={props.role}>
      <div className={css.content}>{props.children}</div>
      {props.actions && <div className={css.actions}>{props.actions}</div>}
    </div>
  );
}

/** A failure: what happened, what to do, and the raw text on request. */
export function ErrorNotice({ failure, actions }: { failure: Failure; actions?: ReactNode }) {
  const text = useText('common.ui');
  const [open, setOpen] = useState(false);
  const { message, hint, detail } = wordFailure(failure);
  return (
    <Notice tone="error" role="alert" actions={actions}>
      <p className={css.sentence}>{showHidden(message)}</p>
      {hint && <p>{showHidden(hint)}</p>}
      {detail && (
        <>
          <Button variant="quiet" className={css.more} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? text('hideDetail') : text('showDetail')}
          </Button>
          {open && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
            <pre className={css.detail} tabIndex={0}>
              {showHiddenInLines(detail)}
            </pre>
          )}
        </>
      )}
    </Notice>
  );
}
