import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { useScreenAction, wantSearch } from '../ui/screen-actions.ts';
import { type Tab, Tabs } from '../ui/Tabs.tsx';
import { useScreenKeys } from '../ui/use-screen-keys.ts';
import css from './ResultTabs.module.css';
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
  /** All of them are printed, one below the other: each says what it is. */
  readonly printsAll?: boolean;
}

/** The view of a result: one tab of it, with a scrollbar of its own. The keys 1 to 9 choose a tab, 0 the tenth; comma and full stop turn to the one before and after. */
export function ResultTabs<V extends string>({ label, tabs, chosen, onChoose, searched, aside, printsAll = false }: ResultTabsProps<V>) {
  const text = useText('common.print');
  const choose = (tab: V) => {
    wantSearch(false);
    onChoose(tab);
  };
  const list = useRef<HTMLDivElement>(null);
  /** By key: the focus goes along, so that Tab leads into what is shown. */
  const go = (tab: V) => {
    choose(tab);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)?.focus();
  };
  const turn = (step: 1 | -1) => {
    const at = tabs.findIndex(({ value }) => value === chosen);
    go(tabs[(at + step + tabs.length) % tabs.length]!.value);
  };
  useScreenKeys({
    ...Object.fromEntries(tabs.slice(0, 10).map(({ value }, index) => [String((index + 1) % 10), () => go(value)])),
    ',': () => turn(-1),
    '.': () => turn(1),
  });
  useScreenAction('turnTab', turn);
  useScreenAction('toSearch', () => {
    if (!tabs.some(({ value }) => value === searched)) return;
    choose(searched);
    wantSearch(true);
  });
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
      listRef={list}
    />
  );
}
