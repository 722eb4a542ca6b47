/** What a comparison has shown, in sentences: the same on the screen, in a report and in a terminal. */
import { comparisonHeadline, groupByWord } from '../analysis/verdicts/headline.ts';
import type { Percent } from '../base/units.ts';
import { formatAbout, formatElapsed, formatNumber, formatPercentTyped } from '../format/figures.ts';
import { formatMetric, formatMetricDifference, formatVerdictFigure, metricInterval } from '../format/metric-figures.ts';
import { wordSaid } from '../format/word-said.ts';
import type { Reason } from '../model/comparison/compared-waits.ts';
import {
  type ComparisonSetup,
  type Difference,
  hasResultOfTool,
  hasTooFewPairs,
  MINIMUM_PAIRS_FOR_VERDICT,
  type StoppedRuns,
  type Verdict,
  type VerdictWord,
  variantIndex,
} from '../model/comparison/comparison.ts';
import { isInPoints, METRICS, type Metric } from '../model/comparison/metrics.ts';
import type { Said } from '../words/said.ts';
import { text } from '../words/words.ts';
import { areOnlyRequestsDifferent, isDifferentLoad } from './load-difference.ts';
import { type Named, nameOf } from './variant-name.ts';
import { type Sign, signOf } from './verdict-words.ts';

export interface Headline {
  /** Whether the lead is good or bad news of the variant; null: it is neither. */
  readonly sign: Sign | null;
  readonly lead: string;
  readonly rest: readonly string[];
}

export interface HeadlineOf {
  readonly setup: Pick<ComparisonSetup, 'question' | 'equivalencePercent' | 'pairs'> & Named['setup'];
  /** `sessions`: of saved runs, which nobody asked anything when they were recorded. */
  readonly made: 'series' | 'sessions';
  /** Nothing more is coming. */
  readonly isOver: boolean;
  readonly warnings: readonly Said[];
  /** In what the variants differ. */
  readonly differences: readonly Difference[];
  readonly reasons?: readonly Reason[] | undefined;
}

/** `verdicts`: of the variant with this letter against the base. The answer to the question leads, then what it is paid with, then what else is known. */
export function tellHeadline(verdicts: readonly Verdict[], letter: string, of: HeadlineOf): Headline {
  const { question, equivalencePercent, pairs } = of.setup;
  const names = { a: nameOf(of, 'A'), b: nameOf(of, letter) };
  const { kind, lead, against, better, worse, equivalent, unknown } = comparisonHeadline(verdicts, question);
  if (lead === null)
    return { sign: null, lead: of.isOver ? text('compare.headline.nothing', names) : text('compare.headline.waiting'), rest: [] };
  const silent = verdicts.flatMap((verdict) => verdict.stopped ?? []);
  const stopped = silent.find(({ afterwards }) => afterwards === undefined) ?? silent[0];
  if (stopped !== undefined) return ofStopped(stopped, names, verdicts, equivalencePercent, of);
  const figures = { ...names, ...figuresOf(lead) };
  if (lead.reason === 'two conventions' || lead.reason === 'below resolution')
    return withoutDifference(lead, figures, { better, worse, equivalent }, equivalencePercent);
  // Once in a while a verdict that they differ comes by chance as well.
  if (isEqualToBase(letter, of)) return ofEqual(lead, figures, verdicts, of);
  if (pairs === 1) {
    return {
      sign: null,
      lead: text(`compare.headline.${oneLookOf(of)}`, figures),
      rest: [
        ...wentWrong(verdicts, lead, names),
        text('compare.headline.oneLookWhy'),
        ...(lead.reason === 'too few answers' || lead.reason === 'whole milliseconds' ? reasonOf(lead) : []),
      ],
    };
  }
  if (!of.isOver && kind === 'cannot tell') {
    return { sign: null, lead: text('compare.headline.soFar', { ...names, pairs: lead.pairs, planned: pairs }), rest: [] };
  }
  const limit = limitOf(equivalencePercent);
  const isFew = hasTooFewPairs(lead);
  const isOpen = kind === 'cannot tell' && !isFew;
  const rest = [
    ...wentWrong(verdicts, lead, names),
    ...(lead.metric === question ? [] : [text('compare.headline.questionMissing', { metric: phraseOf(question) })]),
    ...(isOpen ? reasonOf(lead) : []),
    ...(isOpen && lead.morePairs ? [text('compare.headline.morePairs', { count: lead.morePairs })] : []),
    basisOf(lead),
    ...(isOpposite(lead) ? [text('compare.headline.opposite')] : []),
    ...(of.reasons ?? []).flatMap(({ b, says }) => (b === letter ? [wordSaid(says)] : [])),
    ...alsoOf(better, worse, equivalent, equivalencePercent),
    ...(unknown.length > 0 && kind !== 'cannot tell' ? [text('compare.headline.alsoUnknown', { metrics: phrasesOf(unknown) })] : []),
  ];
  if (isFew) return { sign: null, lead: text('compare.headline.few', { ...figures, agree: agreementOf(lead) }), rest };
  if (kind === 'cannot tell') return { sign: null, lead: text('compare.headline.cannotTell', figures), rest };
  const also = against
    .map((verdict, at) => text('compare.headline.also', { place: at === 0 ? 'first' : 'later', ...figuresOf(verdict) }))
    .join('');
  return { sign: signOf(kind), lead: text(`compare.headline.${sentenceOf(kind, lead.metric)}`, { ...figures, limit, also }), rest };
}

