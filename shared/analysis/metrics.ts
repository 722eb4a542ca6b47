/** Run-level figures: one number per run and metric. The run is the unit that is repeated, so these are the data of every verdict. */
import { METRICS, type Metric, type MetricDots, type Pass } from '../model/comparison.ts';
import type { RunReport } from '../model/report.ts';

const MS_PER_S = 1_000;

/** Percentiles among the metrics, as reports name them. */
const PERCENTILES: Partial<Record<Metric, string>> = { p50: '50', p90: '90', p99: '99' };

/**
 * The figure of a run, in the metric's unit; null when it has none (nothing answered, no figures from the server).
 *
 * Throughput is completed / measured time, not the mean over whole seconds that the throughput table shows: of 200 requests
 * answered in four blocks within 4.3 s, the whole seconds would miss a quarter.
 */
export function metricOf(report: RunReport, metric: Metric): number | null {
  const value = computeMetric(report, metric);
  return value !== null && Number.isFinite(value) ? value : null;
}

function computeMetric({ requests, load, latencyMs, server }: RunReport, metric: Metric): number | null {
  const { completed } = requests;
  switch (metric) {
    case 'throughput':
      return completed === 0 ? null : (completed * MS_PER_S) / load.durationMs;
    case 'mean':
      return latencyMs?.mean ?? null;
    case 'p50':
    case 'p90':
    case 'p99':
      return latencyMs?.percentiles[PERCENTILES[metric]!] ?? null;
    case 'cpuMsPerRequest':
      if (completed === 0 || server.length === 0) return null;
      return server.reduce((sum, { cpuPercent }) => sum + (cpuPercent.mean / 100) * load.durationMs, 0) / completed;
    case 'rssBytes':
      return server.length === 0 ? null : server.reduce((sum, { rssBytes }) => sum + rssBytes.mean, 0);
  }
}

/** Whether the figure rests on too few answers for a headline or a verdict. */
export function isWeakMetric(report: RunReport, metric: Metric): boolean {
  const percentile = PERCENTILES[metric];
  return percentile !== undefined && (report.latencyMs?.weak.includes(percentile) ?? false);
}

/** Passes whose figures count: measured, finished, not excluded. */
export function countedPasses(passes: readonly Pass[]): (Pass & { readonly report: RunReport })[] {
  return passes.filter(
    (pass): pass is Pass & { readonly report: RunReport } => pass.kind === 'measured' && pass.report !== null && pass.excluded === null,
  );
}

/** Figures of all counted passes for the dots, in order of rounds. A round a variant has no figure of is null, so rounds stay side by side. */
export function computeDots(passes: readonly Pass[], variants: number): MetricDots[] {
  const counted = countedPasses(passes);
  const rounds = counted.reduce((most, { round }) => Math.max(most, round + 1), 0);
  return METRICS.map((metric) => ({
    metric,
    values: Array.from({ length: variants }, (_, variant) => {
      const values = new Array<number | null>(rounds).fill(null);
      for (const pass of counted) if (pass.variant === variant) values[pass.round] = metricOf(pass.report, metric);
      return values;
    }),
  }));
}
