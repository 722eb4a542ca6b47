/** Figures of metrics are formatted in `shared/`, for the screen and for reports. */
export { formatMetric, metricUnit } from '../../shared/format/metric-figures.ts';
