import { useMemo } from 'react';
import { type DotMedian, type DotRound, type DotSummary, layoutDots, shownDots } from '../../shared/charts/run-dots.ts';
import { formatMetric } from '../../shared/format/metric-figures.ts';
import { type MetricDots, variantLetter } from '../../shared/model/comparison/comparison.ts';
import type { Metric } from '../../shared/model/comparison/metrics.ts';
import { formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { textScale } from '../text-scale.ts';
import { type Column, Table } from '../ui/table/Table.tsx';
import { Figure } from './Figure.tsx';
import css from './svg-charts.module.css';
import { pointedX, textSized, useTextWidth } from './use-width.ts';
import { ValueAxis } from './ValueAxis.tsx';
import { VariantShape } from './VariantMark.tsx';
import { variantColor } from './variant-style.ts';

const HEIGHT = 104;
const LEFT = 44;
const RIGHT = 18;
const TOP = 8;
const BOTTOM = 16;

export interface RunDotsProps {
  readonly dots: readonly MetricDots[];
  readonly names: readonly string[];
  /** Planned rounds: each has its place from the start, so that the layout stays the same while they finish. */
  readonly rounds: number;
  /** The round selected in the other charts of the screen. */
  readonly round: number | null;
  readonly onRound: (round: number) => void;
}

/** One dot per run: shows the distance between variants beside the spread within a variant. */
export function RunDots({ dots, names, rounds, round, onRound }: RunDotsProps) {
  const text = useText('compare.dots');
  const shown = shownDots(dots);
  return (
    <Figure
      id="runs"
      title={text('title')}
      term="pairs"
      help={`${text('help')} ${text('click')}`}
      page="VERDICTS"
      table={() => <DotsTable dots={shown} names={names} />}
      picture={shown.length === 0 ? null : (draw) => draw.dotsPicture(text('title'), shown, rounds, names)}
    >
      {shown.length === 0 && <p className="muted">{text('empty')}</p>}
      <div className={css.panels}>
        {shown.map((one) => (
          <Panel key={one.metric} dots={one} planned={rounds} round={round} onRound={onRound} />
        ))}
      </div>
    </Figure>
  );
}

type PanelProps = Omit<RunDotsProps, 'dots' | 'names' | 'rounds'> & { readonly dots: MetricDots; readonly planned: number };

function Panel({ dots, planned, round, onRound }: PanelProps) {
  const text = useText('compare');
  const chart = useText('run.chart');
  const [host, width] = useTextWidth<HTMLDivElement>();
  const layout = useMemo(
    () => layoutDots(dots, planned, { width, height: HEIGHT, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM }),
    [dots, planned, width],
  );
  const { unit, y, digits, step, rounds, medians, summaries } = layout;
  return (
    <div className={css.panel}>
      <h3 className={css.panelTitle}>{chart('title', { title: text(`metric.${dots.metric}`), unit })}</h3>
      <div ref={host} className={css.host} style={{ height: HEIGHT * textScale() }}>
        {width > 0 && (
          <svg
            {...textSized(width, HEIGHT)}
            role="img"
            aria-label={summaryOf(dots.metric, summaries, text)}
            // For the pointer only; the select box and the keys [ and ] choose the round, too.
            onMouseDown={(event) => {
              const at = Math.floor((pointedX(event) - LEFT) / step);
              if (at >= 0 && at < rounds.length) onRound(at);
            }}
          >
            <g>
              <ValueAxis y={y} digits={digits} left={LEFT} right={width - RIGHT} sparse />
              {rounds.map((one, index) => (
                <Round
                  key={one.x}
                  index={index}
                  round={one}
                  width={step}
                  chosen={index === round}
                  label={text('dots.round', { round: String(index + 1) })}
                />
              ))}
              {medians.map((median) => (
                <Median key={median.variant} median={median} width={width} />
              ))}
            </g>
          </svg>
        )}
      </div>
    </div>
  );
}

function summaryOf(metric: Metric, summaries: readonly (DotSummary | null)[], text: ReturnType<typeof useText<'compare'>>): string {
  return summaries
    .map((one, variant) =>
      text('dots.summary', {
        letter: variantLetter(variant),
        metric: text(`metric.${metric}`),
        count: one?.count ?? 0,
        median: formatMetric(metric, one?.median ?? null),
        low: formatMetric(metric, one?.low ?? null),
        high: formatMetric(metric, one?.high ?? null),
      }),
    )
    .join(' ');
}

interface RoundProps {
  readonly index: number;
  readonly round: DotRound;
  readonly width: number;
  readonly chosen: boolean;
  readonly label: string;
}

/** The runs of one round are above each other and joined by a line: they ran under the same conditions. */
function Round({ index, round: { x, places, tie, isNumbered }, width, chosen, label }: RoundProps) {
  return (
    <g>
      <rect className={css.hit} x={x - width / 2} y={0} width={width} height={HEIGHT}>
        <title>{label}</title>
      </rect>
      {chosen && <line className={css.cursor} x1={x} x2={x} y1={TOP} y2={HEIGHT - BOTTOM} pointerEvents="none" strokeDasharray="2 3" />}
      {tie !== null && <line className={css.pair} x1={x} x2={x} y1={tie[0]} y2={tie[1]} pointerEvents="none" />}
      {places.map(
        (place, variant) =>
          place !== null && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place
            <g key={variant} pointerEvents="none">
              <VariantShape index={variant} x={x} y={place} size={6.5} />
            </g>
          ),
      )}
      {isNumbered && (
        <text className={`${css.axis} ${css.middle}`} x={x} y={HEIGHT - 3}>
          {index + 1}
        </text>
      )}
    </g>
  );
}

function Median({ median: { variant, y, labelY }, width }: { median: DotMedian; width: number }) {
  const color = `var(${variantColor(variant)})`;
  return (
    <g>
      <line className={css.median} x1={LEFT} x2={width - RIGHT} y1={y} y2={y} stroke={color} />
      <text className={css.name} x={width - RIGHT + 4} y={labelY + 4} fill={color}>
        {variantLetter(variant)}
      </text>
    </g>
  );
}

interface DotRow {
  readonly key: string;
  readonly metric: Metric;
  readonly round: number;
  readonly values: readonly (number | null)[];
}

function DotsTable({ dots, names }: { dots: readonly MetricDots[]; names: readonly string[] }) {
  const text = useText('compare');
  const rows: DotRow[] = dots.flatMap(({ metric, values }) =>
    Array.from({ length: Math.max(0, ...values.map((runs) => runs.length)) }, (_, round) => ({
      key: `${metric} ${round}`,
      metric,
      round,
      values: values.map((runs) => runs[round] ?? null),
    })),
  );
  const columns: Column<DotRow>[] = [
    { id: 'metric', header: text('verdicts.metric'), rowHeader: true, width: '11.25rem', cell: ({ metric }) => text(`metric.${metric}`) },
    { id: 'round', header: text('dots.roundColumn'), numeric: true, width: '4.5rem', cell: ({ round }) => formatNumber(round + 1) },
    ...names.map(
      (name, variant): Column<DotRow> => ({
        id: String(variant),
        header: variantLetter(variant),
        title: name,
        numeric: true,
        width: '7.5rem',
        cell: ({ metric, values }) => formatMetric(metric, values[variant] ?? null),
      }),
    ),
    { id: 'rest', header: '', cell: () => '' },
  ];
  return (
    <Table
      label={text('dots.title')}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      height={`${Math.min(320, 26 + 20 * rows.length)}px`}
    />
  );
}
