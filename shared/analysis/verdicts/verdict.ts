/** Verdicts: whether B differs from A, from pairs of runs. */

import { computePairedDifference, type PairedDifference } from '../../base/statistics/paired-difference.ts';
import { SIGNIFICANCE_LEVEL } from '../../base/statistics/sign-flips.ts';
import { median } from '../../base/statistics/statistics.ts';
import type { Milliseconds, Percent, Ratio } from '../../base/units.ts';
import {
  type ComparisonSetup,
  MINIMUM_PAIRS_FOR_VERDICT,
  type StoppedRuns,
  type Verdict,
  type VerdictWord,
  variantLetter,
} from '../../model/comparison/comparison.ts';
import { STOPPED_PASS } from '../../model/comparison/exclusion.ts';
import { isInPoints, METRIC_NAMES, METRICS, type Metric } from '../../model/comparison/metrics.ts';
import type { Pass } from '../../model/comparison/pass.ts';
import type { RunReport } from '../../model/report.ts';
import { isBelowResolution, isCoarse, timedBy } from './by-tool.ts';
import { weighFamily } from './family.ts';
import { adjustByWeightedHolm } from './holm.ts';
import { type ComparedResponses, isWeakMetric, metricOf, passesOf, responsesCompared } from './metrics.ts';
import { pairsOf } from './pairs.ts';
import { estimatePairsNeeded } from './pairs-needed.ts';
import { smallestP } from './power.ts';
import { findStoppedRuns, lacksResponses } from './stopped-variants.ts';

export type Rules = Pick<ComparisonSetup, 'pairs' | 'question' | 'equivalencePercent' | 'seed'>;

type Flaw = 'two conventions' | 'below resolution' | 'whole milliseconds' | 'too few answers' | 'stopped answering' | 'silent at the end';

/** Figures of one metric, both sides of each round in which both have one. */
interface PairedFigures {
  readonly metric: Metric;
  readonly a: readonly number[];
  readonly b: readonly number[];
  /** Why no figure of a run decides anything, whatever the number of pairs; null: they may. */
  readonly flaw: Flaw | null;
}

/** What is known of one metric before the metrics are looked at together. */
export interface Evidence extends PairedFigures {
  /** The variant set against the base. */
  readonly variant: number;
  /** ln(b / a) of each pair; of a metric in points (b - a) / 100. */
  readonly differences: readonly number[];
  readonly difference: PairedDifference;
  /** Why no test is made; null: one is. */
  readonly obstacle: Flaw | 'too few pairs' | 'unfinished' | null;
  readonly lost: Lost;
}

/** What did not come back, of whole runs, or may not have. */
export interface Lost {
  readonly stopped: readonly StoppedRuns[];
  /** Whether so many requests to the one or the other got no response that it cannot be called faster. */
  readonly a: boolean;
  readonly b: boolean;
}

