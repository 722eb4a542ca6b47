/** What a comparison can show on a machine: told from how much runs of one and the same variant differ. */
import { METRICS, type Metric, type Pass, type Sensitivity } from '../model/comparison.ts';
import type { Percent } from '../model/units.ts';
import { countedPasses, isWeakMetric, metricOf } from './metrics.ts';
import { POWER_FACTOR } from './pairs-needed.ts';
import { mean, sampleStandardDeviation } from './statistics.ts';

/** Smallest true difference that `pairs` pairs of runs find in four of five comparisons. */
export function computeDetectable(cvPercent: Percent, pairs: number): Percent {
  return POWER_FACTOR * cvPercent * Math.sqrt(2 / pairs);
}

/**
 * From the measured runs made so far (an A/A check, or any comparison: only runs of one variant are set against each other), what
 * a comparison of `pairs` pairs would find. Metrics with too few answers, or without two runs of any variant, are left out.
 */
export function estimateSensitivity(passes: readonly Pass[], pairs: number): Sensitivity[] {
  return METRICS.flatMap((metric) => {
    const cvPercent = computeCv(passes, metric);
    return cvPercent === null ? [] : [{ metric, cvPercent, detectablePercent: computeDetectable(cvPercent, pairs) }];
  });
}

/** Standard deviation / mean within variants, pooled over them by how many runs each has. */
function computeCv(passes: readonly Pass[], metric: Metric): Percent | null {
  const groups = new Map<number, number[]>();
  for (const { variant, report } of countedPasses(passes)) {
    const value = isWeakMetric(report, metric) ? null : metricOf(report, metric);
    if (value !== null && value > 0) groups.set(variant, [...(groups.get(variant) ?? []), value]);
  }
  const repeated = [...groups.values()].filter((values) => values.length > 1);
  const degrees = repeated.reduce((sum, values) => sum + values.length - 1, 0);
  const squares = repeated.reduce((sum, values) => sum + (values.length - 1) * (sampleStandardDeviation(values) / mean(values)) ** 2, 0);
  return degrees === 0 ? null : 100 * Math.sqrt(squares / degrees);
}
