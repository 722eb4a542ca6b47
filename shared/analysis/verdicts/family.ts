/**
 * Which tests of a comparison are corrected together, and with what weights.
 *
 * The family is everything that is shown side by side: each metric of each variant against the first. Half of the 5 % goes to the
 * question, in equal parts to every variant's; the other half, in equal parts, to all other metrics of all variants.
 *
 *   A, B        p50 of B 1/2        the eight others of B 1/16 each
 *   A, B, C     p50 of B, C 1/4     the sixteen others 1/32 each
 *
 * What is controlled is the chance that anything at all is called different that is not: 5 % for the whole comparison, however many
 * variants. What cannot be tested (too few responses, no figures from the server) leaves its share to the rest of its half.
 *
 * Intervals are 95 % each, and "equivalent" rests on the interval: neither is corrected, as neither claims a difference. Figures per
 * request of a plan are a family of their own (`by-request.ts`): they are looked at for another reason, and must not cost the question.
 */
import type { Ratio } from '../../base/units.ts';
import { MINIMUM_PAIRS_FOR_VERDICT } from '../../model/comparison/comparison.ts';
import { METRIC_NAMES, METRICS, type Metric } from '../../model/comparison/metrics.ts';
import { LOAD_SETTINGS, type LoadModel, loadModel } from '../../model/load-models.ts';
import type { Load } from '../../model/setup/setup.ts';
import { fewestPairsFor } from './power.ts';

/** Of the level. A half: enough for ten pairs in a comparison of any size, and what it takes from the others Holm gives back once the question is decided. */
export const QUESTION_SHARE: Ratio = 1 / 2;

/** Shares of the level, in the order of the metrics given, which are those tested of all variants. Where there is no question, or nothing else, all of it is shared out. */
export function weighFamily(metrics: readonly Metric[], question: Metric): Ratio[] {
  const asked = metrics.filter((metric) => metric === question).length;
  const others = metrics.length - asked;
  if (asked === 0 || others === 0) return metrics.map(() => 1 / metrics.length);
  return metrics.map((metric) => (metric === question ? QUESTION_SHARE / asked : (1 - QUESTION_SHARE) / others));
}

/** Variants, as far as their load matters: all have the same model, and without a set-up it is closed. */
export type Planned = readonly ({ readonly setup?: { readonly load?: Pick<Load, 'model'> } } | null)[];

export function modelOf([first]: Planned): LoadModel {
  return first?.setup?.load?.model ?? LOAD_SETTINGS.default;
}

/** Of which such a load has figures. */
export function metricsOfLoad(model: LoadModel): Metric[] {
  return METRIC_NAMES.filter((metric) => METRICS[metric].isKnownOf(loadModel(model)));
}

/** How many are tested beside the question; errors only where something went wrong, which is not what is planned. */
function countOthers(question: Metric, model: LoadModel): number {
  return metricsOfLoad(model).filter((metric) => metric !== question && metric !== 'errors').length;
}

/** The share a metric is tested at first in a comparison of so many variants in which nothing goes wrong. */
export function plannedShare(metric: Metric, question: Metric, variants: number, model: LoadModel): Ratio {
  const against = variants - 1;
  return metric === question ? QUESTION_SHARE / against : (1 - QUESTION_SHARE) / (against * countOthers(question, model));
}

/**
 * What a number of pairs can show after correction, were a difference ever so clear: `nothing`; only in the `question`; in other metrics
 * only where differences in the question are found as well (`with question`), which frees its share of the level for them; in `all`.
 */
export type Reach = 'nothing' | 'question' | 'with question' | 'all';

export interface PairsReach {
  readonly reach: Reach;
  /** Pairs that a verdict on the question takes. */
  readonly forQuestion: number;
  /** Pairs that a verdict on any other metric takes, whatever is found of the question. */
  readonly forOthers: number;
}

/** Of so many pairs of a comparison of so many variants, before it starts: it depends on nothing that is measured. */
export function computeReach(pairs: number, variants: number, question: Metric, model: LoadModel): PairsReach {
  const against = variants - 1;
  const others = against * countOthers(question, model);
  const atLeast = (share: Ratio): number => Math.max(MINIMUM_PAIRS_FOR_VERDICT, fewestPairsFor(share));
  const forQuestion = atLeast(QUESTION_SHARE / against);
  const forOthers = atLeast((1 - QUESTION_SHARE) / others);
  const onceDecided = atLeast(1 / others);
  const reach = pairs < forQuestion ? 'nothing' : pairs < onceDecided ? 'question' : pairs < forOthers ? 'with question' : 'all';
  return { reach, forQuestion, forOthers };
}
