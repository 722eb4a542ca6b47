import { useEffect, useMemo, useRef, useState } from 'react';
import type { Microseconds } from '../../shared/base/units.ts';
import { findLongestStall, type Stall } from '../../shared/charts/stalls.ts';
import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { Pass } from '../../shared/model/comparison/pass.ts';
import type { Failure } from '../../shared/model/failure.ts';
import type { ChartLane } from '../../shared/model/profile/profile-views.ts';
import { ALL_SAMPLES } from '../../shared/model/profile/selection.ts';
import { CAPTURES } from '../../shared/model/setup/captures.ts';
import { foldLines } from '../../shared/phrases/fold-words.ts';
import { laneNameOf } from '../../shared/phrases/profile-words.ts';
import { nameOf } from '../../shared/phrases/variant-name.ts';
import { usualOfLanes } from '../../shared/profile/time/flame-chart-columns.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { Figure } from '../charts/Figure.tsx';
import { createTimeFocus, type TimeFocus } from '../charts/time-focus.ts';
import { useInSight } from '../charts/use-in-sight.ts';
import { VariantMark } from '../charts/VariantMark.tsx';
import { useSearch } from '../commands/search.ts';
import { FoldChips } from '../flame/FoldChips.tsx';
import { calledNode } from '../flame/flame-model.ts';
import { type OfSides, SIDES, type Side } from '../flame/Sides.tsx';
import { ChartOrTable } from '../flame-chart/ChartOrTable.tsx';
import { ChartTable } from '../flame-chart/ChartTable.tsx';
import { type ChartAxis, createChartAxis } from '../flame-chart/chart-axis.ts';
import type { ChartCall, ChartPicture } from '../flame-chart/chart-picture.ts';
import { fitSpan } from '../flame-chart/chart-view.ts';
import type { ChartEnd } from '../flame-chart/draw-chart.ts';
import { FlameChart } from '../flame-chart/FlameChart.tsx';
import { SeveralMark } from '../flame-chart/SeveralMark.tsx';
import { type CallMenu, useCallMenu } from '../flame-chart/use-call-menu.tsx';
import { type ChartAsking, useChartPicture } from '../flame-chart/use-chart-picture.ts';
import { useStalls } from '../flame-chart/use-stalls.ts';
import { ViewLine } from '../flame-chart/ViewLine.tsx';
import { formatMs } from '../i18n/format.ts';
import { text, useText } from '../i18n/i18n.tsx';
import { useEngineRequest } from '../state/engine-request.ts';
import { hashOf } from '../state/route.ts';
import { useDebounced } from '../state/use-debounced.ts';
import { useView } from '../state/view.ts';
import { TakePicture } from '../take/TakePicture.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Progress.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { Toolbar, UnderBar } from '../ui/Toolbar.tsx';
import css from './ChartsFigure.module.css';
import { Folding, PairChoice } from './FlameFigure.tsx';
import type { PairFigureProps, ProfilePair } from './use-profile-pair.ts';

/** The calls of the profiled runs of both variants in the order of time, one above the other on one scale. */
export function ChartsFigure(props: PairFigureProps) {
  const { info, pair, over } = props;
  const text = useText('compare.flameCharts');
  const { a, b } = pair.timedPasses;
  const isOfTicks = info.setup.variants.some(({ setup }) => CAPTURES[setup.capture.kind].yields === 'ticks');
  return (
    <Figure
      id="flame-charts"
      page="FLAME-CHART"
      title={text('title')}
      help={text('help')}
      controls={<PairChoice info={info} pair={pair} />}
    >
      {a === null && b === null ? (
        <p className="muted">{isOfTicks ? text('ofTicks') : over ? text('none') : text('coming')}</p>
      ) : (
        <Charts key={`${a?.index} ${b?.index}`} {...props} />
      )}
    </Figure>
  );
}

/** Of each run: more would be read by scrolling only; the run itself shows all. */
const MOST_THREADS = 4;
const SEARCH_MS = 150;