/** Nothing differs between this variant and the base (A/A). Of saved runs and of other tools it is not known. */
export function isEqualToBase(letter: string, { setup, made, differences }: Pick<HeadlineOf, 'setup' | 'made' | 'differences'>): boolean {
  const at = variantIndex(letter);
  const isEqual = differences.every(({ values, hidden }) => hidden === undefined && values[at] === values[0]);
  return made === 'series' && isEqual && !hasResultOfTool(setup);
}

/** Of an A/A test: what the figures are, and how far a pair of runs is apart by chance. */
function ofEqual(
  lead: Verdict,
  figures: ReturnType<typeof figuresOf> & { readonly a: string; readonly b: string },
  verdicts: readonly Verdict[],
  { setup: { question, equivalencePercent, pairs } }: HeadlineOf,
): Headline {
  const isWeak = lead.reason === 'too few answers' || lead.reason === 'whole milliseconds';
  return {
    sign: null,
    lead: text('compare.headline.same', figures),
    rest: [
      ...(lead.metric === question ? [] : [text('compare.headline.questionMissing', { metric: phraseOf(question) })]),
      ...(isWeak ? reasonOf(lead) : []),
      // Of one pair it is the difference of the two figures.
      ...(pairs === 1 ? [] : [basisOf(lead)]),
      ...alsoOf([], [], groupByWord(verdicts).equivalent, equivalencePercent),
    ],
  };
}

/** What a server that stopped is compared in all the same: how many requests went wrong, what it used. */
function ofStopped(
  stopped: StoppedRuns,
  names: { readonly a: string; readonly b: string },
  verdicts: readonly Verdict[],
  equivalencePercent: Percent,
  of: HeadlineOf,
): Headline {
  const { runs, of: all, silentMs, variant, afterwards } = stopped;
  const told = { runs, of: all, all: all === 1 ? 'one' : runs === all ? 'all' : 'some', time: formatElapsed(silentMs) };
  const { better, worse, equivalent } = groupByWord(verdicts);
  return {
    sign: null,
    lead: text(`compare.headline.${afterwards === undefined ? 'stopped' : 'silentEnd'}`, { ...names, ...told, who: nameOf(of, variant) }),
    rest: alsoOf(better, worse, equivalent, equivalencePercent),
  };
}

/** The two figures of the lead without their difference; what the server used is compared all the same. */
function withoutDifference(
  lead: Verdict,
  figures: ReturnType<typeof figuresOf> & { readonly a: string; readonly b: string },
  { better, worse, equivalent }: Pick<ReturnType<typeof comparisonHeadline>, 'better' | 'worse' | 'equivalent'>,
  equivalencePercent: Percent,
): Headline {
  return {
    sign: null,
    lead: text(`compare.headline.${lead.reason === 'two conventions' ? 'twoConventions' : 'belowResolution'}`, figures),
    rest: [...reasonOf(lead), ...alsoOf(better, worse, equivalent, equivalencePercent)],
  };
}

