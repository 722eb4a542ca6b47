/** The result in sentences: the first line of a report. The most important is `lead`. */

import { FEWEST_RUNS } from '../analysis/verdicts/sensitivity.ts';
import { formatAbout } from '../format/figures.ts';
import { wordFailure } from '../format/word-said.ts';
import type { Sensitivity, Verdict } from '../model/comparison/comparison.ts';
import { type ComparisonInfo, isOver } from '../model/comparison/comparison-info.ts';
import { isInPoints, type Metric, questionFirst } from '../model/comparison/metrics.ts';
import { type Failure, isOfLoad } from '../model/failure.ts';
import type { RunReport } from '../model/report.ts';
import { formatTimes, phraseOf, SAID_AS_TIMES, tellHeadline } from '../phrases/headline.ts';
import { BAD_NEWS, computeAnswer, computeAnswerOfCommand, lineOf, tellAnswer } from '../rules/answer.ts';
import type { AnswerLine } from '../rules/rule.ts';
import { toExternalReport } from '../session/external-report.ts';
import { text } from '../words/words.ts';
import type { Sentences } from './document.ts';
import { externalAnswer } from './external-answer.ts';

/** Of a run, why it is so and what else is known sentence by sentence. */
export interface RunSentences extends Pick<Sentences, 'lead' | 'bad'> {
  readonly why: readonly string[];
  readonly rest: readonly string[];
}

export function answerOf(run: RunReport): RunSentences {
  if (run.byCommand !== undefined) {
    const known = computeAnswerOfCommand(run).map(tellAnswer);
    const told =
      run.byCommand === null
        ? { lead: text('run.answer.commandUnread'), rest: '', bad: false }
        : externalAnswer(toExternalReport(run, run.byCommand));
    return {
      lead: [...known, told.lead].join(' '),
      why: [],
      rest: told.rest === '' ? [] : [told.rest],
      bad: told.bad || known.length > 0,
    };
  }
  const parts = computeAnswer(run);
  const line = (name: AnswerLine): string[] => parts.filter((part) => lineOf(part) === name).map(tellAnswer);
  return {
    lead: line('headline').join(' '),
    why: line('why'),
    rest: line('rest'),
    bad: parts.some(({ kind }) => BAD_NEWS.includes(kind)),
  };
}

/** Why a comparison ended early, or why it says nothing. */
export function tellEnd(failure: Failure): Sentences {
  const { message, hint } = wordFailure(failure);
  return { lead: isOfLoad(failure) ? message : text('report.endedEarly', { message }), rest: hint, bad: true };
}

/** Of one variant against the base. */
export function verdictOf(
  verdicts: readonly Verdict[],
  letter: string,
  info: Pick<ComparisonInfo, 'setup' | 'made' | 'state' | 'warnings' | 'differences' | 'reasons'>,
): Sentences {
  const { lead, rest, sign } = tellHeadline(verdicts, letter, { ...info, isOver: isOver(info.state) });
  return { lead, rest: rest.join(' '), bad: false, sign };
}

/** What such runs can show, the question first; a sentence for each number of pairs that it takes. Null: nothing is known. */
export function sensitivityOf(sensitivity: readonly Sensitivity[] | null, question: Metric): string | null {
  if (sensitivity === null || sensitivity.length === 0) return null;
  const groups = groupByPairs(questionFirst(sensitivity, question));
  return groups.map(([pairs, some]) => text('report.sensitivity', { differences: tellSensitivity(some), pairs: pairs ?? 0 })).join(' ');
}

/**
 * What the runs of a comparison show, or that this is not known. Null: nothing is to be said of it, as of single runs, or of a grid, or before the
 * last run has ended.
 */
export function shownBy({ sensitivity, setup, made, state }: ComparisonInfo): string | null {
  const { question, pairs, grid } = setup;
  if (made === 'sessions' || pairs === 1 || grid !== undefined || !isOver(state)) return sensitivityOf(sensitivity, question);
  const known = sensitivityOf(sensitivity, question);
  const told = { runs: FEWEST_RUNS, metric: phraseOf(question) };
  if (known === null) return text('report.sensitivityUnknown', told);
  // How much shares vary says nothing of differences in points.
  const isMissing = !isInPoints(question) && sensitivity!.every(({ metric }) => metric !== question);
  return isMissing ? `${known} ${text('report.sensitivityQuestionUnknown', told)}` : known;
}

/** Larger ones are no size that anybody expects. */
const MOST_TIMES = 100;

/** "6.3 % in p50 latency, 44 % in p99 latency"; large ones as a factor, since what is +100 % upwards is -50 % downwards. */
function tellSensitivity(sensitivity: readonly Sensitivity[]): string {
  return sensitivity
    .map(({ metric, detectablePercent }) => {
      const times = 1 + detectablePercent / 100;
      if (times < SAID_AS_TIMES)
        return text('report.sensitivityOne', { percent: formatAbout(detectablePercent), metric: phraseOf(metric) });
      const most = times > MOST_TIMES ? 'yes' : 'no';
      return text('report.sensitivityTimes', { most, times: formatTimes(Math.min(times, MOST_TIMES)), metric: phraseOf(metric) });
    })
    .join(', ');
}

/** By the number of pairs it applies to (null: those planned), in the order in which these come. */
function groupByPairs(sensitivity: readonly Sensitivity[]): [pairs: number | null, readonly Sensitivity[]][] {
  const counts = [...new Set(sensitivity.map(({ pairs }) => pairs ?? null))];
  return counts.map((count) => [count, sensitivity.filter(({ pairs }) => (pairs ?? null) === count)]);
}
