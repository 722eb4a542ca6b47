/** Verdicts: whether B differs from A, from pairs of runs. */
import {
  type ComparisonSetup,
  METRIC_SENSE,
  METRICS,
  type Metric,
  MINIMUM_PAIRS_FOR_VERDICT,
  type Pass,
  STOPPED_PASS,
  type Verdict,
  type VerdictWord,
  variantLetter,
} from '../model/comparison.ts';
import { adjustByHolm } from './holm.ts';
import { type Answers, answersCompared, countedPasses, isWeakMetric, metricOf } from './metrics.ts';
import { computePairedDifference, type PairedDifference } from './paired-difference.ts';
import { estimatePairsNeeded } from './pairs-needed.ts';
import { SIGNIFICANCE_LEVEL } from './sign-flips.ts';
import { median } from './statistics.ts';

type Rules = Pick<ComparisonSetup, 'pairs' | 'equivalencePercent' | 'seed'>;

/** Figures of one metric, both sides of each round in which both have one. */
interface PairedFigures {
  readonly metric: Metric;
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** A run had too few answers for this percentile. */
  readonly isWeak: boolean;
}

/** What is known of one metric before the metrics are looked at together. */
interface Evidence extends PairedFigures {
  /** The variant set against the base. */
  readonly variant: number;
  readonly logRatios: readonly number[];
  readonly difference: PairedDifference;
  /** Why no test is made; null: one is. */
  readonly obstacle: 'too few pairs' | 'unfinished' | 'too few answers' | null;
}

/** Of every other variant against the first. */
export function computeAllVerdicts(passes: readonly Pass[], comparison: Rules, variants: number): Verdict[] {
  return judgeTogether(
    passes,
    comparison,
    0,
    Array.from({ length: variants - 1 }, (_, index) => index + 1),
  );
}

/**
 * Of variant `b` against variant `a` (indices), one verdict for each metric that at least one pair of runs has. B differs when the
 * sign-flip p, after Holm over the metrics tested, is below 5 %; it is equivalent when the whole 95 % interval lies within the
 * equivalence limit, be there a small difference or none; in all other cases nobody can tell.
 */
export function computeVerdicts(passes: readonly Pass[], comparison: Rules, a: number, b: number): Verdict[] {
  return judgeTogether(passes, comparison, a, [b]);
}

/** Whatever is shown side by side is corrected together: who looks at five variants sees a false difference five times as often. */
function judgeTogether(passes: readonly Pass[], comparison: Rules, a: number, others: readonly number[]): Verdict[] {
  const evidence = others.flatMap((b) => gatherEvidence(passes, comparison, a, b));
  const tested = evidence.filter(({ obstacle }) => obstacle === null);
  const adjusted = adjustByHolm(tested.map(({ difference }) => difference.p));
  return evidence.map((one) => {
    const pHolm = adjusted[tested.indexOf(one)] ?? null;
    return { metric: one.metric, a: variantLetter(a), b: variantLetter(one.variant), ...judge(one, pHolm, comparison, tested.length) };
  });
}

function gatherEvidence(passes: readonly Pass[], comparison: Rules, a: number, b: number): Evidence[] {
  const isUnfinished = countRoundsOver(passes, a, b) < comparison.pairs || isAwaited(passes, a, b);
  const answers = answersCompared(passes);
  return METRICS.map((metric) => pairFigures(passes, metric, answers, a, b))
    .filter((figures) => figures.a.length > 0)
    .map((figures) => ({ variant: b, ...weigh(figures, isUnfinished, comparison.seed) }));
}

/** Whether a round is still to be finished, be it one in place of another that could not be measured. */
function isAwaited(passes: readonly Pass[], a: number, b: number): boolean {
  return passes.some((pass) => pass.kind === 'measured' && (pass.variant === a || pass.variant === b) && !isOver(pass));
}

/** Rounds of which both measured runs are over, well or badly. */
function countRoundsOver(passes: readonly Pass[], a: number, b: number): number {
  const over = new Map<number, number>();
  for (const pass of passes) {
    if (pass.kind !== 'measured' || (pass.variant !== a && pass.variant !== b) || !isOver(pass)) continue;
    over.set(pass.round, (over.get(pass.round) ?? 0) + 1);
  }
  return [...over.values()].filter((sides) => sides === 2).length;
}

