/** Figures of metrics are written in a report as on the screen: `shared/` does it. */
export { formatMetric, metricUnit } from '../../shared/format/metric-figures.ts';
