/** The words in a flame chart. */
import type { ChartLane } from '../../shared/model/profile/profile-views.ts';
import { formatMs, formatNumber } from '../i18n/format.ts';
import { text } from '../i18n/i18n.tsx';
import type { ChartWords } from './draw-chart.ts';

/** `laneName`: of the lane at a place; empty: there is none. */
export function chartWords(laneName: (lane: number) => string): ChartWords {
  return {
    stalls: text('run.flameChart.stalls'),
    collections: text('run.flameChart.collections'),
    noSamples: (us) => text('run.flameChart.noSamples', { time: formatMs(us / 1_000) }),
    lane: laneName,
    second: (seconds, step) =>
      text('run.flameChart.second', { value: formatNumber(seconds, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))) }),
  };
}

/** The names of the lanes of a picture. */
export function laneNames(lanes: () => readonly ChartLane[], nameOf: (lane: ChartLane) => string): (lane: number) => string {
  return (lane) => {
    const about = lanes()[lane];
    return about === undefined ? '' : nameOf(about);
  };
}
