/** The tabs of a run and of a profile of another tool, in the order in which they are shown. */
import { leakCaptureOf } from '../../../shared/model/setup/captures.ts';
import type { SessionInfo } from '../../../shared/protocol/session-contract.ts';
import type { useText } from '../../i18n/i18n.tsx';
import type { Tab } from '../../ui/Tabs.tsx';
import { errorsTab } from './errors/ErrorsTab.tsx';
import { linesTab } from './lines/LinesTab.tsx';
import { memoryTab } from './memory/MemoryTab.tsx';
import { notesTab } from './NotesTab.tsx';
import { outputTab } from './output/OutputTab.tsx';
import { overviewTab } from './overview/OverviewTab.tsx';
import { chartTab } from './profile/ChartTab.tsx';
import { flameTab } from './profile/FlameOrAround.tsx';
import { functionsTab } from './profile/FunctionsTab.tsx';
import { requestsTab } from './requests/RequestsTab.tsx';
import { routesTab } from './requests/RoutesTab.tsx';
import type { RunTab, ShownRun, TabName } from './run-tab.tsx';
import { serverTab } from './ServerTab.tsx';
import { ticksTab } from './ticks/TicksTab.tsx';
import { waitsTab } from './waits/WaitsTab.tsx';

export const RUN_TABS: readonly RunTab[] = [
  overviewTab,
  flameTab,
  chartTab,
  functionsTab,
  linesTab,
  routesTab,
  ticksTab,
  serverTab,
  requestsTab,
  waitsTab,
  memoryTab,
  errorsTab,
  outputTab,
  notesTab,
];

/** A profile has no requests and no load; its tabs are in the same order. */
export const PROFILE_TABS: readonly RunTab[] = RUN_TABS.filter((tab) =>
  [flameTab, chartTab, functionsTab, linesTab, ticksTab, notesTab].includes(tab),
);

/** Those that a session has. */
export function tabsIn(tabs: readonly RunTab[], info: SessionInfo, hasSpans: boolean): readonly RunTab[] {
  return tabs.filter(({ isOf, isOfLeaks = false }) => (isOf?.(info, hasSpans) ?? true) && (!looksForLeak(info) || isOfLeaks));
}

export function looksForLeak({ setup }: SessionInfo): boolean {
  return setup !== null && leakCaptureOf(setup.capture) !== null;
}

export function drawTabs(tabs: readonly RunTab[], shown: ShownRun, text: ReturnType<typeof useText<'run'>>): Tab<TabName>[] {
  return tabs.map(({ name, fills, Content }) => ({
    value: name,
    label: text(`tab.${name}`),
    content: <Content {...shown} />,
    ...(fills && { fills }),
  }));
}

/** A link can name a tab that this session does not have. */
export function findTab(tabs: readonly RunTab[], asked: string | null): RunTab {
  return tabs.find(({ name }) => name === asked) ?? tabs[0]!;
}
