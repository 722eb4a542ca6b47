/** What the client says of the load itself, and what the server tells of one that does not say which requests got no response. */
import { noteworthyAfter } from '../../analysis/silence.ts';
import type { Microseconds, TimeWindow } from '../../base/units.ts';
import { clientOf } from '../../model/clients.ts';
import type { RunReport } from '../../model/report.ts';
import type { RunRecording } from '../../session/recording.ts';
import { type Said, say } from '../../words/said.ts';
import { readLoadCommand } from '../load-command-result.ts';
import { type Section, US_PER_MS } from './section.ts';
import { SERVER } from './server.ts';

export const CLIENT: Section<'client', 'autocannon' | 'byCommand' | 'joined' | 'generator' | 'silentAtServer'> = {
  id: 'client',
  entries: [
    'header',
    'autocannon',
    'joined',
    'state',
    'output',
    'output-dropped',
    'load-end',
    'origin',
    'liveness',
    'process',
    ...SERVER.entries,
  ],
  derive: (part) => {
    const { recording, window, isWhole } = part;
    return {
      ...(isWhole && recording.autocannonResults.length > 0 ? { autocannon: recording.autocannonResults } : {}),
      ...byCommandOf(recording, window),
      ...(isWhole ? silentAtServer(recording, part.figures(SERVER)) : {}),
      generator: recording.generator ?? { cpuPercent: null, latenessMs: null, limited: false },
    };
  },
};

/** Of a load that is not ours, as far as `window` is all of the run. */
export function byCommandOf(recording: RunRecording, window: TimeWindow | null): Pick<RunReport, 'byCommand' | 'joined'> {
  if (window !== null || (recording.header?.setup.loadCommand ?? null) === null) return {};
  const { joined } = recording;
  return { byCommand: readLoadCommand(recording).result, ...(joined === null ? {} : { joined: { file: joined.file, ...joined.placed } }) };
}

/**
 * Nothing: a client of ours made the load, its client says it, the load goes on, or a response ended in time. A server that nobody asked
 * since its last response is not silent; of one whose agent is not heard any more (SIGSTOP, a debugger) it is not known whether it was asked.
 */
function silentAtServer(
  { liveness, loadEndUs, originUs, header, server, processes }: RunRecording,
  { blockedAtEnd = null }: Pick<RunReport, 'blockedAtEnd'>,
): Pick<RunReport, 'silentAtServer'> {
  if (header === null || loadEndUs === null || originUs === null || liveness?.knowsUnanswered) return {};
  if (clientOf(header.setup).hidesUnanswered !== true) return {};
  const { at, pid, lastRequest, lastResponse, longestResponse } = server.table();
  let [asked, last, heard]: [Microseconds, Microseconds, Microseconds] = [originUs, originUs, originUs];
  let longest: Microseconds = 0;
  const watched = new Set<number>();
  for (let row = 0; row < at.length; row++) {
    // Responses that come when the load is over are not of it.
    if (!(lastRequest[row]! <= loadEndUs && lastResponse[row]! <= loadEndUs)) continue;
    watched.add(pid[row]!);
    if (at[row]! <= loadEndUs) heard = Math.max(heard, at[row]!);
    asked = Math.max(asked, lastRequest[row]!);
    last = Math.max(last, lastResponse[row]!);
    longest = Math.max(longest, longestResponse[row]!);
  }
  const runs = processes.some(({ pid: one, ended }) => watched.has(one) && ended === undefined);
  const isStill = (loadEndUs - heard) / US_PER_MS >= noteworthyAfter(0) && runs;
  const because = blockedAtEnd !== null ? 'blocked' : isStill ? 'still' : asked > last ? 'waiting' : null;
  const ms = (loadEndUs - last) / US_PER_MS;
  if (watched.size === 0 || because === null || ms < noteworthyAfter(longest / US_PER_MS)) return {};
  return { silentAtServer: { ms, because } };
}

/** A load command does not say which of its requests got no response. */
export function tellUnknownEnd({ header, joined }: RunRecording): Said[] {
  return joined === null && (header?.setup.loadCommand ?? null) !== null ? [say('load.commandUnanswered')] : [];
}