/** A run that failed is over, too: it was not the sight of its figures that ended it. */
function isOver({ report, excluded }: Pass): boolean {
  if (excluded === STOPPED_PASS) return false;
  return report === null ? excluded !== null : report.ending !== 'stopped';
}

function pairFigures(passes: readonly Pass[], metric: Metric, answers: Answers, a: number, b: number): PairedFigures {
  const counted = countedPasses(passes);
  const pairs = counted
    .filter(({ variant }) => variant === a)
    .map((left) => [left.report, counted.find(({ variant, round }) => variant === b && round === left.round)?.report] as const)
    .flatMap(([left, right]) => {
      return right === undefined ? [] : [{ left, right, a: metricOf(left, metric, answers), b: metricOf(right, metric, answers) }];
    })
    // A figure of 0 has no ratio. It comes of runs in which nothing could be measured.
    .filter((pair): pair is typeof pair & { a: number; b: number } => pair.a !== null && pair.b !== null && pair.a > 0 && pair.b > 0);
  return {
    metric,
    a: pairs.map((pair) => pair.a),
    b: pairs.map((pair) => pair.b),
    isWeak: pairs.some(({ left, right }) => isWeakMetric(left, metric, answers) || isWeakMetric(right, metric, answers)),
  };
}

function weigh(figures: PairedFigures, isUnfinished: boolean, seed: number): Omit<Evidence, 'variant'> {
  const logRatios = figures.a.map((value, i) => Math.log(figures.b[i]! / value));
  const difference = computePairedDifference(logRatios, seed);
  const isFew = logRatios.length < MINIMUM_PAIRS_FOR_VERDICT;
  const obstacle = figures.isWeak ? 'too few answers' : isFew ? 'too few pairs' : isUnfinished ? 'unfinished' : null;
  return { ...figures, logRatios, difference, obstacle };
}

function judge(evidence: Evidence, pHolm: number | null, comparison: Rules, tests: number): Omit<Verdict, 'metric' | 'a' | 'b'> {
  const { metric, logRatios, difference, obstacle } = evidence;
  // Symmetric for ratios: 5 % above, or as much below that A would be 5 % above B. Never wider than the percentages say.
  const limit = Math.log(1 + comparison.equivalencePercent / 100);
  const verdict = pHolm === null ? 'cannot tell' : decide(metric, difference, pHolm, limit);
  const isNoisy = pHolm !== null && verdict === 'cannot tell';
  return {
    aValue: median([...evidence.a]),
    bValue: median([...evidence.b]),
    differencePercent: toPercent(difference.estimate),
    ci: difference.interval && [toPercent(difference.interval[0]), toPercent(difference.interval[1])],
    verdict,
    reason: obstacle ?? (isNoisy ? 'too noisy' : null),
    pairs: logRatios.length,
    morePairs: isNoisy ? countMorePairs(logRatios, limit, tests) : null,
    p: pHolm === null ? null : difference.p,
    pHolm,
  };
}

function decide(metric: Metric, { estimate, interval }: PairedDifference, pHolm: number, limit: number): VerdictWord {
  const [low, high] = interval!;
  if (low > -limit && high < limit) return 'equivalent';
  if (pHolm >= SIGNIFICANCE_LEVEL || (low <= 0 && high >= 0)) return 'cannot tell';
  const isMore = estimate > 0;
  switch (METRIC_SENSE[metric]) {
    case 'speed':
      return isMore ? 'faster' : 'slower';
    case 'time':
      return isMore ? 'slower' : 'faster';
    case 'cost':
      return isMore ? 'higher' : 'lower';
  }
}

function countMorePairs(logRatios: readonly number[], limit: number, tests: number): number | null {
  const needed = estimatePairsNeeded(logRatios, limit, tests);
  // The estimate of the spread may be lucky; where it was not enough, at least one more is needed.
  return needed === null ? null : Math.max(1, needed - logRatios.length);
}

function toPercent(logRatio: number): number {
  return 100 * Math.expm1(logRatio);
}
