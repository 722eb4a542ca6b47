/** Responses of which bytes came until the end: they are neither completed nor unanswered. */
import { formatMs, formatSignificant } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import type { OpenStreams } from '../../../model/silence.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface Streams extends Pick<OpenStreams, 'count' | 'eventStreams' | 'eventsPerSecond'> {
  readonly kind: 'streams';
  readonly firstByteMs: number | null;
}

export const streams: Rule<RunReport, Streams> = {
  id: 'streams',
  about: 'streams',
  severity: 'info',
  line: 'headline',
  codes: ['streams'],
  find: ({ openStreams }) => {
    if (openStreams == null) return [];
    const { count, eventStreams, eventsPerSecond, firstByteMs } = openStreams;
    return [{ kind: 'streams', count, eventStreams, eventsPerSecond, firstByteMs: firstByteMs?.max ?? null }];
  },
  says: ({ count, eventStreams, eventsPerSecond, firstByteMs }) =>
    [
      ...(eventStreams === 0 ? [] : [text('run.answer.eventStreams', { count: eventStreams, events: formatSignificant(eventsPerSecond) })]),
      ...(eventStreams === count ? [] : [text('run.answer.otherStreams', { count: count - eventStreams })]),
      ...(firstByteMs === null ? [] : [text('run.answer.firstBytes', { count, time: formatMs(firstByteMs) })]),
    ].join(' '),
};
