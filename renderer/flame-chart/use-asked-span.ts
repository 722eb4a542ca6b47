/** Which part of the time is asked for, and how fine: what is shown and as much again at both sides, so that moving a little asks for nothing. */
import { useEffect, useRef, useState } from 'react';
import type { Microseconds } from '../../shared/base/units.ts';
import { MOST_PIXELS } from '../../shared/model/profile/profile-views.ts';
import type { ChartAxis } from './chart-axis.ts';
import { covers, withMargin } from './chart-view.ts';

/** At most this often while the view moves. */
const ASK_MS = 90;

export interface AskedSpan {
  readonly fromUs: Microseconds;
  readonly toUs: Microseconds;
  readonly pixels: number;
}
/** Before the size is known. */
const NOTHING_YET: AskedSpan = { fromUs: 0, toUs: 0, pixels: 1 };

/** `plotPx`: width of the plot in CSS px, 0 before it is laid out. */
export function useAskedSpan(axis: ChartAxis, plotPx: number): AskedSpan {
  const [asked, setAsked] = useState(NOTHING_YET);
  const latest = useRef(asked);
  useEffect(() => {
    if (plotPx <= 0) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const ask = () => {
      timer = null;
      const view = axis.view();
      const pixelUs = (view.to - view.from) / plotPx;
      const { fromUs, toUs, pixels } = latest.current;
      if (pixelUs <= 0 || covers({ from: fromUs, to: toUs, least: (toUs - fromUs) / pixels }, view, pixelUs)) return;
      const wide = withMargin(view, axis.whole());
      const next = {
        fromUs: wide.from,
        toUs: wide.to,
        pixels: Math.min(MOST_PIXELS, Math.max(1, Math.ceil((wide.to - wide.from) / pixelUs))),
      };
      latest.current = next;
      setAsked(next);
    };
    const askSoon = () => {
      timer ??= setTimeout(ask, ASK_MS);
    };
    ask();
    const unsubscribe = axis.subscribe(askSoon);
    return () => {
      unsubscribe();
      if (timer !== null) clearTimeout(timer);
    };
  }, [axis, plotPx]);
  return asked;
}
