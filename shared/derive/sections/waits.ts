/** What requests waited for. */
import type { RunReport } from '../../model/report.ts';
import { attributesSamples, leavesOutWaits } from '../../model/setup/captures.ts';
import type { Target } from '../../model/setup/setup.ts';
import type { RunRecording } from '../../session/recording.ts';
import { computeWaits } from '../../session/wait-figures.ts';
import type { Section } from './section.ts';

/** Kinds of targets that Loopscope starts, so that its agent sees requests from the first one on. */
const STARTED: ReadonlySet<Target['kind']> = new Set<Target['kind']>(['script', 'command', 'group']);

export const WAITS: Section<'waits', 'waits' | 'waitsByPeer' | 'waitsOff' | 'waitsUnknown' | 'waitsBeside'> = {
  id: 'waits',
  entries: ['waits', 'served', 'phase-end', 'load-end', 'requests', 'header', 'process', 'resolved'],
  derive({ recording, window }) {
    const { waits, served, originUs } = recording;
    const further = { originUs: originUs ?? 0, memberOf: (pid: number) => recording.memberOf(pid) };
    const figures = computeWaits(waits, served, recording.servedPart(window), further);
    const why = whyUnknown(recording);
    if (figures === null) return { waits: null, ...why };
    const { rows, byPeer, ...beside } = figures;
    return {
      waits: rows,
      waitsByPeer: byPeer,
      ...why,
      ...(beside.outside > 0 || beside.lost > 0 || beside.noReply ? { waitsBeside: beside } : {}),
    };
  },
};

/** Empty: nothing keeps it from being known. */
function whyUnknown({ header, resolved, served, waits }: RunRecording): Pick<RunReport, 'waitsOff' | 'waitsUnknown'> {
  const setup = header?.setup;
  if (setup === undefined || (waits.isKnown && served.rows > 0)) return {};
  if (leavesOutWaits(setup.capture)) return { waitsOff: true };
  if (!STARTED.has(setup.target.kind)) return { waitsUnknown: 'outside' };
  if (!attributesSamples(setup.capture)) return { waitsUnknown: 'notAsked' };
  if (resolved !== null && !resolved.agent) return { waitsUnknown: 'noAgent' };
  if (served.givenUp !== null) return { waitsUnknown: 'tooDear' };
  return { waitsUnknown: served.rows === 0 ? 'noRequests' : 'earlier' };
}
