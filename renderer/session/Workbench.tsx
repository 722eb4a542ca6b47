import { type ReactNode, useEffect, useRef } from 'react';
import { setChartsHeight, useChartsHeight } from '../state/charts-height.ts';
import { isLargeText, textScale } from '../text-scale.ts';
import { cx } from '../ui/cx.ts';
import { Splitter } from './Splitter.tsx';
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
  /** What happened over time. */
  readonly charts?: ReactNode;
  /** The charts can be given another height; otherwise they have their own. */
  readonly splits?: boolean;
  /** The rest of the window; scrolls by itself. */
  readonly view: ReactNode;
}

/** Px at the usual text size. The charts: a chart with the time axis. The view: its bars, which take more lines with large text, and a few rows; the same in the style sheet. */
const LEAST = { above: 128, below: 208, belowLarge: 256 };

/**
 * The frame of a result, during and after the measurement: it fills the window, and only the view at the bottom scrolls. In a window that is too
 * low for it, all of it scrolls.
 */
export function Workbench({ head, live, notices, answer, charts, splits = false, view }: WorkbenchProps) {
  const area = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const height = useChartsHeight();
  usePageKeys(area);
  const least = { above: LEAST.above * textScale(), below: (isLargeText() ? LEAST.belowLarge : LEAST.below) * textScale() };
  return (
    <div className={css.bench}>
      {head}
      <div className={css.notices}>{notices}</div>
      {answer}
      {charts !== undefined && (
        <div
          ref={pane}
          className={cx(css.charts, splits && css.splits)}
          style={splits && height !== null ? { flexBasis: height } : undefined}
        >
          <div className={css.sheet}>{charts}</div>
        </div>
      )}
      {splits && <Splitter above={pane} below={area} least={least} onChange={setChartsHeight} />}
      <div ref={area} className={css.view}>
        {view}
      </div>
      {live && <div className={css.live}>{live}</div>}
    </div>
  );
}

const PAGE_KEYS: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 };
/** Part of the view that stays in sight. */
const KEPT = 0.1;

/** Where nothing has the focus, the keys that turn a page turn that of the view: it is what scrolls. Marked with `data-scrolls`. */
function usePageKeys(view: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = PAGE_KEYS[event.key];
      const isElsewhere = event.target !== document.body && (event.target as Element).id !== 'content';
      if (by === undefined || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      const scroller = view.current?.querySelector('[data-state=active][role=tabpanel], [data-scrolls]');
      scroller?.scrollBy({ top: by * Math.round(scroller.clientHeight * (1 - KEPT)) });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [view]);
}
