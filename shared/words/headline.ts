/** What a comparison has shown, in sentences: the same on the screen, in a report and in a terminal. */
import { comparisonHeadline } from '../analysis/headline.ts';
import { formatDifference, formatDifferenceFigures, formatPercentTyped } from '../format/figures.ts';
import { type ComparisonSetup, MINIMUM_PAIRS_FOR_VERDICT, type Verdict, type VerdictWord } from '../model/comparison.ts';
import { METRIC_SENSE, type Metric } from '../model/metrics.ts';
import { text } from './words.ts';

export interface Headline {
  readonly lead: string;
  readonly rest: readonly string[];
}

export interface HeadlineOf {
  readonly setup: Pick<ComparisonSetup, 'question' | 'equivalencePercent' | 'pairs'>;
  /** Of saved runs, which nobody asked anything when they were recorded. */
  readonly fromSessions: boolean;
  /** Nothing more is coming. */
  readonly isOver: boolean;
  /** What the base and the variant are called. */
  readonly names: { readonly a: string; readonly b: string };
}

/** `verdicts`: of one variant against the base. The answer to the question leads, then what it is paid with, then what else is known. */
export function tellHeadline(verdicts: readonly Verdict[], { setup, fromSessions, isOver, names }: HeadlineOf): Headline {
  const { question, equivalencePercent, pairs } = setup;
  const { kind, lead, against, better, worse, equivalent, unknown } = comparisonHeadline(verdicts, question);
  if (lead === null) return { lead: isOver ? text('compare.headline.nothing', names) : text('compare.headline.waiting'), rest: [] };
  const figures = figuresOf(lead);
  if (pairs === 1) {
    return {
      lead: text(fromSessions ? 'compare.headline.sideBySide' : 'compare.headline.oneLook', { ...names, ...figures }),
      rest: [text('compare.headline.oneLookWhy'), ...(lead.reason === 'too few answers' ? reasonOf(lead) : [])],
    };
  }
  const isOpen = kind === 'cannot tell';
  const needed = MINIMUM_PAIRS_FOR_VERDICT;
  // Nothing was tested, so nothing was found to be unclear.
  const isFew = lead.reason === 'too few pairs' && lead.pairs < needed;
  if (!isOver && isOpen) {
    const soFar =
      lead.ci === null ? text('compare.headline.soFarOne', figures) : text('compare.headline.soFar', { ...figures, pairs: lead.pairs });
    return { lead: soFar, rest: [] };
  }
  const limit = `±${formatPercentTyped(equivalencePercent)}`;
  const rest = [
    ...(lead.metric === question ? [] : [text('compare.headline.questionMissing', { metric: phraseOf(question) })]),
    ...(isFew
      ? [
          text(lead.ci === null ? 'compare.headline.few' : 'compare.headline.fewWithIntervals', {
            needed: String(needed),
            pairs: lead.pairs,
          }),
        ]
      : []),
    ...(isOpen && !isFew ? reasonOf(lead) : []),
    ...(isOpen && lead.morePairs ? [text('compare.headline.morePairs', { count: lead.morePairs })] : []),
    ...(lead.ci === null || isFew ? [] : [text('compare.headline.basis', { pairs: lead.pairs })]),
    ...(better.length > 0 ? [text('compare.headline.alsoBetter', { metrics: briefly(better) })] : []),
    ...(worse.length > 0 ? [text('compare.headline.alsoWorse', { metrics: briefly(worse) })] : []),
    ...(equivalent.length > 0 ? [text('compare.headline.alsoEquivalent', { limit, metrics: phrasesOf(equivalent) })] : []),
    ...(unknown.length > 0 && !isOpen ? [text('compare.headline.alsoUnknown', { metrics: phrasesOf(unknown) })] : []),
  ];
  if (isOpen) {
    const [plain, bare] = isFew
      ? (['compare.headline.tooFew', 'compare.headline.tooFewBare'] as const)
      : (['compare.headline.cannotTell', 'compare.headline.cannotTellBare'] as const);
    return { lead: text(lead.ci === null ? bare : plain, { ...names, ...figures }), rest };
  }
  const also = against.map((verdict) => text('compare.headline.also', figuresOf(verdict))).join('');
  return { lead: text(`compare.headline.${sentenceOf(kind, lead.metric)}`, { ...names, ...figures, limit, also }), rest };
}

/** A metric in the middle of a sentence. */
export function phraseOf(metric: Metric): string {
  return text(`compare.metricInText.${metric}`);
}

function phrasesOf(verdicts: readonly Verdict[]): string {
  return verdicts.map(({ metric }) => phraseOf(metric)).join(', ');
}

function figuresOf({ metric, differencePercent, ci }: Verdict) {
  return {
    metric: phraseOf(metric),
    difference: formatDifference(differencePercent),
    low: formatDifferenceFigures(ci?.[0]),
    high: formatDifferenceFigures(ci?.[1]),
  };
}

function briefly(verdicts: readonly Verdict[]): string {
  return verdicts.map((verdict) => text('compare.headline.brief', figuresOf(verdict))).join(', ');
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
      return [text('compare.headline.reasonAnswers')];
    case null:
      return [];
  }
}

/** A smaller spread is not a lower cost, so it has its own sentence. */
function sentenceOf(kind: Exclude<VerdictWord, 'cannot tell'>, metric: Metric) {
  if (METRIC_SENSE[metric] !== 'spread') return kind;
  return kind === 'lower' ? 'moreEven' : kind === 'higher' ? 'lessEven' : kind;
}
