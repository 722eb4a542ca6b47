import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { frameKey } from '../../../../shared/charts/flame-layout.ts';
import { isCollector, isProgram } from '../../../../shared/model/profile/frame-kind.ts';
import type { ChartLane } from '../../../../shared/model/profile/profile-views.ts';
import type { ServerSeriesColumns } from '../../../../shared/model/series.ts';
import { foldLines } from '../../../../shared/phrases/fold-words.ts';
import { laneNameOf, laneOfFile } from '../../../../shared/phrases/profile-words.ts';
import { usualOfLanes } from '../../../../shared/profile/time/flame-chart-columns.ts';
import type { ImportedInfo } from '../../../../shared/protocol/session-contract.ts';
import { AXIS_WIDTH, PAD_RIGHT } from '../../../charts/plot.ts';
import type { TimeFocus } from '../../../charts/time-focus.ts';
import { useSearch } from '../../../commands/search.ts';
import { FoldChips } from '../../../flame/FoldChips.tsx';
import { ChartOrTable } from '../../../flame-chart/ChartOrTable.tsx';
import { ChartTable } from '../../../flame-chart/ChartTable.tsx';
import type { ChartCall, ChartPicture } from '../../../flame-chart/chart-picture.ts';
import type { TimeSpan } from '../../../flame-chart/chart-view.ts';
import { type ChartSides, FlameChart } from '../../../flame-chart/FlameChart.tsx';
import type { ServedBar } from '../../../flame-chart/lane-words.ts';
import { RequestLanes, useRequestLanes } from '../../../flame-chart/RequestLanes.tsx';
import { SeveralMark } from '../../../flame-chart/SeveralMark.tsx';
import { useCallMenu } from '../../../flame-chart/use-call-menu.tsx';
import { useChartPicture } from '../../../flame-chart/use-chart-picture.ts';
import { useStalls } from '../../../flame-chart/use-stalls.ts';
import { ViewLine } from '../../../flame-chart/ViewLine.tsx';
import { formatMs } from '../../../i18n/format.ts';
import { useText, text as wordOf } from '../../../i18n/i18n.tsx';
import { useDebounced } from '../../../state/use-debounced.ts';
import { useView } from '../../../state/view.ts';
import { TakePicture } from '../../../take/TakePicture.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { HelpLink } from '../../../ui/HelpLink.tsx';
import { Legend, type LegendItem } from '../../../ui/Legend.tsx';
import { ErrorNotice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Progress.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Toolbar, UnderBar } from '../../../ui/Toolbar.tsx';
import { isOfSamples, isOfTime, profileProps, type RunTab, type ShownRun } from '../run-tab.tsx';
import tabs from '../tabs.module.css';
import { ChosenBar } from './ChosenBar.tsx';
import { NoSamples, type ProfileTabProps, useProfileMenu } from './FlameTab.tsx';
import { KindLegend, ProcessChoice, ThreadChoice } from './ProfileControls.tsx';
import { useOwnPass } from './profile-query.ts';

interface ChartTabProps extends ProfileTabProps {
  readonly focus: TimeFocus;
  /** Where the time axis of the charts above ends; null: there are none. */
  readonly endS: number | null;
  readonly server: ServerSeriesColumns | null;
  /** Those of a file of another tool, each a thread; null: it is a run. */
  readonly profiles: ImportedInfo['profiles'] | null;
  /** It is known when each request was in the server. */
  readonly hasSpans: boolean;
  /** How many requests of the run were answered; null: it goes on, and what their client recorded is read when it has ended. */
  readonly answered: number | null;
}

/** There V8's own frames stand alone, not on top of what they interrupted. */
function pathInFlameGraph(path: readonly ChartCall[]): string[] {
  const last = path[path.length - 1];
  return (last !== undefined && (isCollector(last) || isProgram(last)) ? [last] : path).map(({ name, url, line }) =>
    frameKey(name, url, line),
  );
}

