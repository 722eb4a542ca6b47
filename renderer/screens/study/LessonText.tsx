import { useCallback, useRef, useState } from 'react';
import type { ComparisonInfo } from '../../../shared/model/comparison/comparison-info.ts';
import { firstLink, type LessonLink, parseLessonLink } from '../../../shared/model/comparison/lesson-links.ts';
import { othersInMost } from '../../../shared/phrases/busy-machine.ts';
import { namesOf } from '../../../shared/phrases/variant-name.ts';
import { RunDots } from '../../charts/RunDots.tsx';
import { ChartsFigure } from '../../comparison/ChartsFigure.tsx';
import { CurvesFigure } from '../../comparison/CurvesFigure.tsx';
import { FirstResponses } from '../../comparison/FirstResponses.tsx';
import { FlameFigure } from '../../comparison/FlameFigure.tsx';
import { QueueFigure } from '../../comparison/QueueFigure.tsx';
import { ResponseOrderFigure } from '../../comparison/ResponseOrderFigure.tsx';
import { RoundCharts } from '../../comparison/RoundCharts.tsx';
import { SectionTables } from '../../comparison/SectionTables.tsx';
import { useProfilePair } from '../../comparison/use-profile-pair.ts';
import { useRounds } from '../../comparison/use-rounds.ts';
import { VerdictTable } from '../../comparison/VerdictTable.tsx';
import { MINE } from '../../flame/FoldChips.tsx';
import { useOwnFolds } from '../../flame/use-folds.ts';
import { useText } from '../../i18n/i18n.tsx';
import { type DrawLink, Markdown } from '../../ui/Markdown.tsx';
import { Notice } from '../../ui/Notice.tsx';
import css from './StudyScreen.module.css';
import type { StepProps } from './step.ts';
import { WhoIsWho } from './WhoIsWho.tsx';

export interface LessonTextProps extends Pick<StepProps, 'sessionId' | 'info'> {
  readonly text: string;
  /** Scrolls to the table of verdicts if the screen already has one; without it the table is a figure like the others. */
  readonly onVerdicts?: () => void;
}

/** A text of the lesson with a figure beside it; links in the text change the figure. */
export function LessonText({ text: markdown, sessionId, info, onVerdicts }: LessonTextProps) {
  const text = useText('study.explain');
  const by = info === null ? null : othersInMost(info.warnings);
  const [shown, setShown] = useState<LessonLink | null>(() => firstLink(markdown));
  // Each time a link is followed: a frame may have been scrolled out of sight since.
  const [times, setTimes] = useState(0);
  const stage = useRef<HTMLElement>(null);
  const show = useCallback((link: LessonLink) => {
    setShown(link);
    setTimes((before) => before + 1);
    // In a narrow window the figure is above the text, possibly scrolled out of view.
    stage.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const drawLink = useCallback<DrawLink>(
    (href, words) => {
      const link = parseLessonLink(href);
      if (link === null) return words;
      if (link.picture === 'verdicts' && onVerdicts) {
        return (
          <button type="button" className={css.link} onClick={onVerdicts}>
            {words}
          </button>
        );
      }
      const current = shown !== null && link.picture === shown.picture && link.query === shown.query;
      return (
        <button type="button" className={css.link} aria-pressed={current} onClick={() => show(link)}>
          {words}
        </button>
      );
    },
    [shown, show, onVerdicts],
  );
  return (
    <div className={css.lesson}>
      <div className={css.text}>
        {by !== null && (
          <div className={css.disturbed}>
            <Notice tone="warn">{text('disturbed', { by })}</Notice>
          </div>
        )}
        <Markdown text={markdown} drawLink={drawLink} />
      </div>
      {shown !== null && sessionId !== null && info !== null && (
        <section ref={stage} className={css.stage} aria-label={text('stage')}>
          {shown.picture !== 'stalls' && <WhoIsWho info={info} />}
          <Stage key={shown.query === '' ? '' : times} sessionId={sessionId} info={info} shown={shown} />
        </section>
      )}
    </div>
  );
}

/** Of a whole server the frames that a lesson speaks of would be dozens of rows down. */
const AT_FIRST = [MINE];
const STALLS = ['stall', 'p99', 'throughput'] as const;

function Stage({ sessionId, info, shown }: { sessionId: string; info: ComparisonInfo; shown: LessonLink }) {
  const rounds = useRounds(info);
  const pair = useProfilePair(info, { own: useOwnFolds(AT_FIRST) });
  const [query, setQuery] = useState(shown.query);
  const round = typeof rounds.round === 'number' ? rounds.round : null;
  switch (shown.picture) {
    case 'verdicts':
      return <VerdictTable info={info} />;
    case 'dots':
      return <RunDots dots={info.dots} names={namesOf(info)} rounds={info.setup.pairs} round={round} onRound={rounds.choose} />;
    case 'percentiles':
      return <CurvesFigure sessionId={sessionId} info={info} version="final" />;
    case 'answer-order':
      return <ResponseOrderFigure sessionId={sessionId} info={info} choice={rounds} />;
    case 'stalls':
      return <RoundCharts sessionId={sessionId} info={info} choice={rounds} measures={STALLS} />;
    case 'response':
      return <FirstResponses info={info} />;
    case 'queue':
      return <QueueFigure info={info} />;
    case 'requests':
      return <SectionTables info={info} section="requests" />;
    case 'flame-charts':
      return <ChartsFigure sessionId={sessionId} info={info} pair={pair} query={query} onQuery={setQuery} over />;
    case 'flame':
      return (
        <FlameFigure
          sessionId={sessionId}
          info={info}
          pair={pair}
          query={query}
          onQuery={setQuery}
          over
          showsFound={shown.query !== '' && query === shown.query}
        />
      );
  }
}
