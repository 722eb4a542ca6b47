/** Responses of which bytes came until the end: they are neither completed nor unanswered. */
import { formatMs, formatSignificant } from '../../../format/figures.ts';
import type { RunReport } from '../../../model/report.ts';
import type { OpenStreams } from '../../../model/silence.ts';
import { text } from '../../../words/words.ts';
import type { Rule } from '../../rule.ts';

interface Streams extends Pick<OpenStreams, 'count' | 'eventStreams' | 'events' | 'eventsMs' | 'eventsPerSecond'> {
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
    const { firstByteMs, ...rest } = openStreams;
    return [{ kind: 'streams', ...rest, firstByteMs: firstByteMs?.max ?? null }];
  },
  says: ({ count, eventStreams, firstByteMs, ...events }) =>
    [
      ...(eventStreams === 0 ? [] : [ofEvents(eventStreams, events)]),
      ...(eventStreams === count ? [] : [text('run.answer.otherStreams', { count: count - eventStreams })]),
      ...(firstByteMs === null ? [] : [text('run.answer.firstBytes', { count, time: formatMs(firstByteMs) })]),
    ].join(' '),
};

function ofEvents(count: number, { events, eventsMs, eventsPerSecond }: Pick<Streams, 'events' | 'eventsMs' | 'eventsPerSecond'>): string {
  return eventsPerSecond === null
    ? text('run.answer.eventStreamsCounted', { count, events, time: formatMs(eventsMs) })
    : text('run.answer.eventStreams', { count, events: formatSignificant(eventsPerSecond) });
}
