/** What is known of responses at the end of a load whose client does not say which requests got none: seen from the server. */
import { clientOf } from '../model/clients.ts';
import { type Said, say } from '../words/said.ts';
import type { RunRecording } from './recording.ts';

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
