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

/** What the chart shows, in figures, and the way back to all of it. A line that is always present, so that zooming moves nothing. */
export function ViewLine({ axis, picture }: { axis: ChartAxis; picture: ChartPicture | null }) {
  const text = useText('run.flameChart');
  const view = useChartView(axis);
  const whole = axis.whole();
  const all = isWhole(view, whole);
  const show = (us: number) => formatMs(us / 1_000);
  return (
    <div className={css.line}>
      <button type="button" disabled={all} onClick={() => axis.setView(whole)}>
        {text('all')}
      </button>
      {all ? (
        <span className={css.hint}>{text('hint')}</span>
      ) : (
        <span>
          {text('showing', {
            from: show(view.from),
            to: show(view.to),
            length: show(view.to - view.from),
            whole: show(whole.to - whole.from),
          })}
        </span>
      )}
      {!all && picture?.longest(view.from, view.to) === null && <span className={css.hint}>{text('idle')}</span>}
    </div>
  );
}
