/** What captures have found out beside profiles. */
import { computeTimings } from '../../analysis/user-timings.ts';
import { findTickCode } from '../../profile/ticks/tick-functions.ts';
import { threadOfTiming } from '../thread-of-timing.ts';
import type { Section } from './section.ts';

export const CAPTURED: Section<'captured', 'ticks' | 'captured'> = {
  id: 'captured',
  entries: ['ticks', 'captured'],
  derive({ recording: { ticks, capturedFigures } }) {
    const told = ticks && {
      total: ticks.total,
      unaccounted: ticks.unaccounted,
      ...(ticks.excluded === undefined ? {} : { excluded: ticks.excluded }),
      summary: ticks.summary,
      libraries: ticks.libraries,
      code: findTickCode(ticks),
    };
    return { ticks: told, ...(capturedFigures.length > 0 ? { captured: capturedFigures } : {}) };
  },
};

export const TIMINGS: Section<'timings', 'timings'> = {
  id: 'timings',
  entries: ['timings', 'thread'],
  derive({ recording, from, to }) {
    const { timings, originUs } = recording;
    if (timings.all.length === 0 || originUs === null) return {};
    return { timings: computeTimings(timings.all, timings.lost, { from, to }, originUs, threadOfTiming(recording)) };
  },
};
