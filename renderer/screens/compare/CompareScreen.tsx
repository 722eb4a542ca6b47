import type { CSSProperties, ReactNode } from 'react';
import { canCompareTicks } from '../../../shared/analysis/ticks-per-request.ts';
import { metricsOfLoad } from '../../../shared/analysis/verdicts/family.ts';
import { gridParts } from '../../../shared/analysis/verdicts/grid-parts.ts';
import { type ComparisonInfo, isOver } from '../../../shared/model/comparison/comparison-info.ts';
import type { Grid } from '../../../shared/model/comparison/grid.ts';
import { questionFirst } from '../../../shared/model/comparison/metrics.ts';
import { CAPTURES, HEAP_CAPTURE } from '../../../shared/model/setup/captures.ts';
import { tellGrid } from '../../../shared/phrases/grid.ts';
import { namesOf } from '../../../shared/phrases/variant-name.ts';
import type { SessionInfo } from '../../../shared/protocol/session-contract.ts';
import { RunDots } from '../../charts/RunDots.tsx';
import { useCommands } from '../../commands/commands.ts';
import { AboutFigures, PassesFigure } from '../../comparison/AboutFigures.tsx';
import { ChartsFigure } from '../../comparison/ChartsFigure.tsx';
import { ComparisonLiveBar } from '../../comparison/ComparisonLiveBar.tsx';
import { CurvesFigure } from '../../comparison/CurvesFigure.tsx';
import { FirstResponses } from '../../comparison/FirstResponses.tsx';
import { FlameFigure } from '../../comparison/FlameFigure.tsx';
import { FunctionsFigure } from '../../comparison/FunctionsFigure.tsx';
import { GridFigure } from '../../comparison/GridFigure.tsx';
import { Headline } from '../../comparison/Headline.tsx';
import { PartFigures } from '../../comparison/PartFigures.tsx';
import { QueueFigure } from '../../comparison/QueueFigure.tsx';
import { ResponseOrderFigure } from '../../comparison/ResponseOrderFigure.tsx';
import { RoundCharts } from '../../comparison/RoundCharts.tsx';
import { SectionTables } from '../../comparison/SectionTables.tsx';
import { TicksFigure } from '../../comparison/TicksFigure.tsx';
import { useProfilePair } from '../../comparison/use-profile-pair.ts';
import { useRounds } from '../../comparison/use-rounds.ts';
import { VerdictTable } from '../../comparison/VerdictTable.tsx';
import { useWarnings, WarningCount, Warnings } from '../../comparison/Warnings.tsx';
import { ConclusionField } from '../../forms/ConclusionField.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { ResultTabs } from '../../session/ResultTabs.tsx';
import { SessionWaiting } from '../../session/SessionWaiting.tsx';
import { Workbench } from '../../session/Workbench.tsx';
import { type ComparisonProgress, useComparison, useWatched } from '../../state/comparisons.ts';
import { useSessionInfo } from '../../state/sessions.ts';
import { useView } from '../../state/view.ts';
import { cx } from '../../ui/cx.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { CompareHead } from './CompareHead.tsx';
import css from './CompareScreen.module.css';
import { ForVerdict } from './ForVerdict.tsx';

/** The same screen during and after a comparison: the result, the charts, and the tables with the figures. */
export function CompareScreen({ sessionId }: { sessionId: string }) {
  const text = useText('compare');
  const { data: session, failure: sessionFailure, saveFailure } = useSessionInfo(sessionId);
  const { data: info, failure, progress } = useComparison(sessionId);
  const wrong = failure ?? sessionFailure;
  const watched = useWatched(progress);
  if (info === undefined || session === undefined || progress === null) {
    return <SessionWaiting failure={wrong} label={text('loading')} />;
  }
  const { grid } = info.setup;
  return (
    <Workbench
      head={<CompareHead session={session} info={info} />}
      live={!isOver(progress.state) && <ComparisonLiveBar sessionId={sessionId} info={info} progress={progress} />}
      notices={
        <>
          {saveFailure !== null && <ErrorNotice failure={saveFailure} />}
          {session.failure !== null && <ErrorNotice failure={session.failure} />}
        </>
      }
      answer={
        grid !== undefined ? (
          <p className={css.answer}>{tellGrid(info.cells ?? [])}</p>
        ) : (
          <div className={css.answer} data-watched={watched}>
            <Headline info={info} />
            <ForVerdict sessionId={sessionId} info={info} />
          </div>
        )
      }
      view={
        grid !== undefined ? (
          <GridParts session={session} grid={grid} info={info} over={isOver(progress.state)} />
        ) : (
          <Parts session={session} info={info} progress={progress} watched={watched} />
        )
      }
    />
  );
}

