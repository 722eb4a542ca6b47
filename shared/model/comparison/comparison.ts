/**
 * A comparison: variants x rounds, in an order that cancels drift, and one question. The unit of replication is the run (a fresh
 * process), never the request.
 *
 *   round 1   B A        each variant once per round, the order drawn from the seed
 *   round 2   A B
 *   ...                  a round more in place of one that could not be measured, at most two of them
 *                        then, labelled as such: one profiled pass of each, for the flame graphs only
 */
import type * as z from '../../base/schema.ts';
import type { Milliseconds, Percent, Ratio } from '../../base/units.ts';
import type { Failure } from '../failure.ts';
import type { Setup } from '../setup/setup.ts';
import type { comparisonSchema } from './comparison-schema.ts';
import type { Metric } from './metrics.ts';

export type ComparisonSetup = z.infer<typeof comparisonSchema>;

/** Saved sessions among which one is a result of another tool: such a comparison cannot be run again. */
export function hasResultOfTool({ variants }: { readonly variants: readonly { readonly tool?: unknown }[] }): boolean {
  return variants.some(({ tool }) => tool !== undefined);
}

/** Fewer give differences and intervals, and "cannot tell". With 10 pairs the smallest possible p of a sign-flip test is 2/1024. */
export const MINIMUM_PAIRS_FOR_VERDICT = 10;
export const DEFAULT_PAIRS = 10;
export const QUICK_PAIRS = 5;
export const CAREFUL_PAIRS = 20;
export const DEFAULT_EQUIVALENCE_PERCENT = 5;
export const DEFAULT_SEED = 1;

/** A, B, C ... by position. */
export function variantLetter(index: number): string {
  return String.fromCharCode(65 + index);
}

/** The letter's place: the reverse of `variantLetter`. */
export function variantIndex(letter: string): number {
  return letter.charCodeAt(0) - 65;
}

export const VERDICT_WORDS = ['faster', 'slower', 'lower', 'higher', 'equivalent', 'cannot tell'] as const;
export type VerdictWord = (typeof VERDICT_WORDS)[number];

/** The runs of a variant at whose end no response arrived although there were requests. */
export interface StoppedRuns {
  /** Its letter. */
  readonly variant: string;
  readonly runs: number;
  /** All of its measured runs. */
  readonly of: number;
  /** How long no response arrived at the end of each of these runs, at least. */
  readonly silentMs: Milliseconds;
  /** The requests were too young to be waited for when the load had ended: whether they would have got a response is not known. Absent: they got none. */
  readonly afterwards?: 'not known';
}

/** Of B against A: `differencePercent` is 100 (b/a - 1), estimated from the pairs; `ci` its 95 % interval. Of `errors` both are in points, b - a. */
export interface Verdict {
  readonly metric: Metric;
  /** Letters of the variants. */
  readonly a: string;
  readonly b: string;
  /** Medians over the runs, in the metric's unit (requests/s, %, bytes, all others ms). */
  readonly aValue: number;
  readonly bValue: number;
  readonly differencePercent: Percent | null;
  readonly ci: readonly [Percent, Percent] | null;
  readonly verdict: VerdictWord;
  /**
   * Why it is "cannot tell"; null otherwise. `unfinished`: not all planned pairs are in; who could stop at the first figures
   * that please would find a difference in anything, so a verdict comes with the number of pairs that was fixed, or not at all.
   * `two conventions`: different tools timed the two sides, so there is no difference of them either; `whole milliseconds`: a tool tells no finer times, and
   * rounding is more than what counts as a difference; `below resolution`: one of the two is less than that one millisecond, so there is no difference, either.
   * `stopped answering`: the server of one of the two did in some run, so its latency is not known; `silent at the end`: no response came at the end of
   * such runs, and whether one would have come is not known (`StoppedRuns.afterwards`); `no responses`: over 1 % of the requests to the one that looks faster got none.
   * `too few pairs` where p was corrected (`pHolm`): it is as small as so many pairs can make it, and that is not small enough.
   */
  readonly reason:
    | 'too few pairs'
    | 'unfinished'
    | 'too noisy'
    | 'too few answers'
    | 'two conventions'
    | 'below resolution'
    | 'whole milliseconds'
    | 'stopped answering'
    | 'silent at the end'
    | 'no responses'
    | null;
  /** Which of the two stopped responding in some of its runs, or was silent at the end of most; absent: neither was. */
  readonly stopped?: readonly StoppedRuns[];
  /** Pairs it rests on. */
  readonly pairs: number;
  /** Those of them that differ in the direction of `differencePercent`. */
  readonly agreeing: number;
  /** If it was tested and the result is "cannot tell": about how many more pairs would give a verdict in four of five series. Absent or null: nothing to say, or more than anybody would run. */
  readonly morePairs?: number | null;
  /** Exact sign-flip permutation p, two-sided, and the same after weighted Holm over all verdicts shown, of all variants (`analysis/verdicts/family.ts`); null: not tested. */
  readonly p: Ratio | null;
  readonly pHolm: Ratio | null;
}

