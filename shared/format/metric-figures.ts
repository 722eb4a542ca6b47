/** Figures of the metrics of a comparison, each in its unit. */
import type { Metric } from '../model/metrics.ts';
import { chooseTimeUnit, formatBytes, formatMs, formatRate, NOTHING } from './figures.ts';

export function formatMetric(metric: Metric, value: number | null): string {
  if (value === null || !Number.isFinite(value)) return NOTHING;
  switch (metric) {
    case 'throughput':
      return formatRate(value);
    case 'rssBytes':
      return formatBytes(value);
    default:
      return formatMs(value);
  }
}

/** One unit for a whole axis: multiply by `scale`, then write `unit`. */
export function metricUnit(metric: Metric, largest: number): { readonly scale: number; readonly unit: string } {
  switch (metric) {
    case 'throughput':
      return { scale: 1, unit: '/s' };
    case 'rssBytes':
      return { scale: 1e-6, unit: 'MB' };
    default: {
      const { unit, perMs } = chooseTimeUnit(largest);
      return { scale: perMs, unit };
    }
  }
}
