/**
 * The figures of a load that a command has made: read from what it printed or from the file it wrote, by those who read the files of such tools. They are not stored
 * beside the output that they come from. Where a result was joined to the recording, they are of that.
 */
import { Remembered } from '../base/remembered.ts';
import type { LoadResult } from '../model/load/load-result.ts';
import { isFinal, type OutputStream } from '../model/run.ts';
import { importText } from '../session/importers.ts';
import type { RunRecording } from '../session/recording.ts';
import { type Said, say } from '../words/said.ts';
import { tellJoined } from './join-load.ts';

interface ReadOutput {
  /** Null: it has printed no figures that could be read. */
  readonly result: LoadResult | null;
  readonly notes: readonly Said[];
}

const US_PER_MS = 1_000;
const NOT_YET: ReadOutput = { result: null, notes: [] };
/** Of runs that are over, so that it is read once. */
const read = new Remembered<RunRecording, ReadOutput>();

export function readLoadCommand(recording: RunRecording): ReadOutput {
  const { joined } = recording;
  if (joined !== null)
    return { result: joined.result, notes: [...tellJoined(joined, recording.durationUs / US_PER_MS), ...joined.remarks] };
  if (!isFinal(recording.state)) return NOT_YET;
  return read.get(recording, null, () => readOutput(recording));
}

/** At most the megabyte that is kept of any output. */
function readOutput({ outputPieces }: RunRecording): ReadOutput {
  const textOf = (of: OutputStream): string => outputPieces.flatMap(({ stream, text }) => (stream === of ? [text] : [])).join('');
  // Who has it write a file wants that: what is printed beside it is for people.
  const file = textOf('clientFile');
  const imported = file === '' ? importText(textOf('client'), 'stdout') : importText(file, 'out');
  if (imported === null) return { result: null, notes: [say('load.commandUnread')] };
  if (!imported.ok) return { result: null, notes: [say('load.commandBroken', { why: imported.failure.says })] };
  const { load = null, notes } = imported.value;
  return load === null ? { result: null, notes: [say('load.commandUnread')] } : { result: load, notes };
}
