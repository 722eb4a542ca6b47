import { useSyncExternalStore } from 'react';
import { formatMs } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import type { ChartAxis } from './chart-axis.ts';
import type { ChartPicture } from './chart-picture.ts';
import { isWhole, type TimeSpan } from './chart-view.ts';
import css from './ViewLine.module.css';

export function useChartView(axis: ChartAxis): TimeSpan {
  return useSyncExternalStore(axis.subscribe, axis.view);
}

interface ViewLineProps {
  readonly axis: ChartAxis;
  readonly pictures: readonly ChartPicture[];
  /** What the pointer does; null: there is nothing to point at. */
  readonly hint: string | null;
  /** What was measured, and what can be done with it. */
  readonly tellMeasured: (values: { readonly time: string; readonly at: string }) => string;
}

/** What the charts show, in figures, and the way back to all of it. A line that is always present, so that zooming moves nothing. */
export function ViewLine({ axis, pictures, hint, tellMeasured }: ViewLineProps) {
  const text = useText('run.flameChart');
  const view = useChartView(axis);
  const measured = useSyncExternalStore(axis.subscribe, axis.measured);
  const whole = axis.whole();
  const all = isWhole(view, whole);
  const show = (us: number) => formatMs(us / 1_000);
  const isIdle = !all && measured === null && pictures.every((picture) => picture.longest(view.from, view.to) === null);
  return (
    <div className={css.line}>
      <button type="button" disabled={all} onClick={() => axis.setView(whole)}>
        {text('all')}
      </button>
      {!all && (
        <span className={css.view}>
          {text('showing', {
            from: show(view.from),
            to: show(view.to),
            length: show(view.to - view.from),
            whole: show(whole.to - whole.from),
          })}
        </span>
      )}
      {all && measured === null && hint !== null && <span className={css.rest}>{hint}</span>}
      {isIdle && <span className={css.rest}>{text('idle')}</span>}
      <span className={css.rest} role="status">
        {measured !== null && tellMeasured({ time: show(measured.to - measured.from), at: show(measured.from) })}
      </span>
    </div>
  );
}
