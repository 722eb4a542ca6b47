import { useEffect, useLayoutEffect, useRef } from 'react';
import { canCompareTicks } from '../../../shared/analysis/ticks-per-request.ts';
import { questionFirst } from '../../../shared/model/metrics.ts';
import { type ComparisonInfo, isOver } from '../../../shared/protocol/comparison-contract.ts';
import type { SessionInfo } from '../../../shared/protocol/contract.ts';
import { namesOf } from '../../../shared/words/variant-name.ts';
import { RunDots } from '../../charts/RunDots.tsx';
import { DifferencesFigure, PassesFigure } from '../../comparison/AboutFigures.tsx';
import { AnswerOrderFigure } from '../../comparison/AnswerOrderFigure.tsx';
import { ChartsFigure } from '../../comparison/ChartsFigure.tsx';
import { ComparisonLiveBar } from '../../comparison/ComparisonLiveBar.tsx';
import { CurvesFigure } from '../../comparison/CurvesFigure.tsx';
import { EnvironmentFigure } from '../../comparison/EnvironmentFigure.tsx';
import { FlameFigure } from '../../comparison/FlameFigure.tsx';
import { FunctionsFigure } from '../../comparison/FunctionsFigure.tsx';
import { Headline } from '../../comparison/Headline.tsx';
import { RoundCharts } from '../../comparison/RoundCharts.tsx';
import { TicksFigure } from '../../comparison/TicksFigure.tsx';
import { useProfilePair } from '../../comparison/use-profile-pair.ts';
import { useRounds } from '../../comparison/use-rounds.ts';
import { VerdictTable } from '../../comparison/VerdictTable.tsx';
import { Warnings } from '../../comparison/Warnings.tsx';
import { NotesField } from '../../forms/NotesField.tsx';
import { useText } from '../../i18n/i18n.tsx';
import { SessionWaiting } from '../../session/SessionWaiting.tsx';
import { Workbench } from '../../session/Workbench.tsx';
import { type ComparisonProgress, useComparison, useWatched } from '../../state/comparisons.ts';
import { useSessionInfo } from '../../state/sessions.ts';
import { useView } from '../../state/view.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { useSearchAction } from '../../ui/screen-actions.ts';
import { useScreenKeys } from '../../ui/use-screen-keys.ts';
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
        <div className={css.answer} data-watched={watched}>
          <Headline info={info} />
          <ForVerdict sessionId={sessionId} info={info} />
        </div>
      }
      view={<Sections session={session} info={info} progress={progress} watched={watched} />}
    />
  );
}

const SECTIONS = [
  'verdict',
  'runs',
  'percentiles',
  'answer-order',
  'time',
  'flame-charts',
  'flame',
  'functions',
  'about',
  'conclusion',
] as const;
type Section = (typeof SECTIONS)[number];

interface SectionsProps {
  readonly session: SessionInfo;
  readonly info: ComparisonInfo;
  readonly progress: ComparisonProgress;
  readonly watched: boolean;
}

