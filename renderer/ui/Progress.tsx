import { Progress as Primitive } from 'radix-ui';
import { cx } from './cx.ts';
import css from './Progress.module.css';

/** A progress bar. `value` 0..1; null: not known yet. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Primitive.Root className={css.track} value={percent} max={100} aria-label={label}>
      <Primitive.Indicator className={css.bar} style={percent === null ? undefined : { transform: `scaleX(${percent / 100})` }} />
    </Primitive.Root>
  );
}

/** A spinner for short work without a known length. Appears after a moment, so that quick replies do not flicker; `now`: at once. */
export function Spinner({ label, now = false }: { label: string; now?: boolean }) {
  return (
    <span className={cx(css.spinner, now && css.now)} role="status">
      <span className={css.ring} aria-hidden="true" />
      {label}
    </span>
  );
}
