import { marginOf, reachesZero } from '../../../../shared/profile/time/share-interval.ts';
import { formatCount, formatNumber } from '../../../i18n/format.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './Share.module.css';

/** A share in percent as a bar and a figure, with its interval; grey where so few samples are of it that it may as well be 0. */
export function Share({ percent, samples }: { percent: number; samples: number | null }) {
  const text = useText('run.functions');
  const half = marginOf(percent, samples);
  const isLost = reachesZero(percent, samples);
  const title =
    half === null
      ? undefined
      : text(isLost ? 'reachesZero' : 'interval', {
          percent: formatNumber(percent, 1),
          half: formatNumber(half, 1),
          samples: formatCount(samples ?? 0),
        });
  return (
    <span className={cx(css.share, isLost && css.lost)} title={title}>
      <span className={css.bar} style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} aria-hidden="true" />
      <span className={css.figure}>
        {formatNumber(percent, 1)}
        {half !== null && <span className={css.half}> ±{formatNumber(half, 1)}</span>}
      </span>
    </span>
  );
}

/** What the figures behind ± are, and why some are grey. */
export function ShareNote({ samples, isSampled }: { samples: number; isSampled: boolean }) {
  const text = useText('run.functions');
  return <p className={css.note}>{isSampled ? text('intervalNote', { samples }) : text('noInterval')}</p>;
}
