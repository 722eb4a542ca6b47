import { useCaptureWords } from '../../forms/use-capture-words.ts';
import { formatCount, formatSignificant } from '../../i18n/format.ts';
import { useText } from '../../i18n/i18n.tsx';
import type { SetupForm } from '../../state/forms/setup-form.ts';
import css from './PlanCard.module.css';
import { computePlanDrawing, type Outline } from './plan-geometry.ts';

const WIDTH = 312;
const TOP = 18;

/** A picture of the run before it is run. */
export function PlanDrawing({ form }: { form: SetupForm }) {
  const text = useText('setup.plan');
  const captured = useCaptureWords(form);
  const { phases, bars, samples, connections, lanesHeight, outline } = computePlanDrawing(form, WIDTH);
  const samplesTop = TOP + lanesHeight + 5;
  const bottom = samplesTop + (samples.length > 0 ? 9 : 0);
  const label = {
    start: text('phaseStart'),
    warmup: text('phaseWarmup'),
    measure: text('phaseMeasure'),
    stop: text('phaseStop'),
  };
  const warm = phases.find(({ name }) => name === 'warmup');
  const outlineText = ({ of, count, most }: Outline) =>
    of === 'visitors'
      ? text('rates', { count, most: Number.isInteger(most) ? formatCount(most) : formatSignificant(most) })
      : of === 'levels'
        ? text('levels', { count })
        : text('searched');
  return (
    <figure className={css.figure}>
      <svg viewBox={`0 0 ${WIDTH} ${bottom}`} width="100%" role="img" aria-label={text('drawing')}>
        {phases.map(({ name, x, width }) => (
          <g key={name}>
            <text className={css.phase} x={x + width / 2} y={11} textAnchor="middle">
              {label[name]}
            </text>
            {name !== 'start' && <line className={css.border} x1={x} x2={x} y1={2} y2={bottom} />}
          </g>
        ))}
        {outline && warm && (
          <rect className={css.uncounted} x={warm.x} y={TOP + outline.warmUpY} width={warm.width} height={lanesHeight - outline.warmUpY} />
        )}
        {outline && <polygon className={css.counted} points={outline.points.map(({ x, y }) => `${x},${TOP + y}`).join(' ')} />}
        {bars.map(({ x, y, width, measured }) => (
          <rect key={`${x} ${y}`} className={measured ? css.counted : css.uncounted} x={x} y={TOP + y} width={width} height={4} rx={1} />
        ))}
        {samples.map((x) => (
          <line key={x} className={css.sample} x1={x} x2={x} y1={samplesTop} y2={samplesTop + 6} />
        ))}
      </svg>
      <figcaption className={css.caption}>
        <span className={css.keyRequest}>{outline === null ? text('lanes', { count: connections }) : outlineText(outline)}</span>
        {samples.length > 0 && <span className={css.keySample}>{captured.drawn}</span>}
      </figcaption>
    </figure>
  );
}