/** Of a grid there is one table, and what its cells have to show stands with their runs; where they record, each case has a tab with that side by side. */
function GridParts({ session, grid, info, over }: { session: SessionInfo; grid: Grid; info: ComparisonInfo; over: boolean }) {
  const text = useText('compare');
  const [asked, setTab] = useView('tab');
  const tabs = [
    {
      value: 'overview',
      label: text('sections.overview'),
      content: (
        <>
          <Warnings info={info} />
          <GridFigure sessionId={session.id} grid={grid} cells={info.cells ?? []} />
          <FirstResponses info={info} unlike />
        </>
      ),
    },
    ...gridParts(info).map((part) => ({
      value: `part-${part.row + 1}`,
      label: part.title,
      content: (
        <div className={css.part}>
          <PartFigures sessionId={session.id} part={part} over={over} />
        </div>
      ),
    })),
    {
      value: 'notes',
      label: text('sections.notes'),
      content: (
        <div className={css.part}>
          <ConclusionField sessionId={session.id} notes={session.notes} rows={6} />
        </div>
      ),
    },
  ];
  const chosen = tabs.find(({ value }) => value === asked)?.value ?? 'overview';
  return <ResultTabs label={text('sections.label')} tabs={tabs} chosen={chosen} onChoose={setTab} searched="overview" printsAll />;
}

type TabName = 'overview' | 'percentiles' | 'requests' | 'time' | 'flame' | 'flameChart' | 'functions' | 'setup' | 'notes';
/** Tabs whose content has the height of the view. */
const HIGH: readonly TabName[] = ['functions'];

/** Of the table of metrics, known before any of them is: also of errors, which may come late. */
function rowsOf({ setup: { variants } }: ComparisonInfo): number {
  return (variants.length - 1) * metricsOfLoad(variants[0]!.setup.load.model).length;
}

interface PartsProps {
  readonly session: SessionInfo;
  readonly info: ComparisonInfo;
  readonly progress: ComparisonProgress;
  readonly watched: boolean;
}

/** Which tabs there are is known from the set-up, so that none comes between the others while it goes on. */
function Parts({ session, info, progress, watched }: PartsProps) {
  const text = useText('compare');
  const { id } = session;
  const over = isOver(progress.state);
  const rounds = useRounds(info);
  const pair = useProfilePair(info);
  const [query, setQuery] = useView('q');
  const [asked, setTab] = useView('tab');
  const warnings = useWarnings(() => setTab('overview'));
  useCommands({ previousRound: () => rounds.step(-1), nextRound: () => rounds.step(1) });

  const told = <Warnings info={info} at={warnings.at} />;
  const choice = { sessionId: id, info, choice: rounds };
  const ofProfiles = { sessionId: id, info, pair, query, onQuery: setQuery, over };
  const finished = info.passes.filter(({ report }) => report !== null).length;
  const hasTicks = canCompareTicks(info.passes, info.setup.variants.length);
  const onlyTicks = info.setup.variants.every(({ setup }) => CAPTURES[setup.capture.kind].yields === 'ticks');
  const onlyAllocations = info.setup.variants.every(({ setup }) => setup.capture.kind === HEAP_CAPTURE);
  const contents: Partial<Record<TabName, ReactNode>> = {
    overview: (
      <>
        {!watched && told}
        <div className={cx(watched && css.verdicts)} style={{ '--rows': rowsOf(info) } as CSSProperties}>
          <VerdictTable info={info} />
        </div>
        <RunDots
          dots={questionFirst(info.dots, info.setup.question)}
          names={namesOf(info)}
          rounds={info.setup.pairs}
          round={typeof rounds.round === 'number' ? rounds.round : null}
          onRound={rounds.choose}
        />
        <SectionTables info={info} section="waits" />
        {/* They come during the comparison: below what was being read. */}
        {watched && told}
      </>
    ),
    percentiles: (
      <>
        <CurvesFigure sessionId={id} info={info} version={String(finished)} />
        <QueueFigure info={info} asked={false} />
      </>
    ),
    requests: (
      <>
        <FirstResponses info={info} unlike />
        <SectionTables info={info} section="requests" />
        <ResponseOrderFigure {...choice} />
      </>
    ),
    time: <RoundCharts {...choice} />,
    flame: (
      <>
        {(pair.isProfiled || !hasTicks) && <FlameFigure {...ofProfiles} />}
        {hasTicks && <TicksFigure {...ofProfiles} />}
      </>
    ),
    ...(onlyAllocations ? {} : { flameChart: <ChartsFigure {...ofProfiles} /> }),
    ...(onlyTicks ? {} : { functions: <FunctionsFigure {...ofProfiles} /> }),
    setup: (
      <>
        <AboutFigures info={info} />
        <PassesFigure sessionId={id} info={info} />
      </>
    ),
    notes: (
      <section aria-labelledby="conclusion-title">
        <h2 id="conclusion-title">{text('conclusion.title')}</h2>
        <ConclusionField sessionId={id} notes={session.notes} rows={6} />
      </section>
    ),
  };
  const tabs = (Object.keys(contents) as TabName[]).map((value) => ({
    value,
    label: text(`sections.${value === 'flame' && onlyTicks ? 'ticks' : value}`),
    content: <div className={cx(css.part, HIGH.includes(value) && css.high)}>{contents[value]}</div>,
    fills: HIGH.includes(value),
  }));
  return (
    <ResultTabs
      label={text('sections.label')}
      tabs={tabs}
      chosen={tabs.find(({ value }) => value === asked)?.value ?? 'overview'}
      onChoose={setTab}
      searched="flame"
      printsAll
      aside={<WarningCount info={info} watched={watched} onShow={warnings.show} />}
    />
  );
}
