import type { Tab } from '../../ui/Tabs.tsx';

export type TabName =
  | 'overview'
  | 'flame'
  | 'flameChart'
  | 'functions'
  | 'lines'
  | 'routes'
  | 'ticks'
  | 'server'
  | 'requests'
  | 'errors'
  | 'output'
  | 'notes';

/** A link can name a tab that this session does not have. */
export function findTab(tabs: readonly Tab<TabName>[], asked: string | null): TabName {
  return (tabs.find(({ value }) => value === asked) ?? tabs[0]!).value;
}
