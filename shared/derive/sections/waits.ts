/** What requests waited for. */
import { leavesOutWaits } from '../../model/setup/captures.ts';
import { computeWaits } from '../../session/wait-figures.ts';
import type { Section } from './section.ts';

export const WAITS: Section<'waits', 'waits' | 'waitsByPeer' | 'waitsOff' | 'waitsBeside'> = {
  id: 'waits',
  entries: ['waits', 'served', 'phase-end', 'load-end', 'requests', 'header', 'process'],
  derive({ recording, window }) {
    const { waits, served, header, originUs } = recording;
    const further = { originUs: originUs ?? 0, memberOf: (pid: number) => recording.memberOf(pid) };
    const figures = computeWaits(waits, served, recording.servedPart(window), further);
    if (figures === null) return { waits: null, ...(header !== null && leavesOutWaits(header.setup.capture) ? { waitsOff: true } : {}) };
    const { rows, byPeer, ...beside } = figures;
    return {
      waits: rows,
      waitsByPeer: byPeer,
      ...(beside.outside > 0 || beside.lost > 0 || beside.noReply ? { waitsBeside: beside } : {}),
    };
  },
};
