/** What is compared: one figure of each run for each metric. */

export const METRICS = ['throughput', 'mean', 'p50', 'p90', 'p99', 'spread', 'cpuMsPerRequest', 'rssBytes'] as const;
/** `spread`: the standard deviation of the latencies of a run (of the population), whether all requests take about the same time or some much longer. */
export type Metric = (typeof METRICS)[number];

/** What a larger figure means. Of `spread` and `cost` a verdict says "lower" or "higher": neither is being faster. */
export const METRIC_SENSE: Record<Metric, 'speed' | 'time' | 'spread' | 'cost'> = {
  throughput: 'speed',
  mean: 'time',
  p50: 'time',
  p90: 'time',
  p99: 'time',
  spread: 'spread',
  cpuMsPerRequest: 'cost',
  rssBytes: 'cost',
};

/** The default: the latency of the typical request is what most people mean by "faster". */
export const DEFAULT_QUESTION: Metric = 'p50';

/** The question in front, the others in their order: whatever lists metrics of a comparison lists them so. */
export function questionFirst<T extends { readonly metric: Metric }>(all: readonly T[], question: Metric): T[] {
  return [...all.filter(({ metric }) => metric === question), ...all.filter(({ metric }) => metric !== question)];
}