function Charts({ sessionId, info, pair, query, onQuery, over }: PairFigureProps) {
  const text = useText('compare.flameCharts');
  const run = useText('run.profile');
  const search = useRef<HTMLInputElement>(null);
  useSearch(() => search.current?.focus());
  const host = useRef<HTMLDivElement>(null);
  const axis = useMemo(createChartAxis, []);
  const focus = useMemo(createTimeFocus, []);
  const [as, setAs] = useView('chartAs');
  const [plotPx, setPlotPx] = useState(0);
  const [selected, setSelected] = useState<{ readonly side: Side; readonly call: ChartCall } | null>(null);
  const asking = { search: useDebounced(query, SEARCH_MS), version: 'final', plotPx, enabled: useInSight(host) };
  const a = useSide(sessionId, pair.timedPasses.a, pair, axis, asking);
  const b = useSide(sessionId, pair.timedPasses.b, pair, axis, asking);
  const callMenu = useCallMenu(useMemo(() => ({ folds: pair.folds, showCallers: null, sessionId: null }), [pair.folds]));
  const sides: OfSides<ChartSide> = { a, b };
  const letters: OfSides<string> = { a: variantLetter(pair.a), b: variantLetter(pair.b) };
  const wholeUs = Math.max(a.endUs, b.endUs);
  useEffect(() => axis.setWhole({ from: 0, to: wholeUs }), [axis, wholeUs]);

  const drawn = SIDES.filter((side) => hasCalls(sides[side].picture));
  const parts = useMemo(
    () => SIDES.flatMap((side) => toPart({ a: a.picture, b: b.picture }[side], variantLetter({ a: pair.a, b: pair.b }[side]))),
    [a.picture, b.picture, pair.a, pair.b],
  );
  const usualUs = usualOfLanes(parts.flatMap(({ picture }) => picture.columns.meta.lanes));

  /** A single call marks all of its name everywhere, a second time no longer; joined ones have no name and are shown from closer. */
  const select = (side: Side, call: ChartCall) => {
    if (call.count !== 1) return axis.setView(fitSpan(axis.whole(), { from: call.start, to: call.end }));
    const wanted = exactly(calledNode(call));
    setSelected(query === wanted ? null : { side, call });
    onQuery(query === wanted ? '' : wanted);
  };
  return (
    <div ref={host}>
      {callMenu.menu}
      <Toolbar
        end={
          <>
            <ChartOrTable value={as} onChange={setAs} />
            {parts.length > 0 && as === 'chart' && (
              <TakePicture
                title={text('title')}
                picture={(draw) =>
                  draw.flameChartPicture({
                    title: text('title'),
                    about: [text('axis', { every: formatMs(usualUs / 1_000) }), ...foldLines({ hide: pair.hide, folds: pair.folds.list })],
                    charts: SIDES.flatMap((side) => {
                      const { pass, picture, stallsOf } = sides[side];
                      if (!hasCalls(picture)) return [];
                      const { endUs } = sides[side];
                      const end = endUs < wholeUs ? endOf(letters[side], endUs) : null;
                      return [{ title: nameOf(info, letters[side]), picture, laneName: laneNamer(pass), stallsOf, end }];
                    }),
                    view: axis.view(),
                    whole: axis.whole(),
                    window: null,
                    query,
                  })
                }
              />
            )}
          </>
        }
      >
        <SearchInput
          inputRef={search}
          label={text('search')}
          placeholder={run('searchShort')}
          value={query}
          onChange={onQuery}
          found={query.trim() === '' ? null : text('matches', matchesOf(sides, letters))}
          marksMatches
        />
      </Toolbar>
      <UnderBar>
        <Folding pair={pair} colours />
        <span className={css.fact}>
          <SeveralMark />
        </span>
      </UnderBar>
      <FoldChips folds={pair.folds} />
      <ViewLine
        axis={axis}
        pictures={parts.map(({ picture }) => picture)}
        hint={as === 'chart' ? text('hint') : null}
        tellMeasured={(values) => text('measured', values)}
      />
      {as === 'table' && parts.length > 0 && <ChartTable axis={axis} parts={parts} />}
      {as === 'chart' &&
        SIDES.map((side) => (
          <OneSide
            key={side}
            variant={pair[side]}
            name={nameOf(info, letters[side])}
            sessionId={sessionId}
            side={sides[side]}
            over={over}
            axis={axis}
            focus={focus}
            hasScale={side === drawn[0]}
            isShorter={sides[side].endUs < wholeUs}
            selected={selected?.side === side ? selected.call : null}
            onSelect={(call) => select(side, call)}
            onMenu={callMenu.open}
            onPlotWidth={setPlotPx}
          />
        ))}
      {usualUs > 0 && <p className={css.note}>{text('axis', { every: formatMs(usualUs / 1_000) })}</p>}
    </div>
  );
}

interface ChartSide {
  /** Null: the variant has none. */
  readonly pass: Pass | null;
  readonly picture: ChartPicture | null;
  readonly failure: Failure | null;
  /** Null: not known. */
  readonly stallsOf: (lane: ChartLane) => readonly Stall[] | null;
  readonly longest: Stall | null;
  readonly endUs: Microseconds;
}

function useSide(sessionId: string, pass: Pass | null, { hide, folds }: ProfilePair, axis: ChartAxis, asking: ChartAsking): ChartSide {
  const of = passSessionId(sessionId, pass?.index ?? 0);
  const enabled = pass !== null && asking.enabled;
  const chartOf = { sessionId: of, selection: ALL_SAMPLES, hide, folds: folds.list, lanes: MOST_THREADS };
  const { picture, failure } = useChartPicture(chartOf, axis, { ...asking, enabled });
  const { data: server } = useEngineRequest('session.server-series', { sessionId: of, fromRow: 0 }, { enabled });
  const endMs = pass?.report?.load?.durationMs ?? 0;
  const longest = useMemo(() => (server === undefined ? null : findLongestStall(server, endMs)), [server, endMs]);
  const stallsOf = useStalls(server ?? null);
  return { pass, picture, failure, stallsOf, longest, endUs: endMs * 1_000 };
}

