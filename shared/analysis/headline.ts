/** What the first sentence about a comparison says. Pure data: the sentence is the reader's language's business. */
import { METRIC_SENSE, type Metric, type Verdict, type VerdictWord } from '../model/comparison.ts';

export interface ComparisonHeadline {
  /**
   * `mixed`: faster in one thing, slower in another. `lower`, `higher`: what it costs the server, where nothing is known of speed.
   */
  readonly kind: VerdictWord | 'mixed';
  /** The verdict to tell first, with its figures; null: there is none at all. */
  readonly lead: Verdict | null;
  /** All metrics, by what is known of them, the ones to tell first in front. */
  readonly better: readonly Verdict[];
  readonly worse: readonly Verdict[];
  readonly equivalent: readonly Verdict[];
  readonly unknown: readonly Verdict[];
}

/**
 * What people mean by "faster" first: the wait of the usual request, then of all, then how many get served, then the unlucky
 * ones; costs last.
 */
const TOLD_FIRST: readonly Metric[] = ['p50', 'mean', 'throughput', 'p99', 'p90', 'cpuMsPerRequest', 'rssBytes'];

/** Of the verdicts of one variant against another. */
export function comparisonHeadline(verdicts: readonly Verdict[]): ComparisonHeadline {
  const sorted = [...verdicts].sort((x, y) => TOLD_FIRST.indexOf(x.metric) - TOLD_FIRST.indexOf(y.metric));
  const among = (...words: VerdictWord[]): Verdict[] => sorted.filter(({ verdict }) => words.includes(verdict));
  const better = among('faster', 'lower');
  const worse = among('slower', 'higher');
  const equivalent = among('equivalent');
  const unknown = among('cannot tell');
  const isSpeed = ({ metric }: Verdict): boolean => METRIC_SENSE[metric] !== 'cost';
  // That it costs the same is no answer while nobody can tell whether it is faster.
  const sameCost = unknown.some(isSpeed) ? [] : equivalent;
  const told = [better.filter(isSpeed), worse.filter(isSpeed), equivalent.filter(isSpeed), better, worse, sameCost];
  const lead = told.find((some) => some.length > 0)?.[0] ?? firstToldUnknown(unknown);
  const isMixed = better.some(isSpeed) && worse.some(isSpeed);
  return { kind: isMixed ? 'mixed' : (lead?.verdict ?? 'cannot tell'), lead, better, worse, equivalent, unknown };
}

/** Of what cannot be told rather a figure that rests on enough answers. */
function firstToldUnknown(unknown: readonly Verdict[]): Verdict | null {
  return unknown.find(({ reason }) => reason !== 'too few answers') ?? unknown[0] ?? null;
}