/** Figures of a request of the plan, in one variant. Times are medians over its runs; `requests` and `errorsPercent` are of all of them together. */
export interface RequestFigures {
  /** Its name in the plan. */
  readonly request: string;
  /** Letter of the variant. */
  readonly variant: string;
  readonly runs: number;
  /** Responses that the times are of. */
  readonly requests: number;
  /** Null: nobody asked for it. */
  readonly errorsPercent: Percent | null;
  readonly p50Ms: Milliseconds | null;
  readonly p99Ms: Milliseconds | null;
  readonly meanMs: Milliseconds | null;
  /** Which of them stand on too few responses in one of the runs. */
  readonly weak: readonly Metric[];
}

export interface RequestVerdict extends Verdict {
  readonly request: string;
}

/** What a comparison shows of each request of a plan (`analysis/by-request.ts`). */
export interface ComparedRequests {
  /** All variants of the first request, then of the second. */
  readonly figures: readonly RequestFigures[];
  /** Empty until all runs have ended. Their `pHolm` is corrected among them alone. */
  readonly verdicts: readonly RequestVerdict[];
  /** Requests of the plan that are not compared, because there are too many. */
  readonly left: number;
}

/** Nothing was tested, so nothing was found to be unclear: more pairs have to be run. */
export function hasTooFewPairs({ reason, pairs }: Pick<Verdict, 'reason' | 'pairs'>): boolean {
  return reason === 'too few pairs' && pairs < MINIMUM_PAIRS_FOR_VERDICT;
}

/** Run-level figures of a metric for each measured pass, for the dots. */
export interface MetricDots {
  readonly metric: Metric;
  /** Per variant, in order of rounds; NaN is sent as null. */
  readonly values: readonly (readonly (number | null)[])[];
}

/** What a comparison can show on this machine: from a stored A/A, or from the runs made so far. */
export interface Sensitivity {
  readonly metric: Metric;
  /** Run-to-run coefficient of variation. */
  readonly cvPercent: Percent;
  /**
   * Smallest true difference that is found in four of five comparisons, all metrics being tested at once: as a ratio
   * exp((t1 + t2) CV sqrt(2/k)), t1 and t2 Student's with k - 1 degrees of freedom for the metric's share of 5 % (two-sided) and for 80 %
   * (one-sided).
   * Never below the equivalence limit: what lies within it is called equivalent.
   */
  readonly detectablePercent: Percent;
  /** Number of pairs it applies to: those planned, or else the fewest that give a verdict on this metric. Absent: those planned. */
  readonly pairs?: number;
}

export interface ComparisonEstimate {
  readonly totalMs: Milliseconds;
  /** Null: nothing known of this machine yet; an A/A check makes it so. */
  readonly sensitivity: readonly Sensitivity[] | null;
  /** Where the noise figure comes from, as a sentence part: a study and a date. */
  readonly source: string | null;
  /** Of a grid: the cells that cannot be run here, by index, and why. Absent: none. */
  readonly missing?: readonly { readonly cell: number; readonly failure: Failure }[];
}

/**
 * A setting in which variants differ: ("script", "a.js", "b.js"). `field` is a name for message catalogues; variables and headers
 * carry theirs after a dot (`env.NODE_ENV`, `header.accept-encoding`).
 */
export interface Difference {
  readonly field: string;
  /** One for each variant; null: not set, or left to the default. */
  readonly values: readonly (string | null)[];
  /**
   * Of values that are not stored (shared/privacy): `differs`: they were compared before they were left out; `unknown`: they were not,
   * as they come from several sessions or an earlier version. Absent: the values say it themselves.
   */
  readonly hidden?: 'differs' | 'unknown';
}

/** What differs between set-ups, field by field; empty: nothing but chance (A/A). */
export type { Setup };
