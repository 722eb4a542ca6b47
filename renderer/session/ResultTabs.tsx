import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useCommands, useOffers } from '../commands/commands.ts';
import { wantSearch } from '../commands/search.ts';
import { useText } from '../i18n/i18n.tsx';
import { setChartsHeight, useChartsHeight } from '../state/charts-height.ts';
import { isLargeText, textScale } from '../text-scale.ts';
import { cx } from '../ui/cx.ts';
import { type Tab, Tabs } from '../ui/Tabs.tsx';
import { useScreenKeys } from '../ui/use-screen-keys.ts';
import css from './ResultTabs.module.css';
import { Splitter } from './Splitter.tsx';
import { usePrintAll } from './use-print-all.ts';

export interface ResultTabsProps<V extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<V>[];
  readonly chosen: V;
  readonly onChoose: (tab: V) => void;
  /** Where a search leads to from tabs that have no search field. */
  readonly searched: V;
  /** At the right end of the row of tabs. */
  readonly aside?: ReactNode;
  /** What happened over time. Below the row of tabs, which so stays where it is whatever height they have on each of them. */
  readonly charts?: ReactNode;
  /** The charts can be given another height; otherwise they have their own. */
  readonly splits?: boolean;
  /** All of them are printed, one below the other: each says what it is. */
  readonly printsAll?: boolean;
}

/** Px at the usual text size. The charts: a chart with the time axis. The view: its bars, which take more lines with large text, and a few rows; the same in the style sheet. */
const LEAST = { above: 128, below: 172, belowLarge: 208 };

/**
 * The row of tabs, the charts and the view, which is one tab with a scrollbar of its own. The keys 1 to 9 choose a tab, 0 the tenth; comma and full stop turn to the
 * one before and after.
 */
export function ResultTabs<V extends string>(props: ResultTabsProps<V>) {
  const { label, tabs, chosen, onChoose, searched, aside, charts, splits = false, printsAll = false } = props;
  const text = useText('common.print');
  const view = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const height = useChartsHeight();
  const least = { above: LEAST.above * textScale(), below: (isLargeText() ? LEAST.belowLarge : LEAST.below) * textScale() };
  usePageKeys(view);
  const follows = useRef(false);
  const choose = (tab: V) => {
    wantSearch(false);
    onChoose(tab);
  };
  /** By key: the focus goes along, so that arrow keys scroll what is shown and Tab leads into it, past the charts. */
  const go = (tab: V) => {
    if (tab === chosen) focusShown(view);
    else follows.current = true;
    choose(tab);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that `go` has chosen is shown now
  useEffect(() => {
    // After the primitive has taken `hidden` off it.
    if (follows.current) queueMicrotask(() => focusShown(view));
    follows.current = false;
  }, [chosen]);
  const turn = (step: 1 | -1) => {
    const at = tabs.findIndex(({ value }) => value === chosen);
    go(tabs[(at + step + tabs.length) % tabs.length]!.value);
  };
  const command = useText('common.command');
  const keyOf = (index: number): string | null => (index < 10 ? String((index + 1) % 10) : null);
  useScreenKeys(Object.fromEntries(tabs.slice(0, 10).map(({ value }, index) => [keyOf(index)!, () => go(value)])));
  useOffers(
    tabs.flatMap(({ value, label: name }, index) =>
      typeof name === 'string' ? [{ id: `tab ${value}`, label: command('tab', { name }), key: keyOf(index), act: () => go(value) }] : [],
    ),
  );
  const toSearch = () => {
    choose(searched);
    wantSearch(true);
  };
  const isElsewhere = chosen !== searched && tabs.some(({ value }) => value === searched);
  useCommands({ previousTab: () => turn(-1), nextTab: () => turn(1), toSearch: isElsewhere ? toSearch : null });
  useEffect(() => () => wantSearch(false), []);
  return (
    <Tabs
      className={css.tabs}
      label={label}
      value={chosen}
      onChange={choose}
      tabs={tabs}
      aside={aside}
      all={usePrintAll(printsAll)}
      partNote={printsAll ? text('onlyThisTab') : undefined}
      between={
        charts !== undefined && (
          <>
            <div
              ref={pane}
              className={cx(css.charts, splits && css.splits)}
              style={splits && height !== null ? { flexBasis: height } : undefined}
            >
              <div className={css.sheet}>{charts}</div>
            </div>
            {splits && <Splitter above={pane} below={view} least={least} onChange={setChartsHeight} />}
          </>
        )
      }
      panelsRef={view}
    />
  );
}

const findShown = (view: RefObject<HTMLElement | null>) => view.current?.querySelector<HTMLElement>('[data-state=active][role=tabpanel]');

const focusShown = (view: RefObject<HTMLElement | null>) => findShown(view)?.focus({ preventScroll: true });

const PAGE_KEYS: Readonly<Record<string, 1 | -1>> = { PageDown: 1, PageUp: -1 };
/** Part of the view that stays in sight. */
const KEPT = 0.1;

/** Where nothing has the focus, the keys that turn a page turn that of the view: it is what scrolls. */
function usePageKeys(view: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = PAGE_KEYS[event.key];
      const isElsewhere = event.target !== document.body && (event.target as Element).id !== 'content';
      if (by === undefined || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      const scroller = findShown(view);
      scroller?.scrollBy({ top: by * Math.round(scroller.clientHeight * (1 - KEPT)) });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [view]);
}
