/** What the client says of the load itself, and what the server tells of one that does not say which requests got no response. */
import type { TimeWindow } from '../../base/units.ts';
import { clientOf } from '../../model/clients.ts';
import type { RunReport } from '../../model/report.ts';
import type { RunRecording } from '../../session/recording.ts';
import { type Said, say } from '../../words/said.ts';
import { readLoadCommand } from '../load-command-result.ts';
import type { Section } from './section.ts';

export const CLIENT: Section<'client', 'autocannon' | 'byCommand' | 'joined' | 'generator'> = {
  id: 'client',
  entries: ['header', 'autocannon', 'joined', 'state', 'output', 'output-dropped', 'load-end'],
  derive: ({ recording, window, isWhole }) => ({
    ...(isWhole && recording.autocannonResults.length > 0 ? { autocannon: recording.autocannonResults } : {}),
    ...byCommandOf(recording, window),
    generator: recording.generator ?? { cpuPercent: null, latenessMs: null, limited: false },
  }),
};

/** Of a load that is not ours, as far as `window` is all of the run. */
export function byCommandOf(recording: RunRecording, window: TimeWindow | null): Pick<RunReport, 'byCommand' | 'joined'> {
  if (window !== null || (recording.header?.setup.loadCommand ?? null) === null) return {};
  const { joined } = recording;
  return { byCommand: readLoadCommand(recording).result, ...(joined === null ? {} : { joined: { file: joined.file, ...joined.placed } }) };
}

/** Shorter is no news of any server, as in analysis/silence.ts; nor is what is no longer than responses take. */
const LEAST_US = 1_000_000;
const TIMES_LONGEST = 3;

/** Nothing: a client of ours made the load, the load goes on, or its client says it. */
export function tellUnknownEnd(recording: RunRecording): Said[] {
  const { liveness, loadEndUs, originUs, header, served, joined } = recording;
  if (header === null || loadEndUs === null || originUs === null || liveness?.knowsUnanswered) return [];
  const { loadCommand } = header.setup;
  if (clientOf(header.setup).hidesUnanswered !== true) return [];
  let [last, longest] = [originUs, 0];
  for (let row = 0; row < served.rows; row++) {
    const end = served.get('end', row);
    if (end <= loadEndUs && end > last) last = end;
    longest = Math.max(longest, end - served.get('start', row));
  }
  const silent = loadEndUs - last;
  const isSilent = served.rows > 0 && silent >= Math.max(LEAST_US, TIMES_LONGEST * longest);
  return [
    ...(loadCommand === null || joined !== null ? [] : [say('load.commandUnanswered')]),
    ...(isSilent ? [say('load.servedUntil', { time: { figure: silent / 1_000, as: 'elapsed' } })] : []),
  ];
}
