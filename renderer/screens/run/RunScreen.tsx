import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Milliseconds } from '../../../shared/base/units.ts';
import type { DensityCell } from '../../../shared/charts/density.ts';
import type { SectionId } from '../../../shared/derive/sections/sections.ts';
import { settingsIn } from '../../../shared/format/setting-names.ts';
import { tellFailure } from '../../../shared/format/word-said.ts';
import { knowsIntended } from '../../../shared/model/clients.ts';
import { isOfPart } from '../../../shared/model/profile/selection.ts';
import { type HotFunction, hasLoad, type RunReport } from '../../../shared/model/report.ts';
import { isFinal } from '../../../shared/model/run.ts';
import type { RunChartId } from '../../../shared/model/run-chart.ts';
import { idOfStudy } from '../../../shared/model/services.ts';
import { hasSetting } from '../../../shared/model/setup/settings-list.ts';
import type { PartialReport, SessionInfo } from '../../../shared/protocol/session-contract.ts';
import { createLeadingFocus, useTimeWindow } from '../../charts/time-focus.ts';
import { useCommands } from '../../commands/commands.ts';
import { useEscape } from '../../commands/escape.ts';
import { wantSearch } from '../../commands/search.ts';
import { useText } from '../../i18n/i18n.tsx';
import { ResultTabs } from '../../session/ResultTabs.tsx';
import { SessionWaiting } from '../../session/SessionWaiting.tsx';
import { Workbench } from '../../session/Workbench.tsx';
import { useEngineRequest } from '../../state/engine-request.ts';
import { compareExperiment } from '../../state/forms/compare-draft.ts';
import { currentView, navigate } from '../../state/route.ts';
import { useSessionInfo } from '../../state/sessions.ts';
import { useView, viewCell } from '../../state/view.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { TimeCharts, useChartsShown, useTimeLimit } from './charts/TimeCharts.tsx';
import { useLoadSeries, useMachineSeries, useServerSeries } from './charts/use-series.ts';
import { useHeld, useThrottled } from './charts/use-throttled.ts';
import { followingRequests } from './following-requests.ts';
import { ImportedHeap } from './ImportedHeap.tsx';
import { ImportedLoad, ImportedProfile } from './ImportedScreen.tsx';
import { Answer } from './overview/Answer.tsx';
import { selectionOf, useOwnPass, useProfileView } from './profile/profile-query.ts';
import { RunHead, runAgain } from './RunHead.tsx';
import { PortChoice, RunLiveBar } from './RunLiveBar.tsx';
import css from './RunScreen.module.css';
import type { ShownRun } from './run-tab.tsx';
import { drawTabs, findTab, looksForLeak, RUN_TABS, tabsIn } from './tabs.tsx';

/** The same screen during and after the run. */
export function RunScreen({ sessionId }: { sessionId: string }) {
  const text = useText('run');
  const { data: info, failure, saveFailure } = useSessionInfo(sessionId);
  if (info === undefined) {
    return <SessionWaiting failure={failure} label={text('loading')} />;
  }
  if (info.kind === 'comparison') return <Elsewhere sessionId={sessionId} />;
  if (info.kind === 'services') return <ElsewhereInStudy sessionId={sessionId} />;
  const notices = saveFailure !== null && <ErrorNotice failure={saveFailure} />;
  switch (info.kind) {
    case 'profile':
      return <ImportedProfile info={info} notices={notices} />;
    case 'heap':
      return <ImportedHeap info={info} notices={notices} />;
    case 'load':
      return <ImportedLoad info={info} notices={notices} />;
    default:
      return <Run info={info} notices={notices} />;
  }
}

/** A comparison has its own screen; what kind of session it is is known only after it was opened. */
function Elsewhere({ sessionId }: { sessionId: string }) {
  useEffect(() => navigate({ screen: 'compare', sessionId }, { replace: true, view: currentView() }), [sessionId]);
  return null;
}

/** Services are shown as their study. */
function ElsewhereInStudy({ sessionId }: { sessionId: string }) {
  const { data, failure } = useEngineRequest('services.session', { sessionId });
  useEffect(() => {
    if (data !== undefined) navigate({ screen: 'study', name: idOfStudy(data.plan), sessionId }, { replace: true });
  }, [data, sessionId]);
  return failure === null ? null : <ErrorNotice failure={failure} />;
}

interface ScreenProps {
  readonly info: SessionInfo;
  readonly notices: ReactNode;
}

/** What is left of the charts when they are folded. */
const STRIP: readonly RunChartId[] = ['latency'];

/** Figures and trees are requested at most this often during a run; the charts follow every progress event. */
const AGGREGATES_MS = 1_000;

