import { useMemo } from 'react';
import type { Milliseconds } from '../../../shared/base/units.ts';
import { type ExternalReport, hasLoad, isExternal, type ProfileReport } from '../../../shared/model/report.ts';
import type { ImportedInfo } from '../../../shared/protocol/session-contract.ts';
import { externalAnswer } from '../../../shared/report/external-answer.ts';
import { externalTables } from '../../../shared/report/external-tables.ts';
import { profileAnswer } from '../../../shared/report/profile-answer.ts';
import { createLeadingFocus, useTimeWindow } from '../../charts/time-focus.ts';
import { useEscape } from '../../commands/escape.ts';
import { useText } from '../../i18n/i18n.tsx';
import { ResultTabs } from '../../session/ResultTabs.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { useView, viewCell } from '../../state/view.ts';
import type { Tab } from '../../ui/Tabs.tsx';
import { FigureTable } from '../../ui/table/FigureTable.tsx';
import { WindowChip } from './charts/WindowChip.tsx';
import { ImportedChoice } from './ImportedChoice.tsx';
import { ImportedAnswer, ImportedFrame, type ImportedProps } from './ImportedFrame.tsx';
import { NotesTab } from './NotesTab.tsx';
import { useProfileView } from './profile/profile-query.ts';
import css from './RunScreen.module.css';
import type { ShownRun, TabName } from './run-tab.tsx';
import { drawTabs, findTab, PROFILE_TABS, tabsIn } from './tabs.tsx';

/** A profile without load has no requests to chart; the tabs that have data come first. Its time axis is that of the flame chart. */
export function ImportedProfile({ info, notices }: ImportedProps) {
  const text = useText('run');
  const focus = useMemo(() => createLeadingFocus(viewCell('window'), viewCell('chart')), []);
  const window = useTimeWindow(focus);
  const view = useProfileView(info, window, 'final');
  const endMs = endOfProfiles(info.imported?.profiles ?? [], view.choice.thread);
  useEscape('window', window === null ? null : () => focus.setWindow(null));
  const shown: ShownRun = {
    ...{ info, latest: info, live: false, watched: false, view, routes: NO_ROUTES, focus, window, endS: null },
    ...{ report: undefined, run: null, wholeRun: null, server: null, version: 'final', hasSpans: false, onRoute: () => {}, followed: null },
  };
  const { data: report, failure } = useEngineRequest('session.report', { sessionId: info.id, window }, { version: 'final', enabled: true });
  const run = report?.runs.find((one) => !hasLoad(one) && !isExternal(one)) as ProfileReport | undefined;
  const tabs = tabsIn(PROFILE_TABS, info, false);
  const [asked, setTab] = useView('tab');
  return (
    <ImportedFrame
      {...{ info, notices, failure, window }}
      answer={<ImportedAnswer info={info} says={run === undefined ? null : profileAnswer(run)} />}
      view={
        <ResultTabs
          label={text('tab.label')}
          tabs={drawTabs(tabs, shown, text)}
          chosen={findTab(tabs, asked).name}
          onChoose={setTab}
          searched="flame"
          charts={
            <>
              {info.imported !== null && <ImportedChoice info={info} imported={info.imported} view={view} />}
              {endMs > 0 && <WindowChip focus={focus} endMs={endMs} hint={text('flameChart.windowHint')} />}
            </>
          }
        />
      }
    />
  );
}

const NO_ROUTES: readonly string[] = [];

/** A result of another load tool: what it says, and no more. */
export function ImportedLoad({ info, notices }: ImportedProps) {
  const text = useText('run');
  const { data: report, failure } = useEngineRequest(
    'session.report',
    { sessionId: info.id, window: null },
    { version: 'final', enabled: true },
  );
  const result = report?.runs.find(isExternal);
  const tabs: Tab<TabName>[] = [
    {
      value: 'overview',
      label: text('tab.overview'),
      content: result === undefined ? <p className={css.nothing}>{text('loading')}</p> : <ExternalTables result={result} />,
    },
    { value: 'notes', label: text('tab.notes'), content: <NotesTab info={info} /> },
  ];
  const [asked, setTab] = useView('tab');
  return (
    <ImportedFrame
      {...{ info, notices, failure }}
      answer={result !== undefined && <ImportedAnswer info={info} says={externalAnswer(result)} />}
      view={
        <ResultTabs
          label={text('tab.label')}
          tabs={tabs}
          chosen={asked === 'notes' ? asked : 'overview'}
          onChoose={setTab}
          searched="overview"
        />
      }
    />
  );
}

function ExternalTables({ result }: { result: ExternalReport }) {
  return (
    <div className={css.result}>
      {externalTables(result).map((table) => (
        <div key={table.caption} className={table.facts || table.narrow ? css.narrow : undefined}>
          <FigureTable table={table} />
        </div>
      ))}
    </div>
  );
}

/** When the last of the profiles that are shown ends; 0: none has a time axis. */
function endOfProfiles(profiles: ImportedInfo['profiles'], thread: number | null): Milliseconds {
  const shown = thread === null ? profiles : profiles.slice(thread, thread + 1);
  return Math.max(0, ...shown.map(({ endMs }) => endMs ?? 0));
}