/** Columns beside the time charts, CSS px (TimeChart.module.css): the flame chart has the same axis. */
const CHART_SIDES: ChartSides = { left: 160 + AXIS_WIDTH, right: 168 + PAD_RIGHT };
const SEARCH_MS = 150;

/** The calls in the order of time. */
const ChartTab = memo(function ChartTab(props: ChartTabProps) {
  const { setup, processes, threads, view: asked, live, focus, endS, server, profiles, hasSpans, answered } = props;
  const view = useOwnPass(asked, null);
  const text = useText('run');
  const { axis, query } = view;
  const [as, setAs] = useView('chartAs');
  const [plotPx, setPlotPx] = useState(0);
  const [selected, setSelected] = useState<ChartCall | null>(null);
  const [request, setRequest] = useState<ServedBar | null>(null);
  const search = useDebounced(view.search, SEARCH_MS);
  const { picture, failure } = useChartPicture(query, axis, { search, version: view.version, plotPx });
  const lanes = picture?.columns.meta.lanes;
  const served = useRequestLanes(axis, {
    ...{ sessionId: query.sessionId, pid: view.choice.pid, version: view.version, plotPx },
    isWanted: hasSpans && endS !== null,
  });
  const input = useRef<HTMLInputElement>(null);
  useSearch(picture === null ? null : () => input.current?.focus());
  useEffect(() => {
    if (endS !== null) axis.setWhole({ from: 0, to: endS * 1e6 });
    else if (lanes && lanes.length > 0) {
      axis.setWhole({ from: Math.min(...lanes.map(({ startUs }) => startUs)), to: Math.max(...lanes.map(({ endUs }) => endUs)) });
    }
  }, [axis, endS, lanes]);

  const stallsOf = useStalls(server);
  const laneName = useCallback(
    ({ pid, thread }: ChartLane) => (profiles === null ? laneNameOf({ pid, thread }, processes, threads) : laneOfFile(profiles, thread)),
    [processes, threads, profiles],
  );
  const { into } = view.steps;
  const select = useCallback(
    (call: ChartCall, of: ChartPicture) => {
      setSelected(call);
      // What was clicked at stays where it is.
      const shown = axis.view();
      focus.setWindow({ fromMs: call.start / 1_000, toMs: call.end / 1_000 });
      axis.setView(shown);
      into({ path: pathInFlameGraph(of.path(call.index) ?? []), among: null, part: null });
    },
    [axis, focus, into],
  );

  const callMenu = useCallMenu(useProfileMenu(view));

  const choose = ({ from, to }: TimeSpan) => focus.setWindow({ fromMs: from / 1_000, toMs: to / 1_000 });

  if (failure !== null && picture === null) return <ErrorNotice failure={failure} />;
  if (picture === null || lanes === undefined) return <Spinner label={text('loading')} />;
  const { found, moreLanes } = picture.columns.meta;
  const isEmpty = lanes.length === 0;
  const usualUs = usualOfLanes(lanes);
  const samples = lanes.reduce((sum, lane) => sum + lane.samples, 0);
  return (
    <div className={tabs.fill}>
      {failure !== null && <ErrorNotice failure={failure} />}
      <Toolbar
        end={
          <>
            <ProcessChoice view={view} processes={processes} />
            <ThreadChoice view={view} threads={threads} processes={processes} />
            <ChartOrTable value={as} onChange={setAs} />
            {!isEmpty && as === 'chart' && (
              <TakePicture
                title={text('tab.flameChart')}
                picture={(draw) => {
                  const window = focus.window();
                  return draw.flameChartPicture({
                    title: text('tab.flameChart'),
                    about: [
                      text('flameChart.sampledEvery', { every: formatMs(usualUs / 1_000) }),
                      ...foldLines({ hide: view.choice.hide, folds: view.folds.list }),
                    ],
                    charts: [{ title: null, picture, laneName, stallsOf }],
                    served: served && { columns: served, chosen: request },
                    view: axis.view(),
                    whole: axis.whole(),
                    window: window && { from: window.fromMs * 1_000, to: window.toMs * 1_000 },
                    query: view.search,
                  });
                }}
              />
            )}
          </>
        }
      >
        <SearchInput
          inputRef={input}
          label={text('profile.search')}
          placeholder={text('profile.searchShort')}
          value={view.search}
          onChange={view.setSearch}
          found={
            found !== null && view.search.trim() !== ''
              ? text('flameChart.matches', { count: found.calls, time: formatMs(found.us / 1_000) })
              : null
          }
          marksMatches
        />
      </Toolbar>
      <UnderBar>
        <KindLegend view={view} />
        {served !== null && served.meta.waits !== null && as === 'chart' && <Legend items={waitsLegend()} />}
        <SeveralMark />
        {answered !== null && endS !== null && request !== null && (
          <ChosenBar {...{ sessionId: query.sessionId, request, version: view.version, focus, endMs: endS * 1_000, completed: answered }} />
        )}
      </UnderBar>
      <FoldChips folds={view.folds} />
      {callMenu.menu}
      {isEmpty && <NoSamples setup={setup} view={view} live={live} />}
      {!isEmpty && (
        <ViewLine
          axis={axis}
          pictures={[picture]}
          hint={as === 'chart' ? text('flameChart.hint') : null}
          tellMeasured={(values) => text('flameChart.measured', values)}
        />
      )}
      {!isEmpty && served !== null && as === 'chart' && (
        <RequestLanes columns={served} axis={axis} focus={focus} sides={CHART_SIDES} chosen={request} onChoose={setRequest} />
      )}
      {!isEmpty && (
        <div className={tabs.filling}>
          {as === 'chart' ? (
            <FlameChart
              label={text('flameChart.label', { samples })}
              picture={picture}
              axis={axis}
              focus={focus}
              {...(endS === null ? {} : { sides: CHART_SIDES })}
              laneName={laneName}
              stallsOf={stallsOf}
              selected={selected}
              keys={text('flameChart.keys')}
              onSelect={select}
              onChoose={choose}
              onMenu={callMenu.open}
              onPlotWidth={setPlotPx}
            />
          ) : (
            <ChartTable axis={axis} parts={[{ picture, name: null }]} />
          )}
        </div>
      )}
      {!isEmpty && usualUs > 0 && <p className={tabs.note}>{text('flameChart.sampledEvery', { every: formatMs(usualUs / 1_000) })}</p>}
      {moreLanes > 0 && <p className={tabs.note}>{text('flameChart.moreLanes', { count: moreLanes })}</p>}
      <Disclosure summary={text('flameChart.helpTitle')}>
        <p className={tabs.help}>
          {text('flameChart.help')} <HelpLink page="FLAME-CHART" />
        </p>
      </Disclosure>
    </div>
  );
});

/** As in the story of a request. */
function waitsLegend(): readonly LegendItem[] {
  return [
    { name: wordOf('run.flameChart.lanes.inProgressKey'), swatch: { 'data-call': 'progress' } },
    { name: wordOf('run.story.lanes.line'), swatch: { 'data-call': 'line' } },
  ];
}

function answeredOf({ live, wholeRun }: ShownRun): number | null {
  return live || wholeRun === null ? null : wholeRun.requests.completed;
}

export const chartTab: RunTab = {
  name: 'flameChart',
  // Some formats of other tools have no times.
  isOf: (info) =>
    isOfSamples(info) && isOfTime(info) && (info.imported === null || info.imported.profiles.some(({ endMs }) => endMs !== null)),
  fills: true,
  isHigh: true,
  Content: (shown) => (
    <ChartTab
      {...profileProps(shown)}
      focus={shown.focus}
      endS={shown.endS}
      server={shown.server}
      profiles={shown.info.imported?.profiles ?? null}
      hasSpans={shown.hasSpans}
      answered={answeredOf(shown)}
    />
  ),
};
