/** What requests waited for. */
import { computeWaits } from '../../session/wait-figures.ts';
import type { Section } from './section.ts';

export const WAITS: Section<'waits', 'waits' | 'waitsBeside'> = {
  id: 'waits',
  entries: ['waits', 'served', 'phase-end', 'load-end', 'requests', 'header'],
  derive({ recording, window }) {
    const figures = computeWaits(recording.waits, recording.served, recording.servedPart(window));
    if (figures === null) return { waits: null };
    const { rows, outside, lost } = figures;
    return { waits: rows, ...(outside > 0 || lost > 0 ? { waitsBeside: { outside, lost } } : {}) };
  },
};