/** In percentage points: a smaller difference of two shares is in the table alone. */
const NOTABLE_ERRORS: Percent = 1;

/** Times are those of the other requests, so a variant that loses some is not described by them. Said also where there is no verdict on errors. */
function wentWrong(verdicts: readonly Verdict[], lead: Verdict, { a, b }: { readonly a: string; readonly b: string }): string[] {
  const errors = verdicts.find(({ metric }) => metric === 'errors');
  if (errors === undefined || errors === lead || errors.verdict !== 'cannot tell') return [];
  const { aValue, bValue } = errors;
  if (Math.abs(bValue - aValue) < NOTABLE_ERRORS) return [];
  return [text('compare.headline.wentWrong', { a, b, aValue: formatMetric('errors', aValue), bValue: formatMetric('errors', bValue) })];
}

function alsoOf(
  better: readonly Verdict[],
  worse: readonly Verdict[],
  equivalent: readonly Verdict[],
  equivalencePercent: Percent,
): string[] {
  const limit = limitOf(equivalencePercent);
  const [gains, losses] = [better.filter(isSeen), worse.filter(isSeen)];
  return [
    ...(gains.length > 0 ? [text('compare.headline.alsoBetter', { metrics: briefly(gains) })] : []),
    ...(losses.length > 0 ? [text('compare.headline.alsoWorse', { metrics: briefly(losses) })] : []),
    ...(equivalent.length > 0 ? [text('compare.headline.alsoEquivalent', { limit, metrics: phrasesOf(equivalent) })] : []),
  ];
}

/** Under a limit as narrow as that a difference may be known, and "0.0 %" all the same: neither a gain nor a loss to tell of. */
function isSeen({ metric, differencePercent }: Verdict): boolean {
  return formatMetricDifference(metric, differencePercent) !== formatMetricDifference(metric, 0);
}

const limitOf = (equivalencePercent: Percent): string => `±${formatPercentTyped(equivalencePercent)}`;

/** A metric in the middle of a sentence. */
export function phraseOf(metric: Metric): string {
  return text(`compare.metricInText.${metric}`);
}

/** "five", and 11 as it is. */
export function countInWords(n: number): string {
  return text('compare.headline.count', { n });
}

/** Under different load, or with other requests, neither is the faster one: the figures stand side by side. */
function oneLookOf({ made, warnings }: HeadlineOf): 'oneLook' | 'sideBySide' | 'sideBySideApart' | 'sideBySideOther' {
  if (made === 'series') return 'oneLook';
  if (areOnlyRequestsDifferent(warnings)) return 'sideBySideOther';
  return warnings.some(isDifferentLoad) ? 'sideBySideApart' : 'sideBySide';
}

function phrasesOf(verdicts: readonly Verdict[]): string {
  return verdicts.map(({ metric }) => phraseOf(metric)).join(', ');
}

function figuresOf(verdict: Verdict) {
  const { metric, aValue, bValue } = verdict;
  return {
    measure: text(`compare.headline.measure.${metric}`),
    aValue: formatVerdictFigure(verdict, aValue),
    bValue: formatVerdictFigure(verdict, bValue),
    size: sizeOf(verdict),
  };
}

/** From here on, "as fast" and "as much" say more than a percentage. */
export const SAID_AS_TIMES = 1.5;
/** A typical pair may differ by more, or less, than the medians do. Where it does so clearly, the size of either beside the other would read as an error. */
const MOST_APART = 0.15;

