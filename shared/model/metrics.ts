/** What is compared: one figure of each run for each metric. */

export const METRICS = [
  'throughput',
  'mean',
  'p50',
  'p90',
  'p99',
  'spread',
  'serviceP50',
  'serviceP99',
  'sessionP50',
  'errors',
  'cpuMsPerRequest',
  'rssBytes',
] as const;
/**
 * `spread`: the standard deviation of the latencies of a run (of the population), whether all requests take about the same time or some much longer.
 * `service`: latency from sending, where requests have their times. `session`: of a user, from coming to the last response.
 * `errors`: the share of those who came that got no response, an unexpected status, or were dropped.
 */
export type Metric = (typeof METRICS)[number];

/** What a larger figure means. Of `spread`, `errors` and `cost` a verdict says "lower" or "higher": none of them is being faster. */
export const METRIC_SENSE: Record<Metric, 'speed' | 'time' | 'spread' | 'errors' | 'cost'> = {
  throughput: 'speed',
  mean: 'time',
  p50: 'time',
  p90: 'time',
  p99: 'time',
  spread: 'spread',
  serviceP50: 'time',
  serviceP99: 'time',
  sessionP50: 'time',
  errors: 'errors',
  cpuMsPerRequest: 'cost',
  rssBytes: 'cost',
};

/** Compared as b - a, in percentage points: a share is often 0, of which nothing is a ratio. Other metrics: as b / a. */
export function isInPoints(metric: Metric): boolean {
  return METRIC_SENSE[metric] === 'errors';
}

/** The default: the latency of the typical request is what most people mean by "faster". */
export const DEFAULT_QUESTION: Metric = 'p50';

/** The question in front, the others in their order: whatever lists metrics of a comparison lists them so. */
export function questionFirst<T extends { readonly metric: Metric }>(all: readonly T[], question: Metric): T[] {
  return [...all.filter(({ metric }) => metric === question), ...all.filter(({ metric }) => metric !== question)];
}
