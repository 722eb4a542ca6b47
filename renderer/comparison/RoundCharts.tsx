import { useMemo } from 'react';
import {
  computeRoundLine,
  formatRoundFigure,
  measuresOf,
  overlay,
  ROUND_LOOKS,
  ROUND_MEASURES,
  type RoundMeasure,
  type RunSeries,
  tellRoundFigure,
} from '../../shared/charts/round-lines.ts';
import { formatTick } from '../../shared/charts/scales.ts';
import { variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../shared/model/comparison/comparison-info.ts';
import { succeed } from '../../shared/model/failure.ts';
import { roundChartWords, unitText } from '../../shared/phrases/charts.ts';
import { namesOf } from '../../shared/phrases/variant-name.ts';
import { passSessionId } from '../../shared/protocol/pass-id.ts';
import { request } from '../bridge.ts';
import { Figure } from '../charts/Figure.tsx';
import { TIME_AXIS_HEIGHT } from '../charts/plot.ts';
import { type ChartLine, TimeChart } from '../charts/TimeChart.tsx';
import { createTimeFocus, type TimeFocus, useTimeWindow } from '../charts/time-focus.ts';
import { VariantLine } from '../charts/VariantMark.tsx';
import { variantColor, variantDash } from '../charts/variant-style.ts';
import { useText } from '../i18n/i18n.tsx';
import { ErrorNotice } from '../ui/Notice.tsx';
import css from './Round.module.css';
import { RoundPicker } from './RoundPicker.tsx';
import { type AskPass, useOfPasses } from './use-passes.ts';
import type { RoundChoice } from './use-rounds.ts';

export interface RoundChartsProps {
  readonly sessionId: string;
  readonly info: ComparisonInfo;
  readonly choice: RoundChoice;
  /** Only some of the charts, those that the text beside them refers to. */
  readonly measures?: readonly RoundMeasure[];
}

/** The runs of one round over time: small multiples with a shared cursor, and one key for all of them. */
export function RoundCharts({ sessionId, info, choice, measures = ROUND_MEASURES }: RoundChartsProps) {
  const text = useText('compare.time');
  const { values: series, failure } = useOfPasses(sessionId, choice.passes, askSeries);
  const focus = useMemo(createTimeFocus, []);
  const names = namesOf(info);
  const toS = Math.max(0.001, ...series.map((one) => (one === null ? 0 : one.measuredMs / 1000)));
  const isPart = useTimeWindow(focus) !== null;
  const there = series.some((one) => one !== null);
  const shown = useMemo(() => measuresOf(measures, series), [measures, series]);
  return (
    <Figure id="time" title={text('title')} help={text('help.latency')} controls={<RoundPicker choice={choice} />}>
      <p className={css.key}>
        {names.map((name, variant) => (
          <span key={name}>
            <VariantLine index={variant} /> {name}
          </span>
        ))}
        {there && <span className={css.figures}>{text(isPart ? 'ofWindow' : 'ofRun')}</span>}
      </p>
      {failure !== null && <ErrorNotice failure={failure} />}
      {there
        ? shown.map((measure, index) => (
            <Strip
              key={measure}
              measure={measure}
              series={series}
              passes={choice.passes}
              isPart={isPart}
              names={names}
              focus={focus}
              toS={toS}
              showTime={index === shown.length - 1}
            />
          ))
        : failure === null && <p className="muted">{text('none')}</p>}
    </Figure>
  );
}

const askSeries: AskPass<RunSeries> = async (sessionId, pass) => {
  const of = passSessionId(sessionId, pass.index);
  const [load, server] = await Promise.all([
    request('session.load-series', { sessionId: of, fromBucket: 0 }),
    request('session.server-series', { sessionId: of, fromRow: 0 }),
  ]);
  if (!load.ok) return load;
  if (!server.ok) return server;
  return succeed({ load: load.value, server: server.value, measuredMs: pass.report?.load?.durationMs ?? 0 });
};

interface StripProps {
  readonly measure: RoundMeasure;
  readonly series: readonly (RunSeries | null)[];
  readonly passes: RoundChoice['passes'];
  /** A window of the runs is chosen. */
  readonly isPart: boolean;
  readonly names: readonly string[];
  readonly focus: TimeFocus;
  readonly toS: number;
  readonly showTime: boolean;
}

function Strip({ measure, series, passes, isPart, names, focus, toS, showTime }: StripProps) {
  const { x, values } = useMemo(
    () => overlay(series.map((one) => (one === null ? null : computeRoundLine(one, measure)))),
    [series, measure],
  );
  const lines = useMemo<ChartLine[]>(
    () =>
      values.map((line, variant) => ({
        key: String(variant),
        label: variantLetter(variant),
        color: variantColor(variant),
        shape: 'line',
        width: 1.5,
        dash: variantDash(variant),
        values: line,
        isMaxima: ROUND_LOOKS[measure].isMaxima ?? false,
      })),
    [values, measure],
  );
  const overall = useMemo(
    () =>
      new Map(
        passes.flatMap((pass, variant) => {
          const told = tellRoundFigure(measure, pass?.report ?? null, isPart);
          return told === null ? [] : [[String(variant), told] as const];
        }),
      ),
    [passes, measure, isPart],
  );
  return (
    <TimeChart
      {...roundChartWords(measure)}
      unit={unitText(ROUND_LOOKS[measure].unit)}
      x={x}
      lines={lines}
      height={showTime ? 56 + TIME_AXIS_HEIGHT : 56}
      toS={toS}
      least={ROUND_LOOKS[measure].least}
      live={false}
      isKeyed
      overall={overall}
      picture={(draw) => draw.comparedPicture(measure, series, names)}
      showTime={showTime}
      focus={focus}
      formatValue={formatRoundFigure}
      formatTick={formatTick}
      formatSecond={formatTick}
    />
  );
}
