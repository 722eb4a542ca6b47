import { useMemo } from 'react';
import type { Milliseconds, PerSecond } from '../../shared/base/units.ts';
import { layoutRamp } from '../../shared/charts/ramp-dots.ts';
import { linePath, tickDigits } from '../../shared/charts/scales.ts';
import { peakOf } from '../../shared/model/load/schedule.ts';
import { scheduleOf } from '../../shared/model/load-models.ts';
import type { ProbeRamp } from '../../shared/model/probe.ts';
import { Figure } from '../charts/Figure.tsx';
import css from '../charts/svg-charts.module.css';
import { TickAxis } from '../charts/TickAxis.tsx';
import { textSized, useTextWidth } from '../charts/use-width.ts';
import { ValueAxis } from '../charts/ValueAxis.tsx';
import { formatMs, formatNumber, formatRate, formatSignificant } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import { textScale } from '../text-scale.ts';

const HEIGHT = 300;
const FRAME = { left: 48, right: 16, top: 24, bottom: 36 };

interface RampDotsProps {
  readonly ramp: ProbeRamp;
  readonly serviceMs: Milliseconds;
  /** Highest throughput of the closed load; null: it is not known. */
  readonly highest: PerSecond | null;
}

/** What a rising rate does to latency: a dot for each request, above the rate. */
export function RampDots({ ramp, serviceMs, highest }: RampDotsProps) {
  const text = useText('probe.screen');
  const [host, width] = useTextWidth<HTMLDivElement>();
  const schedule = useMemo(() => scheduleOf(ramp), [ramp]);
  const layout = useMemo(
    () => (schedule !== null && width > 0 ? layoutRamp(ramp, schedule, highest, { ...FRAME, width, height: HEIGHT }) : null),
    [ramp, schedule, highest, width],
  );
  const times = ramp.latencyMs.filter((one) => one !== null);
  if (schedule === null || times.length === 0) return null;
  const failed = ramp.latencyMs.length - times.length;
  const summary = text('rampSummary', {
    count: ramp.latencyMs.length,
    seconds: schedule.seconds,
    peak: formatSignificant(peakOf(schedule.phases)),
    shortest: formatMs(times.reduce((least, one) => Math.min(least, one))),
    longest: formatMs(times.reduce((most, one) => Math.max(most, one))),
  });
  return (
    <Figure id="ramp" title={text('rampTitle')} help={text('rampHelp')}>
      <div ref={host} className={css.host} style={{ height: HEIGHT * textScale() }}>
        {layout !== null && <Drawing layout={layout} width={width} serviceMs={serviceMs} highest={highest} summary={summary} />}
      </div>
      <p className={css.readout}>
        <span>{summary}</span>
        {failed > 0 && <span>{text('rampFailed', { failed })}</span>}
      </p>
    </Figure>
  );
}

interface DrawingProps extends Omit<RampDotsProps, 'ramp'> {
  readonly layout: ReturnType<typeof layoutRamp>;
  readonly width: number;
  readonly summary: string;
}

function Drawing({ layout, width, serviceMs, highest, summary }: DrawingProps) {
  const text = useText('probe.screen');
  const { unit, y, digits, x, ticks, answered, failed, rate, rateLine, reachedX } = layout;
  const [left, right] = [FRAME.left, width - FRAME.right];
  const base = HEIGHT - FRAME.bottom;
  const serviceY = y.at(serviceMs * unit.perMs);
  return (
    <svg {...textSized(width, HEIGHT)} role="img" aria-label={summary}>
      <ValueAxis y={y} digits={digits} left={left} right={right} />
      <text className={css.axis} x={left + 5} y={FRAME.top - 8}>
        {unit.unit}
      </text>
      <TickAxis
        ticks={ticks}
        x={x}
        top={FRAME.top}
        bottom={base}
        labelsAt={base + 15}
        label={(tick) => formatNumber(tick, tickDigits(tick))}
      />
      <text className={`${css.axis} ${css.end}`} x={right} y={HEIGHT - 4}>
        {text('rampAxis')}
      </text>
      <line className={css.bracket} x1={left} x2={right} y1={serviceY} y2={serviceY} strokeDasharray="6 3" />
      {reachedX !== null && (
        <>
          <line className={css.bracket} x1={reachedX} x2={reachedX} y1={FRAME.top - 6} y2={base} />
          <text className={`${css.axis} ${css.end}`} x={reachedX - 4} y={FRAME.top - 8}>
            {text('rampHighest', { throughput: formatRate(highest) })}
          </text>
        </>
      )}
      <path d={answered} fill="none" stroke="var(--latency-p50)" strokeWidth={3} strokeLinecap="round" />
      <path d={failed} fill="none" stroke="var(--series-error)" strokeWidth={5} strokeLinecap="round" />
      <ValueAxis y={rate} digits={Math.max(...rate.ticks.map(tickDigits))} left={left} right={right} sparse />
      <text className={css.axis} x={left + 5} y={rate.at(rate.max) - 6}>
        {text('rampRate')}
      </text>
      <path d={linePath(rateLine)} fill="none" stroke="var(--series-offered)" strokeWidth={1.5} />
    </svg>
  );
}