function Run({ info: latest, notices }: ScreenProps) {
  const text = useText('run');
  const { id } = latest;
  const live = !isFinal(latest.state);
  const [wantsPause, setWantsPause] = useState(false);
  const [asked, setTab] = useView('tab');
  const paused = wantsPause && live;
  const info = useHeld(latest, paused);
  const { progress } = info;
  const phase = live ? 'live' : 'final';
  // What was watched keeps the places that were reserved for it when it ends.
  const watched = useRef(live).current;

  const focus = useMemo(() => createLeadingFocus(viewCell('window'), viewCell('chart')), []);
  const window = useTimeWindow(focus);
  useWindowInside(live ? null : info.measuredMs);
  const load = useLoadSeries(id, `${phase}:${progress?.loadVersion ?? 0}`);
  const server = useServerSeries(id, `${phase}:${progress?.serverVersion ?? 0}`);
  const machine = useMachineSeries(id, `${phase}:${progress?.machineVersion ?? 0}`);
  // After the load has ended little comes, and everybody waits for it.
  const atMostEvery = info.state === 'measuring' ? AGGREGATES_MS : 0;
  const reportVersion = useThrottled(`${phase}:${progress?.loadVersion ?? 0}`, atMostEvery);
  const { setup } = info;
  const plan = setup?.load ?? null;
  const launches = useEngineRequest(
    'session.launches',
    { sessionId: id },
    {
      version: reportVersion,
      enabled: setup !== null && knowsIntended(setup),
    },
  );
  const [latencyAs] = useView('latencyAs');
  const density = useEngineRequest('session.density', { sessionId: id }, { version: reportVersion, enabled: latencyAs === 'density' });
  const serverVersion = useThrottled(`${phase}:${progress?.serverVersion ?? 0}`, AGGREGATES_MS);
  const timings = useEngineRequest('session.timings', { sessionId: id }, { version: serverVersion });
  const waits = useEngineRequest('session.wait-series', { sessionId: id }, { version: serverVersion });
  const seriesFailure = load.failure ?? server.failure ?? machine.failure;
  const profileVersion = useThrottled(`${phase}:${progress?.profileVersion ?? 0}`, atMostEvery);
  // No sentence before the first response: it would still say so a second later, beside charts that show more.
  const hasOutcome = progress !== null && progress.completed + progress.failed > 0;
  const asking = { version: reportVersion, enabled: hasOutcome || !live };
  // The sentence at the top is always about the whole run; without a window it is the same request as for the tabs, sent once.
  const { data: whole, failure: wholeFailure } = useEngineRequest('session.report', { sessionId: id, window: null }, asking);
  const wholeRun = whole?.runs.find(hasLoad) ?? null;
  // Of the whole run, so that a window does not change what can be chosen.
  const hasSpans = Boolean(wholeRun?.routes);
  // The end of a run may be told before what was measured.
  const hasBegun = live || info.measuredMs > 0 || (info.elapsedMs.measuring ?? 0) > 0;
  // Nothing came of it: then what it wrote is all there is to see, and no tab or chart without anything in it.
  const hasNothing = !live && latest.failure !== null && !hasBegun && !info.hasProfile && !info.hasTicks;
  const tabs = tabsIn(hasNothing ? RUN_TABS.filter(({ isOfNothing }) => isOfNothing) : RUN_TABS, info, hasSpans);
  const tab = findTab(tabs, asked);
  // This is derived on the machine that is being measured: what is not shown of a window is not asked for.
  const { figures = [] } = tab;
  const sections = live && window !== null && figures !== 'all' ? figures : null;
  const { data: latestReport, failure: reportFailure } = useEngineRequest(
    'session.report',
    { sessionId: id, window, ...(sections && { sections: [...sections] }) },
    { ...asking, enabled: asking.enabled && sections?.length !== 0 },
  );
  const report = hasSections(latestReport, sections) ? latestReport : undefined;
  const figuresFailure = reportFailure ?? wholeFailure;
  const run = report?.runs.find(hasLoad) ?? null;
  const view = useProfileView(latest, window, profileVersion);
  const ownPass = useOwnPass(view, window);
  const clearWindow = () => focus.setWindow(null);
  const showFrame = (frame: HotFunction) => {
    view.want({ ...frame, everywhere: true });
    wantSearch(false);
    setTab('flame');
  };
  const { choose } = view;
  const showRoute = useCallback(
    (route: string) => {
      choose({ route });
      setTab('flame');
    },
    [choose, setTab],
  );
  const showCell = useShownCell();
  const pause = () => setWantsPause(!wantsPause);
  useEscape('window', window === null ? null : clearWindow);
  useCommands({ pause: live ? pause : null });

  const endS = useTimeLimit(info, info.measuredMs, live);
  const routes = useMemo(() => namesOf(wholeRun?.routes), [wholeRun]);
  const followed = useMemo(() => followingRequests(info.setup), [info.setup]);
  const shown: ShownRun = {
    ...{ info, latest, live, watched, view, routes, focus, window, endS, report, run, wholeRun },
    ...{ server: server.data, version: reportVersion, hasSpans, onRoute: showRoute, followed },
  };
  // Of rounds with rests between them, what is alive after each says more than what each second was like.
  const charts = useChartsShown(tab.isHigh || looksForLeak(info) ? [...STRIP, ...(tab.strip ?? [])] : null);
  return (
    <Workbench
      head={<RunHead info={latest} live={live} window={window} />}
      live={live && <RunLiveBar info={latest} counted={wholeRun?.requests ?? null} paused={paused} onPause={setWantsPause} />}
      notices={
        <>
          {notices}
          {live && <PortChoice info={latest} />}
          {latest.failure !== null && <RunFailure info={latest} />}
          {latest.recovered && <Notice tone="info">{text('head.recovered')}</Notice>}
          {figuresFailure !== null && <ErrorNotice failure={figuresFailure} />}
          {seriesFailure !== null && tellFailure(seriesFailure) !== (figuresFailure && tellFailure(figuresFailure)) && (
            <ErrorNotice failure={seriesFailure} />
          )}
        </>
      }
      answer={
        !hasNothing && (
          <Answer
            run={wholeRun}
            live={live}
            progress={latest.progress}
            isOfMore={window !== null || isOfPart(selectionOf(view.choice))}
            watched={watched}
            isShort={tab.name !== 'overview'}
            onFrame={showFrame}
            onCompare={info.setup && ((experiment) => compareExperiment(info.setup!, experiment))}
          />
        )
      }
      view={
        <ResultTabs
          label={text('tab.label')}
          tabs={drawTabs(tabs, shown, text)}
          chosen={tab.name}
          onChoose={setTab}
          searched="flame"
          charts={
            hasNothing ? undefined : hasBegun ? (
              <TimeCharts
                endS={endS}
                load={load.data}
                server={server.data}
                machine={machine.data}
                waits={waits.data ?? null}
                plan={plan}
                launches={launches.data ?? null}
                whole={wholeRun}
                isByCommand={(info.setup?.loadCommand ?? null) !== null}
                density={density.data ?? null}
                onCell={showCell}
                measuredMs={info.measuredMs}
                timings={timings.data ?? null}
                profile={{ query: ownPass.query, version: view.version, isByRequest: routes.length > 0 }}
                live={live}
                focus={focus}
                shown={charts}
                run={live ? null : run}
              />
            ) : (
              <p className={css.nothing}>{text('time.none')}</p>
            )
          }
          splits={hasBegun && charts.strip === null}
        />
      }
    />
  );
}

