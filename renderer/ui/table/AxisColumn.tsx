/** A column of figures and their intervals, drawn on one axis. */

import { ARROW, beyond, endOf, placeOf, type VerdictAxis } from '../../../shared/charts/verdict-axis.ts';
import type { AxisMark } from '../../../shared/report/table.ts';
import { textSized } from '../../charts/use-width.ts';
import { formatNumber } from '../../i18n/format.ts';
import { textScale } from '../../text-scale.ts';
import css from './AxisColumn.module.css';

/** Px at the usual text size: for −100, 0 and +100 apart. */
const ROOM_FOR_ZERO = 100;

/** The ends of the axis, and zero where it fits. */
export function AxisHead({ title, axis: { reach, length } }: { title: string; axis: VerdictAxis }) {
  return (
    <>
      <span className="visually-hidden">{title}</span>
      <span className={css.axis} style={{ width: length * textScale() }} aria-hidden="true">
        <span>−{formatNumber(reach)}</span>
        {/* Three figures would touch on a short one; zero is where the line stands. */}
        {length >= ROOM_FOR_ZERO && <span>0</span>}
        <span>+{formatNumber(reach)}</span>
      </span>
    </>
  );
}

/** A figure and its interval against zero and the band that counts as no difference. */
export function AxisCell({ mark: { at, low, high, isStrong }, axis, band }: { mark: AxisMark; axis: VerdictAxis; band: number }) {
  const { reach, length } = axis;
  const color = isStrong ? 'var(--text)' : 'var(--text-faint)';
  const zero = length / 2 + 0.5;
  return (
    <svg className={css.interval} {...textSized(length, 18)} aria-hidden="true">
      <rect x={placeOf(-band, axis)} y={0} width={placeOf(band, axis) - placeOf(-band, axis)} height={18} fill="var(--bg-hover)" />
      <line x1={zero} x2={zero} y1={0} y2={18} stroke="var(--line-control)" />
      <line x1={endOf(low, axis)} x2={endOf(high, axis)} y1={9} y2={9} stroke={color} strokeWidth={2} />
      {beyond({ ci: [low, high], differencePercent: at }, axis).map((side) => (
        <Beyond key={side} tip={side === 'less' ? 0 : length} into={side === 'less' ? ARROW : -ARROW} color={color} />
      ))}
      {Math.abs(at) <= reach && <circle cx={placeOf(at, axis)} cy={9} r={3.5} fill={color} />}
    </svg>
  );
}

/** It goes on where the axis ends. */
function Beyond({ tip, into, color }: { tip: number; into: number; color: string }) {
  return <path data-beyond={into > 0 ? 'less' : 'more'} d={`M${tip},9l${into},-4.5v9z`} fill={color} />;
}
