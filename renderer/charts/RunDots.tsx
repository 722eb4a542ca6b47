import { useMemo } from 'react';
import { type Metric, type MetricDots, variantLetter } from '../../shared/model/comparison.ts';
import { formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { formatMetric, metricUnit } from '../i18n/metric-text.ts';
import { type Column, Table } from '../ui/Table.tsx';
import { Figure } from './Figure.tsx';
import { spreadScale, tickDigits } from './scales.ts';
import css from './svg-charts.module.css';
import { useWidth } from './use-width.ts';
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
  /** Rounds planned: there is a place for each from the start, so that nothing moves when one comes. */
  readonly rounds: number;
  /** The round looked at elsewhere on the screen. */
  readonly round: number | null;
  readonly onRound: (round: number) => void;
}

/** Every run is a dot: how far the variants lie apart, against how far runs of one variant do. */
export function RunDots({ dots, names, rounds, round, onRound }: RunDotsProps) {
  const text = useText('compare.dots');
  const shown = dots.filter(({ values }) => values.some((runs) => runs.some((value) => value !== null)));
  return (
    <Figure id="runs" title={text('title')} help={text('help')} table={() => <DotsTable dots={shown} names={names} />}>
      <div className={css.panels}>
        {shown.map((one) => (
          <Panel key={one.metric} dots={one} rounds={rounds} round={round} onRound={onRound} />
        ))}
      </div>
    </Figure>
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const present = (values: readonly (number | null)[]): number[] => values.filter((value): value is number => value !== null);

type PanelProps = Omit<RunDotsProps, 'dots' | 'names'> & { readonly dots: MetricDots };

function Panel({ dots: { metric, values }, rounds: planned, round, onRound }: PanelProps) {
  // A round may have been added in place of one that could not be measured.
  const rounds = Math.max(planned, ...values.map((runs) => runs.length));
  const text = useText('compare');
  const chart = useText('run.chart');
  const [host, width] = useWidth<HTMLDivElement>();
  const { scale: perUnit, unit } = metricUnit(metric, Math.max(0, ...values.flatMap(present)));
  const y = useMemo(
    () =>
      spreadScale(
        values.flatMap((runs) => present(runs).map((value) => value * perUnit)),
        HEIGHT - BOTTOM,
        TOP,
      ),
    [values, perUnit],
  );
  const digits = Math.max(...y.ticks.map(tickDigits));
  const step = (width - LEFT - RIGHT) / Math.max(1, rounds);
  const x = (index: number) => LEFT + (index + 0.5) * step;
  return (
    <div className={css.panel}>
      <h3 className={css.panelTitle}>{chart('title', { title: text(`metric.${metric}`), unit })}</h3>
      <div ref={host} className={css.host} style={{ height: HEIGHT }}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={summaryOf(metric, values, text)}
            // For the pointer; the field and the keys [ and ] choose the round, too.
            onMouseDown={(event) => {
              const at = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / step);
              if (at >= 0 && at < rounds) onRound(at);
            }}
          >
            <g>
              {y.ticks.map((tick, index) => (
                <g key={tick}>
                  <line className={css.grid} x1={LEFT} x2={width - RIGHT} y1={y.at(tick)} y2={y.at(tick)} />
                  {(index === 0 || index === y.ticks.length - 1 || y.ticks.length < 5) && (
                    <text className={`${css.axis} ${css.end}`} x={LEFT - 6} y={y.at(tick) + 4}>
                      {formatNumber(tick, digits)}
                    </text>
                  )}
                </g>
              ))}
              {Array.from({ length: rounds }, (_, index) => (
                <Round
                  // biome-ignore lint/suspicious/noArrayIndexKey: a round is its place
                  key={index}
                  index={index}
                  x={x(index)}
                  width={step}
                  chosen={index === round}
                  label={text('dots.round', { round: String(index + 1) })}
                  places={values.map((runs) => (typeof runs[index] === 'number' ? y.at(runs[index] * perUnit) : null))}
                  showNumber={rounds <= 12 || index % 5 === 4 || index === 0}
                />
              ))}
              <Medians values={values} at={(value) => y.at(value * perUnit)} width={width} />
            </g>
          </svg>
        )}
      </div>
    </div>
  );
}

function summaryOf(metric: Metric, values: MetricDots['values'], text: ReturnType<typeof useText<'compare'>>): string {
  return values
    .map((runs, variant) => {
      const there = present(runs);
      const figures = {
        letter: variantLetter(variant),
        metric: text(`metric.${metric}`),
        count: there.length,
        median: there.length === 0 ? '–' : formatMetric(metric, median(there)),
        low: there.length === 0 ? '–' : formatMetric(metric, Math.min(...there)),
        high: there.length === 0 ? '–' : formatMetric(metric, Math.max(...there)),
      };
      return text('dots.summary', figures);
    })
    .join(' ');
}

interface RoundProps {
  readonly index: number;
  readonly x: number;
  readonly width: number;
  readonly chosen: boolean;
  readonly label: string;
  readonly places: readonly (number | null)[];
  readonly showNumber: boolean;
}

/** The runs of one round stand above each other and are tied: they were made under the same conditions. */
function Round({ index, x, width, chosen, label, places, showNumber }: RoundProps) {
  const there = present(places);
  return (
    <g>
      <rect className={css.hit} x={x - width / 2} y={0} width={width} height={HEIGHT}>
        <title>{label}</title>
      </rect>
      {chosen && <line className={css.cursor} x1={x} x2={x} y1={TOP} y2={HEIGHT - BOTTOM} pointerEvents="none" strokeDasharray="2 3" />}
      {there.length > 1 && <line className={css.pair} x1={x} x2={x} y1={Math.min(...there)} y2={Math.max(...there)} pointerEvents="none" />}
      {places.map(
        (place, variant) =>
          place !== null && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place
            <g key={variant} pointerEvents="none">
              <VariantShape index={variant} x={x} y={place} size={6.5} />
            </g>
          ),
      )}
      {showNumber && width > 6 && (
        <text className={`${css.axis} ${css.middle}`} x={x} y={HEIGHT - 3}>
          {index + 1}
        </text>
      )}
    </g>
  );
}

function Medians({ values, at, width }: { values: MetricDots['values']; at: (value: number) => number; width: number }) {
  const places = values.map((runs) => (present(runs).length === 0 ? null : at(median(present(runs)))));
  return places.map(
    (place, variant) =>
      place !== null && (
        // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place
        <g key={variant}>
          <line className={css.median} x1={LEFT} x2={width - RIGHT} y1={place} y2={place} stroke={`var(${variantColor(variant)})`} />
          <text className={css.name} x={width - RIGHT + 4} y={labelPlace(places, variant) + 4} fill={`var(${variantColor(variant)})`}>
            {variantLetter(variant)}
          </text>
        </g>
      ),
  );
}

/** Letters that would lie over each other step apart. */
function labelPlace(places: readonly (number | null)[], variant: number): number {
  const own = places[variant] ?? 0;
  const others = places.slice(0, variant).filter((place): place is number => place !== null);
  const near = others.find((place) => Math.abs(place - own) < 11);
  return near === undefined ? own : near + (own < near ? -11 : 11);
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
    { id: 'metric', header: text('verdicts.metric'), rowHeader: true, width: '180px', cell: ({ metric }) => text(`metric.${metric}`) },
    { id: 'round', header: text('dots.roundColumn'), numeric: true, width: '72px', cell: ({ round }) => formatNumber(round + 1) },
    ...names.map(
      (name, variant): Column<DotRow> => ({
        id: String(variant),
        header: variantLetter(variant),
        title: name,
        numeric: true,
        width: '120px',
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
