/** The result of a run, in sentences. */
import type { AnswerPart } from '../analysis/answer.ts';
import { formatCount, formatMs, formatPercent, formatRate } from '../format/figures.ts';
import type { Percent } from '../model/units.ts';
import { tellFailure } from './word-said.ts';
import { text } from './words.ts';

export function tellAnswer(part: AnswerPart): string {
  switch (part.kind) {
    case 'failures': {
      const { failed, unexpected } = part;
      const shares = { failedPercent: shareOf(part.failedPercent), unexpectedPercent: shareOf(part.unexpectedPercent) };
      if (failed === 0) return text('run.answer.unexpectedOnly', { unexpected, ...shares });
      if (unexpected === 0) return text('run.answer.failedOnly', { failed, ...shares });
      return text('run.answer.failedBoth', { failed, unexpected: formatCount(unexpected), ...shares });
    }
    case 'within':
      return text('run.answer.within', { percent: formatPercent(part.percent, 0), time: formatMs(part.ms) });
    case 'not-enough':
      return text('run.answer.notEnough', { count: part.count });
    case 'completed': {
      const counts = { completed: formatCount(part.completed), sent: formatCount(part.sent) };
      return part.perSecond === null
        ? text('run.answer.completed', counts)
        : text('run.answer.completedRate', { ...counts, rate: formatRate(part.perSecond) });
    }
    case 'expected': {
      const counts = { expected: formatCount(part.expected), sent: formatCount(part.sent) };
      return part.perSecond === null
        ? text('run.answer.expected', counts)
        : text('run.answer.expectedRate', { ...counts, rate: formatRate(part.perSecond) });
    }
    case 'load-failed':
      return tellFailure(part.failure);
    case 'threads':
      return text('run.answer.threads', { percent: formatPercent(part.percent), loop: formatPercent(part.loopPercent) });
    case 'loop':
      return text('run.answer.loop', { percent: formatPercent(part.percent) });
    case 'nothing':
      return text('run.answer.nothing');
  }
}

/** A share that is not zero is never shown as zero. */
function shareOf(percent: Percent): string {
  return percent > 0 && percent < 0.1 ? text('run.answer.lessThan', { percent: formatPercent(0.1) }) : formatPercent(percent);
}