/** The requests of a cell of the density. Memoised: a chart gets it. */
function useShownCell(): (cell: DensityCell) => void {
  const [, setTab] = useView('tab');
  const [, setOutcome] = useView('outcome');
  const [, setSlower] = useView('slower');
  const [, setFaster] = useView('faster');
  const [, setSort] = useView('requestSort');
  const [, setAs] = useView('requestsAs');
  const show = ({ low, high }: DensityCell) => {
    setTab('requests');
    setAs('all');
    setOutcome('expected');
    // Latencies are whole microseconds, and the lower end belongs to the cell.
    setSlower(Number((low - 0.001).toFixed(3)));
    setFaster(Number(high.toFixed(3)));
    setSort({ column: 'latency', descending: false });
  };
  const latest = useRef(show);
  latest.current = show;
  return useRef((cell: DensityCell) => latest.current(cell)).current;
}

/** The routes that samples are told apart by; empty: they are not. */
function namesOf(routes: RunReport['routes']): readonly string[] {
  return routes?.cpu ? [...new Set(routes.routes.map(({ route }) => route))].sort() : [];
}

/** An earlier report may be of the sections of another tab. `sections` null: all. */
function hasSections(report: PartialReport | undefined, sections: readonly SectionId[] | null): boolean {
  const there = report?.sections;
  return there === undefined || (sections?.every((one) => there.includes(one)) ?? false);
}

/** A window behind the end of the run, from a link, is no window. */
function useWindowInside(endMs: Milliseconds | null): void {
  const [window, setWindow] = useView('window');
  const isOutside = window !== null && endMs !== null && window.fromMs >= endMs;
  useEffect(() => {
    if (isOutside) setWindow(null, 'quiet');
  }, [isOutside, setWindow]);
}

/** What happened and what to do, with the way to each field that is to be changed. */
function RunFailure({ info }: { info: SessionInfo }) {
  const text = useText('run.live');
  const label = useText('setup.field');
  const { failure, setup, id } = info;
  if (failure === null) return null;
  const fields = setup === null || failure.hint === null ? [] : settingsIn(failure.hint).filter((key) => hasSetting(setup, key));
  return (
    <>
      <ErrorNotice
        failure={failure}
        actions={
          setup !== null &&
          fields.map((field) => (
            <Button key={field} onClick={() => runAgain(setup, { from: id, field })}>
              {text('change', { field: label(`${field}.label` as never) })}
            </Button>
          ))
        }
      />
      {info.measuredMs > 0 && <p className={css.kept}>{text('failedKept')}</p>}
    </>
  );
}
