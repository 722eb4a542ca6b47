import type { Milliseconds } from '../../shared/base/units.ts';
import { layoutStep } from '../../shared/charts/step-bars.ts';
import type { ProbeStep } from '../../shared/model/probe.ts';
import { sayStep } from '../../shared/phrases/probe.ts';
import { Figure } from '../charts/Figure.tsx';
import css from '../charts/svg-charts.module.css';
import { textSized, useTextWidth } from '../charts/use-width.ts';
import { formatNumber } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { textScale } from '../text-scale.ts';

const FRAME = { left: 4, right: 16, top: 8, bottom: 36 };
const HIGHEST = 200;
/** Height of a bar with its gap where there are few, px. */
const ROW = 16;

interface StepBarsProps {
  readonly steps: readonly ProbeStep[];
  readonly serviceMs: Milliseconds;
}

/** Requests that were sent at once: a bar each, until its response came. */
export function StepBars({ steps, serviceMs }: StepBarsProps) {
  const text = useText('probe.screen');
  const longest = Math.max(2 * serviceMs, ...steps.flatMap(({ times }) => times));
  const bars = Math.max(...steps.map(({ times }) => times.length));
  const height = Math.min(HIGHEST, FRAME.top + bars * ROW + FRAME.bottom);
  return (
    <Figure id="step" title={text('stepsTitle')} help={text('stepsHelp')}>
      <div className={css.two}>
        {steps.map((step) => (
          <Bars key={step.connections} step={step} serviceMs={serviceMs} longest={longest} height={height} />
        ))}
      </div>
    </Figure>
  );
}

interface BarsProps {
  readonly step: ProbeStep;
  readonly serviceMs: Milliseconds;
  /** Of the steps beside each other. */
  readonly longest: Milliseconds;
  readonly height: number;
}

function Bars({ step, serviceMs, longest, height }: BarsProps) {
  const text = useText('probe.screen');
  const [host, width] = useTextWidth<HTMLDivElement>();
  const { bars, marks, ticks, thickness } = layoutStep(step, serviceMs, longest, { ...FRAME, width, height });
  const title = text('stepOf', { count: step.connections, seen: sayStep(step, serviceMs) });
  const below = height - FRAME.bottom;
  return (
    <div className={css.panel}>
      <h3 className={css.panelTitle}>{title}</h3>
      <div ref={host} className={css.host} style={{ height: height * textScale() }}>
        {width > 0 && (
          <svg {...textSized(width, height)} role="img" aria-label={title}>
            {marks.map((x) => (
              <line key={x} className={css.bracket} x1={x} x2={x} y1={0} y2={below} strokeDasharray="6 3" />
            ))}
            {bars.map(({ y, x, waited }) => (
              <rect
                key={y}
                x={FRAME.left}
                y={y}
                width={Math.max(1, x - FRAME.left)}
                height={thickness}
                fill={`var(--${waited ? 'latency-p99' : 'latency-p50'})`}
              />
            ))}
            {ticks.map(({ ms, x }) => (
              <text key={ms} className={`${css.axis} ${css.middle}`} x={x} y={below + 15}>
                {formatNumber(ms)}
              </text>
            ))}
            <text className={`${css.axis} ${css.end}`} x={width - FRAME.right} y={height - 4}>
              {text('stepsAxis')}
            </text>
          </svg>
        )}
      </div>
    </div>
  );
}
