/** What a comparison can show on a machine: derived from how much runs of one and the same variant differ. */
import { groupBy } from '../../base/group-by.ts';
import { mean, sampleStandardDeviation } from '../../base/statistics/statistics.ts';
import type { Percent, Ratio } from '../../base/units.ts';
import { type ComparisonSetup, MINIMUM_PAIRS_FOR_VERDICT, type Sensitivity } from '../../model/comparison/comparison.ts';
import { isInPoints, METRIC_NAMES, type Metric } from '../../model/comparison/metrics.ts';
import type { Pass } from '../../model/comparison/pass.ts';
import { isCoarse } from './by-tool.ts';
import { modelOf, type Planned, plannedShare } from './family.ts';
import { begunPasses, countedPasses, isWeakMetric, metricOf, responsesCompared } from './metrics.ts';
import { computeDetectionFactor, fewestPairsFor } from './power.ts';

/** Fewer runs of a variant with a figure give no useful estimate of how much they vary. */
export const FEWEST_RUNS = 5;

/**
 * At least this share of the runs of a variant must have the figure: the sensitivity is that of pairs which all have it. Without a quarter of
 * them the smallest difference is a sixth larger, which "about" still covers; where most are left out, no pair may be left to show anything.
 */
const FEWEST_SHARE = 3 / 4;

type Plan = Pick<ComparisonSetup, 'pairs' | 'question' | 'equivalencePercent'> & { readonly variants: Planned };

/**
 * Smallest true difference that `pairs` pairs of runs find in four of five comparisons at this share of the level: B takes so much
 * more, where runs of one variant spread by `cvPercent`. A ratio of two runs spreads by the square root of 2 more than a run.
 */
export function computeDetectable(cvPercent: Percent, pairs: number, share: Ratio): Percent {
  const spread = (cvPercent / 100) * Math.SQRT2;
  return 100 * Math.expm1(computeDetectionFactor(pairs, share) * spread);
}

/**
 * What the planned pairs would find, or else the fewest that can find anything. Never less than the equivalence limit: what lies
 * within it is called equivalent, however surely it is there.
 */
export function toSensitivity(
  metric: Metric,
  cvPercent: Percent,
  { pairs: planned, question, variants, equivalencePercent }: Plan,
): Sensitivity {
  const share = plannedShare(metric, question, variants.length, modelOf(variants));
  const pairs = Math.max(planned, MINIMUM_PAIRS_FOR_VERDICT, fewestPairsFor(share));
  const detectablePercent = Math.max(equivalencePercent, computeDetectable(cvPercent, pairs, share));
  return { metric, cvPercent, detectablePercent, pairs };
}

/**
 * From the measured runs made so far (an A/A check, or any comparison: only runs of one variant are set against each other), what
 * a comparison of that plan would find. A metric that too few runs of some variant have (too few responses, or left out because of errors) is not
 * among them: it is not known.
 */
export function estimateSensitivity(passes: readonly Pass[], plan: Plan): Sensitivity[] {
  return METRIC_NAMES.flatMap((metric) => {
    // How much shares vary in percent of themselves says nothing of points.
    if (isInPoints(metric)) return [];
    const cvPercent = computeCv(passes, metric, plan.equivalencePercent);
    return cvPercent === null ? [] : [toSensitivity(metric, cvPercent, plan)];
  });
}

/** Standard deviation / mean within variants, pooled over them by how many runs each has. Null: too few runs of one have it. */
function computeCv(passes: readonly Pass[], metric: Metric, equivalencePercent: Percent): Percent | null {
  const made = groupBy(begunPasses(passes), ({ variant }) => variant);
  const groups = new Map<number, number[]>();
  const compared = responsesCompared(passes);
  for (const { variant, report } of countedPasses(passes)) {
    const value =
      isWeakMetric(report, metric, compared) || isCoarse(report, metric, equivalencePercent) ? null : metricOf(report, metric, compared);
    if (value !== null && value > 0) groups.set(variant, [...(groups.get(variant) ?? []), value]);
  }
  const variants = [...new Set(passes.map(({ variant }) => variant))];
  const isKnown = variants.every((variant) => {
    const having = groups.get(variant)?.length ?? 0;
    return having >= FEWEST_RUNS && having >= FEWEST_SHARE * (made.get(variant)?.length ?? 0);
  });
  if (variants.length === 0 || !isKnown) return null;
  const repeated = [...groups.values()];
  const degrees = repeated.reduce((sum, values) => sum + values.length - 1, 0);
  const squares = repeated.reduce((sum, values) => sum + (values.length - 1) * (sampleStandardDeviation(values) / mean(values)) ** 2, 0);
  return 100 * Math.sqrt(squares / degrees);
}