export function findLost(passes: readonly Pass[], a: number, b: number): Lost {
  const stopped = [a, b].flatMap((variant) => findStoppedRuns(passes, variant) ?? []);
  return { stopped, a: lacksResponses(passes, a), b: lacksResponses(passes, b) };
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
 * sign-flip p, after Holm with half of the weight on the question, is below 5 %; it is equivalent when the whole 95 % interval lies within the
 * equivalence limit (of errors: POINTS_LIMIT), whether there is a small difference or none; in all other cases the verdict is "cannot tell".
 */
export function computeVerdicts(passes: readonly Pass[], comparison: Rules, a: number, b: number): Verdict[] {
  return judgeTogether(passes, comparison, a, [b]);
}

function judgeTogether(passes: readonly Pass[], comparison: Rules, a: number, others: readonly number[]): Verdict[] {
  return judgeFamily(
    others.flatMap((b) => gatherEvidence(passes, comparison, a, b)),
    comparison,
    a,
  );
}

/** In the order of the evidence. Everything that is shown side by side is corrected together: with five variants a false difference is five times as likely. */
export function judgeFamily(evidence: readonly Evidence[], comparison: Rules, a: number): Verdict[] {
  const tested = evidence.filter(({ obstacle }) => obstacle === null);
  const shares = weighFamily(
    tested.map(({ metric }) => metric),
    comparison.question,
  );
  const adjusted = adjustByWeightedHolm(tested.map(({ difference: { p } }, i) => ({ p, weight: shares[i]! })));
  const places = new Map(tested.map((one, place) => [one, place]));
  return evidence.map((one) => {
    const place = places.get(one);
    const corrected = place === undefined ? null : { pHolm: adjusted[place]!, share: shares[place]! };
    return { metric: one.metric, a: variantLetter(a), b: variantLetter(one.variant), ...judge(one, corrected, comparison) };
  });
}

/** `mostEnumerated`: pairs up to which every sign flip is gone through; absent: as of a whole run. `lost`: where these are passes of one request, of the whole runs. */
export function gatherEvidence(
  passes: readonly Pass[],
  comparison: Rules,
  a: number,
  b: number,
  metrics: readonly Metric[] = METRIC_NAMES,
  mostEnumerated?: number,
  lost: Lost = findLost(passes, a, b),
): Evidence[] {
  const isUnfinished = countRoundsOver(passes, a, b) < comparison.pairs || isAwaited(passes, a, b);
  const compared = responsesCompared(passes);
  return metrics
    .map((metric) => pairFigures(passesOf(passes, metric, comparison.question), metric, compared, comparison, a, b))
    .filter((figures) => figures.a.length > 0)
    .map((figures) => ({ variant: b, lost, ...weigh(withStop(figures, lost), isUnfinished, comparison.seed, mostEnumerated) }));
}

/**
 * Times of a server that stopped, and what it used for each response, are those of the part of the run in which it answered; its throughput is an
 * average over that and the silence, as long as that happened to be.
 */
function withStop(figures: PairedFigures, { stopped }: Lost): PairedFigures {
  if (stopped.length === 0 || !METRICS[figures.metric].isOfResponses) return figures;
  return { ...figures, flaw: stopped.every(({ afterwards }) => afterwards === 'not known') ? 'silent at the end' : 'stopped answering' };
}

function isLatency(metric: Metric): boolean {
  const { sense } = METRICS[metric];
  return sense === 'time' || sense === 'spread';
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

/** A run that failed is over, too: it was not ended because of its figures. */
function isOver({ report, excluded }: Pass): boolean {
  if (excluded === STOPPED_PASS) return false;
  return report === null ? excluded !== null : report.ending !== 'stopped';
}

function pairFigures(
  counted: ReturnType<typeof passesOf>,
  metric: Metric,
  compared: ComparedResponses,
  { equivalencePercent }: Pick<Rules, 'equivalencePercent'>,
  a: number,
  b: number,
): PairedFigures {
  const isKnown = (value: number, isShort: boolean): boolean => (isInPoints(metric) ? Number.isFinite(value) : value > 0 || isShort);
  const pairs = pairsOf(counted, a, b)
    .flatMap(({ left, right }) => {
      const isShort = timedBy(left) === timedBy(right) && (isBelowResolution(left, metric) || isBelowResolution(right, metric));
      return [{ left, right, a: metricOf(left, metric, compared), b: metricOf(right, metric, compared), isShort }];
    })
    // A figure of 0 has no ratio. It comes from runs in which nothing could be measured, or from a tool that tells no finer times.
    .filter(
      (pair): pair is typeof pair & { a: number; b: number } =>
        pair.a !== null && pair.b !== null && isKnown(pair.a, pair.isShort) && isKnown(pair.b, pair.isShort),
    );
  return {
    metric,
    a: pairs.map((pair) => pair.a),
    b: pairs.map((pair) => pair.b),
    flaw: findFlaw(pairs, metric, compared, equivalencePercent),
  };
}

function findFlaw(
  pairs: readonly { readonly left: RunReport; readonly right: RunReport; readonly a: number; readonly b: number }[],
  metric: Metric,
  compared: ComparedResponses,
  equivalencePercent: Percent,
): Flaw | null {
  const isSome = (is: (report: RunReport) => boolean): boolean => pairs.some(({ left, right }) => is(left) || is(right));
  // What the server used has nothing to do with who timed its requests.
  if (METRICS[metric].sense !== 'cost' && pairs.some(({ left, right }) => timedBy(left) !== timedBy(right))) return 'two conventions';
  if (isSome((report) => isBelowResolution(report, metric))) return 'below resolution';
  if (isSome((report) => isCoarse(report, metric, equivalencePercent)) && !isBeyondRounding(pairs)) return 'whole milliseconds';
  return isSome((report) => isWeakMetric(report, metric, compared)) ? 'too few answers' : null;
}

/** Every pair points the same way, whatever half a millisecond of rounding on either side was: so would the test. */
function isBeyondRounding(pairs: readonly { readonly a: Milliseconds; readonly b: Milliseconds }[]): boolean {
  return pairs.every(({ a, b }) => b - a > 1) || pairs.every(({ a, b }) => a - b > 1);
}

function weigh(figures: PairedFigures, isUnfinished: boolean, seed: number, mostEnumerated?: number): Omit<Evidence, 'variant' | 'lost'> {
  const differenceOf = (a: number, b: number): number => (isInPoints(figures.metric) ? (b - a) / 100 : Math.log(b / a));
  // None is told of them, and one of them may be 0.
  const isNone = figures.flaw === 'below resolution';
  const differences = figures.a.map((a, i) => (isNone ? 0 : differenceOf(a, figures.b[i]!)));
  const difference = computePairedDifference(differences, seed, mostEnumerated);
  const isFew = differences.length < MINIMUM_PAIRS_FOR_VERDICT;
  const obstacle = figures.flaw ?? (isFew ? 'too few pairs' : isUnfinished ? 'unfinished' : null);
  return { ...figures, differences, difference, obstacle };
}

/**
 * What is promised of a service is usually that less than 1 % of its requests fail; half of that is no difference. The limit in percent would
 * be far too wide here.
 */
export const POINTS_LIMIT = 0.5;

/** What the correction made of one test. */
interface Corrected {
  readonly pHolm: Ratio;
  /** Of the level, before any other test was rejected. */
  readonly share: Ratio;
}

/** `corrected` null: it was not tested. */
function judge(evidence: Evidence, corrected: Corrected | null, comparison: Rules): Omit<Verdict, 'metric' | 'a' | 'b'> {
  const { metric, differences, difference, obstacle } = evidence;
  const pHolm = corrected?.pHolm ?? null;
  // Symmetric for ratios: 5 % above, or as much below that A would be 5 % above B. Never wider than the percentages say.
  const hasStopped = evidence.lost.stopped.length > 0;
  // A server that stopped has few failures, as a closed load sends none while it waits: no share is small enough to be no difference.
  const limit = isInPoints(metric) ? (hasStopped ? 0 : POINTS_LIMIT / 100) : Math.log(1 + comparison.equivalencePercent / 100);
  const toPercent = (size: number): number => 100 * (isInPoints(metric) ? size : Math.expm1(size));
  const decided = pHolm === null ? 'cannot tell' : decide(metric, difference, pHolm, limit);
  // Requests without a response are missing from the latency of the side that looks better.
  const isLacking = isLatency(metric) && SEEMS_FAST[decided].some((side) => evidence.lost[side]);
  const verdict = isLacking ? 'cannot tell' : decided;
  const isOpen = pHolm !== null && verdict === 'cannot tell' && !isLacking;
  // As small a p as there is of so many pairs: it was not the noise. Pairs of runs in which neither stopped say nothing of the failures of one that did.
  const telling = hasStopped && isInPoints(metric) ? differences.filter((one) => one !== 0).length : differences.length;
  const isFew = difference.p <= smallestP(telling);
  const isApart = obstacle === 'two conventions' || obstacle === 'below resolution';
  return {
    aValue: median([...evidence.a]),
    bValue: median([...evidence.b]),
    differencePercent: isApart ? null : toPercent(difference.estimate),
    ci: isApart ? null : difference.interval && [toPercent(difference.interval[0]), toPercent(difference.interval[1])],
    verdict,
    reason: obstacle ?? (isLacking ? 'no responses' : isOpen ? (isFew ? 'too few pairs' : 'too noisy') : null),
    ...(!hasStopped ? {} : { stopped: evidence.lost.stopped }),
    pairs: differences.length,
    agreeing: differences.filter((one) => Math.sign(one) === Math.sign(difference.estimate)).length,
    morePairs: isOpen && corrected ? countMorePairs(differences, limit, corrected.share) : null,
    p: pHolm === null ? null : difference.p,
    pHolm,
  };
}

/** The side of which a verdict on a time says that it is as fast as the other, or faster. */
const SEEMS_FAST: Readonly<Record<VerdictWord, readonly ('a' | 'b')[]>> = {
  faster: ['b'],
  lower: ['b'],
  slower: ['a'],
  higher: ['a'],
  equivalent: ['a', 'b'],
  'cannot tell': [],
};

function decide(metric: Metric, { estimate, interval }: PairedDifference, pHolm: number, limit: number): VerdictWord {
  const [low, high] = interval!;
  if (low > -limit && high < limit) return 'equivalent';
  if (pHolm >= SIGNIFICANCE_LEVEL || (low <= 0 && high >= 0)) return 'cannot tell';
  const isMore = estimate > 0;
  switch (METRICS[metric].sense) {
    case 'speed':
      return isMore ? 'faster' : 'slower';
    case 'time':
      return isMore ? 'slower' : 'faster';
    case 'spread':
    case 'errors':
    case 'cost':
      return isMore ? 'higher' : 'lower';
  }
}

function countMorePairs(differences: readonly number[], limit: number, share: Ratio): number | null {
  const needed = estimatePairsNeeded(differences, limit, share);
  // The spread may be underestimated; if the pairs were not enough, at least one more is needed.
  return needed === null ? null : Math.max(1, needed - differences.length);
}