interface OneSideProps {
  readonly variant: number;
  readonly name: string;
  readonly sessionId: string;
  readonly side: ChartSide;
  readonly over: boolean;
  readonly axis: ChartAxis;
  readonly focus: TimeFocus;
  readonly hasScale: boolean;
  /** Than the other one. */
  readonly isShorter: boolean;
  readonly selected: ChartCall | null;
  readonly onSelect: (call: ChartCall) => void;
  readonly onMenu: CallMenu['open'];
  readonly onPlotWidth: (px: number) => void;
}

/** So that both are in sight, as in the style sheet. */
const MOST_HEIGHT = 'max(180px, 50vh - 13rem)';
/** Its marks are reported late and it may be shorter than what it stands in: this much around it is shown, too. */
const AROUND_STALL_US = 250_000;

function OneSide(props: OneSideProps) {
  const { variant, name, sessionId, side, axis } = props;
  const text = useText('compare.flameCharts');
  const about = useText('compare.about');
  const { pass, longest, endUs, picture } = side;
  const time = longest === null ? '' : formatMs((longest.to - longest.from) / 1_000);
  const show = ({ from, to }: Stall) => axis.setView(fitSpan(axis.whole(), { from: from - AROUND_STALL_US, to }));
  const moreLanes = picture?.columns.meta.moreLanes ?? 0;
  return (
    <section className={css.side} aria-label={name}>
      <div className={css.head}>
        <h3>
          <VariantMark index={variant} /> {name}
        </h3>
        {longest !== null && (
          <button type="button" className={css.longest} aria-label={text('showLongest', { name, time })} onClick={() => show(longest)}>
            {text('longest', { time })}
          </button>
        )}
        {pass !== null && (
          <>
            <span className={css.fact}>{text('measuredFor', { time: formatMs(endUs / 1_000) })}</span>
            <a
              className={css.fact}
              href={hashOf({ screen: 'run', sessionId: passSessionId(sessionId, pass.index) })}
              aria-label={about('openTitle', { index: String(pass.index + 1) })}
            >
              {about('openOne', { index: String(pass.index + 1) })}
            </a>
          </>
        )}
      </div>
      <Chart {...props} />
      {moreLanes > 0 && <p className={css.note}>{text('moreLanes', { count: moreLanes, letter: variantLetter(variant) })}</p>}
    </section>
  );
}

function Chart({ variant, name, side, over, isShorter, onSelect, ...chart }: OneSideProps) {
  const text = useText('compare.flameCharts');
  const { pass, picture, failure, stallsOf, endUs } = side;
  const end = useMemo(() => endOf(variantLetter(variant), endUs), [variant, endUs]);
  if (pass === null) return <p className="muted">{text(over ? 'noProfile' : 'comingOne', { name })}</p>;
  if (failure !== null && picture === null) return <ErrorNotice failure={failure} />;
  if (picture === null) {
    return (
      <div className={css.waiting}>
        <Spinner label={text('title')} />
      </div>
    );
  }
  if (!hasCalls(picture)) return <p className="muted">{text('noSamples', { name })}</p>;
  const samples = picture.columns.meta.lanes.reduce((sum, lane) => sum + lane.samples, 0);
  return (
    <FlameChart
      {...chart}
      label={text('label', { name, samples })}
      maxHeight={MOST_HEIGHT}
      keys={text('keys')}
      picture={picture}
      laneName={laneNamer(pass)}
      stallsOf={stallsOf}
      onSelect={onSelect}
      onChoose={chart.axis.setView}
      {...(isShorter ? { end } : {})}
    />
  );
}

function endOf(letter: string, us: Microseconds): ChartEnd {
  return { us, label: text('compare.flameCharts.endsAt', { letter, time: formatMs(us / 1_000) }) };
}

function laneNamer(pass: Pass | null) {
  return (lane: ChartLane): string => laneNameOf(lane, pass?.report?.server ?? [], pass?.report?.profile?.threads ?? []);
}

function hasCalls(picture: ChartPicture | null): picture is ChartPicture {
  return picture !== null && picture.lanes.length > 0;
}

function toPart(picture: ChartPicture | null, name: string) {
  return hasCalls(picture) ? [{ picture, name }] : [];
}

/** The search that finds the function of this name and no other. */
function exactly(name: string): string {
  return name.includes('"') ? name : `"${name}"`;
}

function matchesOf({ a, b }: OfSides<ChartSide>, letters: OfSides<string>) {
  const found = (side: ChartSide) => side.picture?.columns.meta.found ?? { calls: 0, us: 0 };
  const [ofA, ofB] = [found(a), found(b)];
  return {
    ...letters,
    callsA: ofA.calls,
    timeA: formatMs(ofA.us / 1_000),
    callsB: ofB.calls,
    timeB: formatMs(ofB.us / 1_000),
  };
}
