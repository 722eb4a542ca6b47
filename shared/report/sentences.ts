/** What came out, in sentences: the first line of a report. The most important is `lead`. */
import { type AnswerPart, computeAnswer } from '../analysis/answer.ts';
import { comparisonHeadline } from '../analysis/headline.ts';
import {
  formatAbout,
  formatCount,
  formatDifference,
  formatMs,
  formatNumber,
  formatPercent,
  formatPercentTyped,
  formatRate,
} from '../format/figures.ts';
import { MINIMUM_PAIRS_FOR_VERDICT, type Sensitivity, type Verdict } from '../model/comparison.ts';
import type { RunReport } from '../model/report.ts';
import type { Setup } from '../model/setup.ts';
import type { Percent } from '../model/units.ts';
import { words } from './words.ts';

export interface Sentences {
  readonly lead: string;
  readonly rest: string;
  /** Something failed: the lead says so. */
  readonly bad: boolean;
}

export function answerOf(run: RunReport): Sentences {
  const parts = computeAnswer(run);
  const isRest = ({ kind }: AnswerPart): boolean => kind === 'completed' || kind === 'loop';
  return {
    lead: parts
      .filter((part) => !isRest(part))
      .map(sentenceOf)
      .join(' '),
    rest: parts.filter(isRest).map(sentenceOf).join(' '),
    bad: parts.some(({ kind }) => kind === 'failures'),
  };
}

function sentenceOf(part: AnswerPart): string {
  switch (part.kind) {
    case 'failures': {
      const [failed, unexpected] = [formatCount(part.failed), formatCount(part.unexpected)];
      const [failedShare, unexpectedShare] = [shareOf(part.failedPercent), shareOf(part.unexpectedPercent)];
      if (part.failed === 0) return words.unexpectedOnly(part.unexpected, unexpected, unexpectedShare);
      if (part.unexpected === 0) return words.failedOnly(part.failed, failed, failedShare);
      return words.failedBoth(failed, failedShare, unexpected, unexpectedShare);
    }
    case 'within':
      return words.within(formatPercent(part.percent, 0), formatMs(part.ms));
    case 'not-enough':
      return words.notEnough(part.count, formatCount(part.count));
    case 'completed': {
      const [completed, sent] = [formatCount(part.completed), formatCount(part.sent)];
      return part.perSecond === null ? words.completed(completed, sent) : words.completedRate(completed, sent, formatRate(part.perSecond));
    }
    case 'loop':
      return words.loop(formatPercent(part.percent));
    case 'nothing':
      return words.nothing;
  }
}

/** A share that is not zero is never shown as zero. */
function shareOf(percent: Percent): string {
  return percent > 0 && percent < 0.1 ? words.lessThan(formatPercent(0.1)) : formatPercent(percent);
}

/** The load plan in words: "50 connections, 200 requests". */
export function planOf({ connections, end, warmupS }: Setup['load']): string {
  const plan =
    end.by === 'duration'
      ? words.planDuration(connections, formatCount(connections), formatSeconds(end.seconds))
      : words.planAmount(connections, formatCount(connections), end.requests, formatCount(end.requests));
  return warmupS > 0 ? words.planWarm(plan, formatSeconds(warmupS)) : plan;
}

export function formatSeconds(seconds: number): string {
  return formatNumber(seconds, Number.isInteger(seconds) ? 0 : 1);
}

/** Of one variant against the base. */
export function verdictOf(verdicts: readonly Verdict[], letter: string, equivalencePercent: Percent): Sentences {
  const { kind, lead, better, worse, equivalent, unknown } = comparisonHeadline(verdicts);
  if (lead === null) return { lead: words.noVerdict(letter), rest: '', bad: false };
  const { a, b } = lead;
  const told = tell(lead);
  const limit = formatPercentTyped(equivalencePercent);
  const others = [...better, ...worse].filter((verdict) => verdict !== lead);
  const also = kind === 'mixed' || others.length === 0 ? '' : words.also(others.map(tell).join('; '));
  const say = (sentence: string, rest = also): Sentences => ({ lead: sentence, rest, bad: false });
  switch (kind) {
    case 'faster':
    case 'slower':
      return say(words.headFaster(b, a, kind, told));
    case 'lower':
    case 'higher':
      return say(words.headCost(b, a, kind === 'lower', told));
    case 'mixed':
      return say(words.headMixed(b, a, [...better, ...worse].map(tell).join('; ')));
    case 'equivalent':
      return say(words.headEquivalent(b, a, limit, told));
    case 'cannot tell': {
      const why = words.reasonSentences[lead.reason ?? 'too noisy'];
      const more = unknown.find(({ metric }) => metric === lead.metric)?.morePairs ?? null;
      const few = lead.reason === 'too few pairs' ? [words.minimumPairs(MINIMUM_PAIRS_FOR_VERDICT)] : [];
      const same = equivalent.length === 0 ? [] : [words.alsoEquivalent(limit, equivalent.map(tell).join('; '))];
      const rest = [...few, ...(more === null ? [] : [words.morePairs(formatCount(more))]), ...same].join(' ');
      return say(words.headUnknown(b, a, why, told), rest);
    }
  }
}

/** "p50 −38.0 % (95 % interval −41.0 % … −35.0 %), 10 pairs". */
function tell({ metric, differencePercent, ci, pairs }: Verdict): string {
  const interval = ci === null ? null : `${words.ci} ${formatInterval(ci)}`;
  return words.tell(words.metricPhrases[metric], formatDifference(differencePercent), interval, pairs);
}

export function formatInterval([low, high]: readonly [Percent, Percent]): string {
  return words.interval95(formatDifference(low), formatDifference(high));
}

/** What such runs can show, as a sentence; null: nothing is known. */
export function sensitivityOf(sensitivity: readonly Sensitivity[] | null): string | null {
  if (sensitivity === null || sensitivity.length === 0) return null;
  return words.sensitivity(
    sensitivity
      .map(({ metric, detectablePercent }) => words.sensitivityOne(formatAbout(detectablePercent), words.metricPhrases[metric]))
      .join(', '),
    sensitivity[0]!.pairs ?? null,
  );
}
