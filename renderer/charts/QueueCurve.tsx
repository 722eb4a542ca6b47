import { useMemo } from 'react';
import type { Queue } from '../../shared/analysis/queueing.ts';
import { layoutQueue } from '../../shared/charts/queue-curve.ts';
import { linePath, tickDigits } from '../../shared/charts/scales.ts';
import { tellQueue } from '../../shared/phrases/queueing.ts';
import { queueTable } from '../../shared/report/drawings/queue-curve.ts';
import { formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { textScale } from '../text-scale.ts';
import { cx } from '../ui/cx.ts';
import { FigureTable } from '../ui/table/FigureTable.tsx';
import { Figure } from './Figure.tsx';
import css from './svg-charts.module.css';
import { TickAxis } from './TickAxis.tsx';
import { heightFor, textSized, useTextWidth } from './use-width.ts';
import { ValueAxis } from './ValueAxis.tsx';
import { VariantShape } from './VariantMark.tsx';

const LEAST_HEIGHT = 240;
const HEIGHT_SHARE = 0.3;
const LEFT = 52;
const RIGHT = 16;
const TOP = 16;
const BOTTOM = 36;

interface QueueCurveProps {
  readonly queue: Queue;
  readonly names: readonly string[];
}

/** Mean latency against utilization: the curve of the theory, and a mark for each run. */
export function QueueCurve({ queue, names }: QueueCurveProps) {
  const text = useText('compare.queue');
  const [host, width] = useTextWidth<HTMLDivElement>();
  const height = heightFor(width, LEAST_HEIGHT, HEIGHT_SHARE);
  const layout = useMemo(
    () => layoutQueue(queue, { width, height, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM }),
    [queue, width, height],
  );
  const { x, y, ticks, curve, runs, name } = layout;
  const told = tellQueue(queue);
  return (
    <Figure
      id="queue"
      title={text('title')}
      term="queue-theory"
      help={text('help')}
      page="PERCENTILES"
      table={() => <FigureTable table={queueTable(queue, names)} bare />}
      picture={(draw) => draw.queuePicture(queue, names)}
    >
      <p>{told}</p>
      <div ref={host} className={css.host} style={{ height: height * textScale() }}>
        {width > 0 && (
          <svg {...textSized(width, height)} role="img" aria-label={text('description', { told })}>
            <ValueAxis y={y} digits={Math.max(...y.ticks.map(tickDigits))} left={LEFT} right={width - RIGHT} />
            <text className={css.axis} x={LEFT + 6} y={TOP - 4}>
              {text('unit')}
            </text>
            <TickAxis
              ticks={ticks}
              x={x}
              top={TOP}
              bottom={height - BOTTOM}
              labelsAt={height - BOTTOM + 14}
              label={(tick) => formatNumber(100 * tick)}
            />
            <text className={`${css.axis} ${css.end}`} x={width - RIGHT} y={height - 6}>
              {text('across')}
            </text>
            <path d={linePath(curve)} fill="none" stroke="var(--series-offered)" strokeWidth={2} />
            <text className={cx(css.name, name.anchor === 'end' && css.end)} x={name.at[0]} y={name.at[1]} fill="var(--series-offered)">
              {text('curve')}
            </text>
            {runs.map(({ variant, place }) => (
              <VariantShape key={`${variant} ${place.join(' ')}`} index={variant} x={place[0]} y={place[1]} />
            ))}
          </svg>
        )}
      </div>
    </Figure>
  );
}
