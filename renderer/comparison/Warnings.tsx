import { type RefCallback, useCallback, useRef } from 'react';
import { showHidden } from '../../shared/base/show-hidden.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { otherWarnings } from '../../shared/phrases/load-difference.ts';
import { useText } from '../i18n/i18n.tsx';
import { Notice } from '../ui/Notice.tsx';
import css from './Warnings.module.css';

export interface WarningsProps {
  readonly info: ComparisonInfo;
  /** Gets the focus when they are asked for (`useWarnings`). */
  readonly at?: RefCallback<HTMLDivElement>;
}

/** What makes the figures doubtful, with the runs that were excluded; different load is told by the headline. */
export function Warnings({ info, at }: WarningsProps) {
  const text = useText('compare.headline');
  const others = otherWarnings(info.warnings);
  if (others.length === 0) return null;
  return (
    <div ref={at} tabIndex={-1}>
      <Notice tone="warn">
        <p>{text('warnings')}</p>
        <ul className={css.list}>
          {others.map((warning) => (
            <li key={warning}>{showHidden(warning)}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

/** Leads from the count of the warnings to the warnings; `onShow` shows the tab that has them. */
export function useWarnings(onShow: () => void) {
  const notice = useRef<HTMLDivElement | null>(null);
  const isWanted = useRef(false);
  const at = useCallback((now: HTMLDivElement | null) => {
    notice.current = now;
    if (isWanted.current) now?.focus();
    isWanted.current = false;
  }, []);
  const show = () => {
    isWanted.current = notice.current === null;
    notice.current?.focus();
    onShow();
  };
  return { at, show };
}

export interface WarningCountProps {
  readonly info: ComparisonInfo;
  /** Has its place before there are any. */
  readonly watched: boolean;
  readonly onShow: () => void;
}

/** In sight whatever else is shown. */
export function WarningCount({ info, watched, onShow }: WarningCountProps) {
  const text = useText('compare.headline');
  const count = otherWarnings(info.warnings).length;
  if (count === 0 && !watched) return null;
  return (
    <button
      type="button"
      className={css.count}
      style={count === 0 ? { visibility: 'hidden' } : undefined}
      title={text('warnings')}
      onClick={onShow}
    >
      {text('warningCount', { count })}
    </button>
  );
}