/** How far apart the two figures are, in the words of the metric. Empty: not at all, perhaps not at all, or a typical pair says something else. */
function sizeOf({ metric, aValue, bValue, differencePercent, ci, reason }: Verdict): string {
  // The two shares say it; of two conventions there is no difference; one of whole milliseconds may be rounding.
  if (isInPoints(metric) || differencePercent === null || reason === 'whole milliseconds') return '';
  const ratio = bValue / aValue;
  const ofPairs = Math.log1p(differencePercent / 100);
  const isApart = Math.abs(Math.log(ratio) - ofPairs) > MOST_APART * Math.abs(ofPairs);
  const isMaybeNone = ci !== null && ci[0] <= 0 && ci[1] >= 0;
  if (ratio === 1 || !Number.isFinite(ratio) || isApart || isMaybeNone) return '';
  const isMore = ratio > 1;
  const times = isMore ? ratio : 1 / ratio;
  const isTime = METRICS[metric].sense === 'time';
  if (times < SAID_AS_TIMES || !(isTime || isMore)) {
    return text(isMore ? 'compare.headline.size.more' : 'compare.headline.size.less', {
      // The sentence about the pairs follows, with the same percentage.
      percent: formatAbout(Math.abs(differencePercent)),
    });
  }
  return text(`compare.headline.size.${isTime ? (isMore ? 'long' : 'fast') : 'much'}`, { times: formatTimes(times) });
}

/** "1.6", "2", "7", "1,200". */
export function formatTimes(times: number): string {
  const rounded = times < 2.95 ? Number(times.toFixed(1)) : Math.round(times);
  return formatNumber(rounded, Number.isInteger(rounded) ? 0 : 1);
}

function agreementOf({ pairs, agreeing }: Verdict): string {
  const needed = countInWords(MINIMUM_PAIRS_FOR_VERDICT);
  const count = countInWords(pairs);
  if (pairs === 1) return text('compare.headline.agreeOne', { needed });
  if (agreeing === pairs) return text('compare.headline.agreeAll', { pairs, count, needed });
  if (agreeing <= pairs / 2) return text('compare.headline.agreeNone', { needed });
  return text('compare.headline.agreeSome', { agreeing: countInWords(agreeing), count, needed });
}

function basisOf({ metric, differencePercent, ci, pairs }: Verdict): string {
  const told = { difference: formatMetricDifference(metric, differencePercent), pairs };
  if (ci === null) return text('compare.headline.basisBare', told);
  return text('compare.headline.basis', { ...told, ...metricInterval(metric, ci) });
}

/** Whether the medians of all runs and the typical pair point in opposite directions: both stand in the headline, and would read as an error. */
function isOpposite({ aValue, bValue, differencePercent }: Verdict): boolean {
  return differencePercent !== null && (bValue - aValue) * differencePercent < 0;
}

function briefly(verdicts: readonly Verdict[]): string {
  return verdicts
    .map(({ metric, differencePercent }) =>
      text('compare.headline.brief', { metric: phraseOf(metric), difference: formatMetricDifference(metric, differencePercent) }),
    )
    .join(', ');
}

function reasonOf({ reason }: Verdict): string[] {
  switch (reason) {
    case 'too few pairs':
      return [text('compare.headline.reasonFew')];
    case 'unfinished':
      return [text('compare.headline.reasonUnfinished')];
    case 'too noisy':
      return [text('compare.headline.reasonNoisy')];
    case 'too few answers':
      return [text('compare.headline.reasonResponses')];
    case 'two conventions':
      return [text('compare.headline.reasonConventions')];
    case 'below resolution':
      return [text('compare.headline.reasonBelow')];
    case 'whole milliseconds':
      return [text('compare.headline.reasonMilliseconds')];
    case 'no responses':
      return [text('compare.headline.reasonNoResponses')];
    // The first sentence says so.
    case 'stopped answering':
    case 'silent at the end':
      return [];
    case null:
      return [];
  }
}

/** A smaller spread is not a lower cost, and neither are fewer errors, so they have their own sentences. */
function sentenceOf(kind: Exclude<VerdictWord, 'cannot tell'>, metric: Metric) {
  const { sense } = METRICS[metric];
  if (sense === 'spread') return kind === 'lower' ? 'moreEven' : kind === 'higher' ? 'lessEven' : kind;
  if (sense === 'errors') return kind === 'lower' ? 'fewerErrors' : kind === 'higher' ? 'moreErrors' : kind;
  return kind;
}