function Sections({ session, info, progress, watched }: SectionsProps) {
  const text = useText('compare');
  const { id } = session;
  const over = isOver(progress.state);
  const rounds = useRounds(info);
  const pair = useProfilePair(info);
  const [query, setQuery] = useView('q');
  const searches = { charts: useRef<HTMLInputElement>(null), graphs: useRef<HTMLInputElement>(null) };
  const hasTicks = canCompareTicks(info.passes, info.setup.variants.length);
  const finished = info.passes.filter(({ report }) => report !== null).length;
  const [current, go] = useCurrentSection();
  useScreenKeys({
    // The tenth has the key after 9.
    ...Object.fromEntries(SECTIONS.map((section, index) => [String((index + 1) % 10), () => go(section)])),
    '[': () => rounds.step(-1),
    ']': () => rounds.step(1),
  });
  useSearchAction(() => closestToMiddle([searches.charts.current, searches.graphs.current])?.focus());
  const place = (section: Section) => ({ id: section, className: css.section });
  return (
    <>
      <SectionNav current={current} onGo={go} hasFunctions={pair.isProfiled} hasTicks={hasTicks} />
      <section
        id="compare-scroll"
        className={css.sections}
        aria-label={text('sections.all')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        data-scrolls=""
      >
        <div {...place('verdict')}>
          {!watched && <Warnings info={info} />}
          <VerdictTable info={info} />
        </div>
        <div {...place('runs')}>
          <RunDots
            dots={questionFirst(info.dots, info.setup.question)}
            names={namesOf(info)}
            rounds={info.setup.pairs}
            round={typeof rounds.round === 'number' ? rounds.round : null}
            onRound={rounds.choose}
          />
          {/* Some come with the last run: below what was being read. */}
          {watched && <Warnings info={info} />}
        </div>
        <div {...place('percentiles')}>
          <CurvesFigure sessionId={id} info={info} version={String(finished)} />
        </div>
        <div {...place('answer-order')}>
          <AnswerOrderFigure sessionId={id} info={info} choice={rounds} />
        </div>
        <div {...place('time')}>
          <RoundCharts sessionId={id} info={info} choice={rounds} />
        </div>
        <div {...place('flame-charts')}>
          <ChartsFigure sessionId={id} info={info} pair={pair} query={query} onQuery={setQuery} searchRef={searches.charts} over={over} />
        </div>
        <div {...place('flame')}>
          {(pair.isProfiled || !hasTicks) && (
            <FlameFigure sessionId={id} info={info} pair={pair} query={query} onQuery={setQuery} searchRef={searches.graphs} over={over} />
          )}
          {hasTicks && (
            <TicksFigure
              sessionId={id}
              info={info}
              pair={pair}
              query={query}
              onQuery={setQuery}
              searchRef={pair.isProfiled ? undefined : searches.graphs}
            />
          )}
        </div>
        <div {...place('functions')}>
          <FunctionsFigure sessionId={id} pair={pair} query={query} onQuery={setQuery} />
        </div>
        <div {...place('about')}>
          <DifferencesFigure info={info} />
          <EnvironmentFigure info={info} />
          <PassesFigure sessionId={id} info={info} />
        </div>
        <section {...place('conclusion')} aria-labelledby="conclusion-title">
          <h2 id="conclusion-title">{text('conclusion.title')}</h2>
          <NotesField
            sessionId={id}
            notes={session.notes}
            label={text('conclusion.label')}
            placeholder={text('conclusion.placeholder')}
            rows={6}
          />
        </section>
      </section>
    </>
  );
}

/** Above the sections, which scroll; the keys 1 to 9 and 0 do the same. */
function SectionNav(props: { current: Section; onGo: (section: Section) => void; hasFunctions: boolean; hasTicks: boolean }) {
  const { current, onGo, hasFunctions, hasTicks } = props;
  const text = useText('compare.sections');
  return (
    <nav className={css.nav} aria-label={text('label')}>
      {SECTIONS.filter((section) => hasFunctions || section !== 'functions').map((section) => (
        <button key={section} type="button" aria-current={section === current ? 'true' : undefined} onClick={() => onGo(section)}>
          {text(section === 'flame' && hasTicks && !hasFunctions ? 'ticks' : section)}
        </button>
      ))}
    </nav>
  );
}

/** Of several search fields, the one beside what is being looked at. */
function closestToMiddle(fields: readonly (HTMLInputElement | null)[]): HTMLInputElement | null {
  const distance = (field: HTMLInputElement) => Math.abs(field.getBoundingClientRect().top - window.innerHeight / 2);
  return fields.reduce((best, field) => (field !== null && (best === null || distance(field) < distance(best)) ? field : best), null);
}

/** What somebody scrolls with. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * The section whose heading was the last to scroll past the top, in the address. One that was asked for, by a button, a link or Back, stays
 * in sight and the current one until somebody scrolls: pictures above it take their place one after the other, and the last sections are
 * too short to get to the top.
 */
function useCurrentSection(): readonly [Section, (asked: Section) => void] {
  const [part, setPart] = useView('part');
  const current = SECTIONS.find((section) => section === part) ?? 'verdict';
  const asked = useRef<Section | null>(null);
  /** As it was read while scrolling. */
  const read = useRef<Section>('verdict');
  const show = (section: Section) => {
    read.current = section;
    asked.current = section;
    document.getElementById(section)?.scrollIntoView({ block: 'start' });
  };
  useLayoutEffect(() => {
    if (read.current !== current) show(current);
  });
  useEffect(() => {
    const scroller = document.getElementById('compare-scroll');
    if (scroller === null) return;
    const follow = () => {
      if (asked.current !== null) return;
      const line = scroller.getBoundingClientRect().top + 80;
      const passed = SECTIONS.filter((section) => (document.getElementById(section)?.getBoundingClientRect().top ?? Infinity) <= line);
      const atEnd = scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
      const now = atEnd ? 'conclusion' : (passed[passed.length - 1] ?? 'verdict');
      if (now === read.current) return;
      read.current = now;
      setPart(now === 'verdict' ? null : now);
    };
    const hold = new ResizeObserver(() => {
      if (asked.current !== null) document.getElementById(asked.current)?.scrollIntoView({ block: 'start' });
    });
    for (const section of scroller.children) hold.observe(section);
    const letGo = () => {
      asked.current = null;
    };
    for (const move of MOVES) scroller.addEventListener(move, letGo, { passive: true });
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => {
      hold.disconnect();
      for (const move of MOVES) scroller.removeEventListener(move, letGo);
      scroller.removeEventListener('scroll', follow);
    };
  }, [setPart]);
  const go = (section: Section) => {
    show(section);
    setPart(section === 'verdict' ? null : section, 'step');
  };
  return [current, go];
}
