import { useMemo, useState } from 'react';
import { type LeakLine, type LeakLineKey, layoutLeak } from '../../shared/charts/leak-levels.ts';
import { nearestLevel } from '../../shared/charts/level-lines.ts';
import { type DrawnLeak, leakPaths, leakSummary, restText, tellLeakRound } from '../../shared/report/drawings/leak-levels.ts';
import { formatCount } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { textScale } from '../text-scale.ts';
import { Figure } from './Figure.tsx';
import css from './svg-charts.module.css';
import { TickAxis } from './TickAxis.tsx';
import { heightFor, pointedX, textSized, useTextWidth } from './use-width.ts';
import { ValueAxis } from './ValueAxis.tsx';

const LEAST_HEIGHT = 200;
const HEIGHT_SHARE = 0.22;
const LEFT = 52;
const RIGHT = 96;
const TOP = 24;
const BOTTOM = 36;

const COLORS = { heap: 'var(--series-memory)', outside: 'var(--series-launched)' } as const satisfies Record<LeakLineKey, string>;

/** A dot for what was alive after each round of a search for a leak, while it goes on, too; nothing before the first is over. */
export function LeakLevels({ leak }: { readonly leak: DrawnLeak | undefined }) {
  return leak === undefined || leak.rounds.length === 0 ? null : <Levels leak={leak} />;
}

function Levels({ leak }: { readonly leak: DrawnLeak }) {
  const text = useText('run.leak.picture');
  const [pointed, setPointed] = useState<number | null>(null);
  const [host, width] = useTextWidth<HTMLDivElement>();
  const height = heightFor(width, LEAST_HEIGHT, HEIGHT_SHARE);
  const { plan, rounds } = leak;
  const { y, digits, lines, ticks, settledX, restX } = useMemo(
    () => layoutLeak({ plan, rounds }, { width, height, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM }),
    [plan, rounds, width, height],
  );
  const below = height - BOTTOM;
  const xs = lines[0]!.dots.map(({ x }) => x);
  const shown = Math.min(pointed ?? rounds.length - 1, rounds.length - 1);
  return (
    <Figure id="leak-levels" title={text('title')} help={text('help')} page="LEAK" picture={(draw) => draw.leakPicture(leak)}>
      <div ref={host} className={css.host} style={{ height: height * textScale() }}>
        {width > 0 && (
          <svg
            {...textSized(width, height)}
            role="img"
            aria-label={`${text('title')}. ${leakSummary(leak)}`}
            onMouseMove={(event) => setPointed(nearestLevel({ xs }, pointedX(event)))}
            onMouseLeave={() => setPointed(null)}
          >
            <rect className={css.aside} x={LEFT} y={TOP} width={Math.max(0, settledX - LEFT)} height={below - TOP} />
            <text className={css.axis} x={LEFT + 6} y={TOP + 14}>
              {text('settles')}
            </text>
            <ValueAxis y={y} digits={digits} left={LEFT} right={width - RIGHT} />
            <TickAxis
              ticks={ticks.map(({ requests }) => requests)}
              x={(requests) => ticks.find((tick) => tick.requests === requests)!.x}
              top={TOP}
              bottom={below}
              labelsAt={below + 14}
              label={formatCount}
            />
            {restX !== null && (
              <text className={`${css.axis} ${css.middle}`} x={restX} y={below + 14}>
                {restText(leak)}
              </text>
            )}
            <text className={`${css.axis} ${css.end}`} x={width - RIGHT} y={height - 4}>
              {text('across')}
            </text>
            {pointed !== null && <line className={css.cursor} x1={xs[shown]} x2={xs[shown]} y1={TOP} y2={below} />}
            {lines.map((line) => (
              <Line key={line.key} line={line} name={text(line.key)} />
            ))}
          </svg>
        )}
      </div>
      <p className={css.readout} aria-hidden="true">
        {tellLeakRound(leak, shown)}
      </p>
    </Figure>
  );
}

function Line({ line: { key, dots, labelY }, name }: { readonly line: LeakLine; readonly name: string }) {
  const color = COLORS[key];
  const { loaded, rested } = leakPaths(dots);
  return (
    <g>
      <path d={loaded} fill="none" stroke={color} strokeWidth={1.5} />
      <path d={rested} fill="none" stroke={color} strokeWidth={1.5} strokeDasharray="6 3" />
      {dots.map(({ x, y, kind }) => (
        <circle key={x} cx={x} cy={y} r={3.5} stroke={color} strokeWidth={1.5} fill={kind === 'judge' ? color : 'var(--bg)'} />
      ))}
      <text className={css.name} x={dots.at(-1)!.x + 10} y={labelY + 4} fill={color}>
        {name}
      </text>
    </g>
  );
}
