/** What the first sentence about a comparison says. Pure data: the sentence is the reader's language's business. */
import { hasTooFewPairs, MINIMUM_PAIRS_FOR_VERDICT, type Verdict, type VerdictWord } from '../../model/comparison/comparison.ts';
import type { ComparisonInfo } from '../../model/comparison/comparison-info.ts';
import { STOPPED_PASS } from '../../model/comparison/exclusion.ts';
import { METRICS, type Metric } from '../../model/comparison/metrics.ts';

export interface ComparisonHeadline {
  /** Of the lead. */
  readonly kind: VerdictWord;
  /** The verdict on the question; where no pair of runs has its figure, the first of the other metrics. Null: there is none at all. */
  readonly lead: Verdict | null;
  /** Metrics that went the other way, named in the same sentence, so that a gain is never reported without its cost. */
  readonly against: readonly Verdict[];
  /** What is known of the others, the ones to tell first in front. */
  readonly better: readonly Verdict[];
  readonly worse: readonly Verdict[];
  readonly equivalent: readonly Verdict[];
  readonly unknown: readonly Verdict[];
}

/** More make a list of a sentence; they follow it. */
const MOST_AGAINST = 2;

export const BETTER: readonly VerdictWord[] = ['faster', 'lower'];
export const WORSE: readonly VerdictWord[] = ['slower', 'higher'];

/** Of the verdicts of one variant against another. */
export function comparisonHeadline(verdicts: readonly Verdict[], question: Metric): ComparisonHeadline {
  const sorted = sortToTell(verdicts);
  const lead = sorted.find(({ metric }) => metric === question) ?? sorted.find(isTold) ?? sorted[0] ?? null;
  const kind = lead?.verdict ?? 'cannot tell';
  const against = sorted.filter(({ verdict }) => isOpposite(kind, verdict)).slice(0, MOST_AGAINST);
  return { kind, lead, against, ...groupByWord(sorted.filter((one) => one !== lead && !against.includes(one))) };
}

/** Each by its own verdict, the ones to tell first in front. */
export function groupByWord(verdicts: readonly Verdict[]): Pick<ComparisonHeadline, 'better' | 'worse' | 'equivalent' | 'unknown'> {
  const sorted = sortToTell(verdicts);
  const among = (words: readonly VerdictWord[]): Verdict[] => sorted.filter(({ verdict }) => words.includes(verdict));
  return { better: among(BETTER), worse: among(WORSE), equivalent: among(['equivalent']), unknown: among(['cannot tell']) };
}

function sortToTell(verdicts: readonly Verdict[]): Verdict[] {
  return [...verdicts].sort((x, y) => METRICS[x.metric].rank - METRICS[y.metric].rank);
}

/**
 * The question was not tested, and a series of as many pairs as a verdict needs would do so. Not one that had as many, and whose runs were
 * left out because of their errors: those of the next one would be, too. Nor one whose server stopped.
 */
export function needsMorePairs(verdicts: readonly Verdict[], { setup, passes }: Pick<ComparisonInfo, 'setup' | 'passes'>): boolean {
  const { lead } = comparisonHeadline(verdicts, setup.question);
  const wasShort = setup.pairs < MINIMUM_PAIRS_FOR_VERDICT || passes.some(({ excluded }) => excluded === STOPPED_PASS);
  const hasStopped = verdicts.some(({ stopped }) => stopped !== undefined && stopped.length > 0);
  return wasShort && lead !== null && hasTooFewPairs(lead) && !hasStopped;
}

function isTold({ verdict }: Verdict): boolean {
  return verdict !== 'cannot tell';
}

function isOpposite(one: VerdictWord, other: VerdictWord): boolean {
  return (BETTER.includes(one) && WORSE.includes(other)) || (WORSE.includes(one) && BETTER.includes(other));
}
