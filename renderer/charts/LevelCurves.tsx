import { useMemo, useState } from 'react';
import {
  LEVEL_PANELS,
  type LevelLine,
  type LevelPanelId,
  layoutLevels,
  levelsInOrder,
  nearestLevel,
} from '../../shared/charts/level-lines.ts';
import { linePath } from '../../shared/charts/scales.ts';
import { formatVisitors } from '../../shared/phrases/charts.ts';
import { DASHED, levelSummary, levelTitle, levelUnit, type Sweep, tellLevel } from '../../shared/report/drawings/level-charts.ts';
import { useText } from '../i18n/i18n.tsx';
import { textScale } from '../text-scale.ts';
import { Figure } from './Figure.tsx';
import css from './svg-charts.module.css';
import { pointedX, textSized, useTextWidth } from './use-width.ts';
import { ValueAxis } from './ValueAxis.tsx';

const HEIGHT = 200;
const LEFT = 48;
const RIGHT = 68;
const TOP = 24;
const BOTTOM = 36;

const COLORS = {
  throughput: 'series-throughput',
  offered: 'series-offered',
  fit: 'series-offered',
  p50: 'latency-p50',
  p99: 'latency-p99',
} as const;

interface LevelCurvesProps extends Sweep {
  readonly id: string;
  readonly title: string;
  readonly help: string;
}

/** Throughput and latency against levels of load; nothing where there are fewer than two. */
export function LevelCurves({ id, levels, bracket = null, fit = null, title, help }: LevelCurvesProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const sorted = useMemo(() => levelsInOrder(levels), [levels]);
  const sweep: Sweep = { levels: sorted, bracket, fit };
  if (sorted.length === 0) return null;
  // The last good level is what a sweep is made for.
  const at =
    pointed ??
    Math.max(
      0,
      sorted.findIndex((level) => ('rate' in level ? level.rate : level.connections) === bracket?.held),
    );
  return (
    <Figure id={id} title={title} help={help} picture={(draw) => draw.levelsPicture(title, sweep)}>
      <div className={css.two}>
        {LEVEL_PANELS.map((panel) => (
          <Panel key={panel} id={panel} sweep={sweep} pointed={pointed} onPoint={setPointed} />
        ))}
      </div>
      <p className={css.readout} aria-hidden="true">
        {tellLevel(sorted[Math.min(at, sorted.length - 1)]!)}
      </p>
    </Figure>
  );
}

interface PanelProps {
  readonly id: LevelPanelId;
  readonly sweep: Sweep;
  /** Index of a level. */
  readonly pointed: number | null;
  readonly onPoint: (level: number | null) => void;
}

function Panel({ id, sweep: { levels, bracket, fit = null }, pointed, onPoint }: PanelProps) {
  const text = useText('run.levels');
  const [host, width] = useTextWidth<HTMLDivElement>();
  const layout = useMemo(
    () => layoutLevels(id, levels, bracket, { width, height: HEIGHT, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM }, fit),
    [id, levels, bracket, fit, width],
  );
  const { y, digits, unit, lines, marks, ticks, xs } = layout;
  const title = levelTitle(id, unit);
  return (
    <div className={css.panel}>
      <h3 className={css.panelTitle}>{title}</h3>
      <div ref={host} className={css.host} style={{ height: HEIGHT * textScale() }}>
        {width > 0 && (
          <svg
            {...textSized(width, HEIGHT)}
            role="img"
            aria-label={`${title}. ${levelSummary(levels)}`}
            onMouseMove={(event) => onPoint(nearestLevel(layout, pointedX(event)))}
            onMouseLeave={() => onPoint(null)}
          >
            <ValueAxis y={y} digits={digits} left={LEFT} right={width - RIGHT} />
            {ticks.map(({ level, x }) => (
              <text key={level} className={`${css.axis} ${css.middle}`} x={x} y={HEIGHT - BOTTOM + 15}>
                {formatVisitors(level)}
              </text>
            ))}
            <text className={`${css.axis} ${css.end}`} x={width - RIGHT} y={HEIGHT - 4}>
              {levelUnit(levels)}
            </text>
            {marks.map(({ is, x }) => (
              <g key={is}>
                <line
                  className={css.bracket}
                  x1={x}
                  x2={x}
                  y1={TOP - 6}
                  y2={HEIGHT - BOTTOM}
                  strokeDasharray={is === 'held' ? undefined : '6 3'}
                />
                <text className={is === 'held' ? `${css.axis} ${css.end}` : css.axis} x={x + (is === 'held' ? -4 : 4)} y={TOP - 8}>
                  {text(is)}
                </text>
              </g>
            ))}
            {pointed !== null && <line className={css.cursor} x1={xs[pointed]} x2={xs[pointed]} y1={TOP} y2={HEIGHT - BOTTOM} />}
            {lines.map((line) => (
              <Line key={line.key} line={line} name={text(`line.${line.key}`)} />
            ))}
          </svg>
        )}
      </div>
    </div>
  );
}

function Line({ line: { key, dots, labelY }, name }: { line: LevelLine; name: string }) {
  const color = `var(--${COLORS[key]})`;
  const there = dots.filter((dot) => dot !== null);
  const last = there[there.length - 1];
  if (last === undefined) return null;
  return (
    <g>
      <path
        d={linePath(dots.map((dot) => dot && [dot.x, dot.y]))}
        fill="none"
        stroke={color}
        strokeWidth={1.5}
        strokeDasharray={DASHED.includes(key) ? '6 3' : undefined}
      />
      {(key === 'fit' ? [] : there).map(({ x, y, weak }) => (
        <circle key={x} cx={x} cy={y} r={3} stroke={color} strokeWidth={1.5} fill={weak ? 'var(--bg)' : color} />
      ))}
      <text className={css.name} x={last.x + 8} y={labelY + 4} fill={color}>
        {name}
      </text>
    </g>
  );
}
