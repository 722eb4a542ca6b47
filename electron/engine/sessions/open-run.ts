/** One run out of a session file: the whole of it, or one folder of a comparison. */
import { FailureError, fail } from '../../../shared/model/failure.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import { REQUESTS } from '../../../shared/session/format.ts';
import { RunRecording } from '../../../shared/session/recording.ts';
import { batchesOf } from './journal.ts';
import type { OpenSession } from './open-session.ts';
import { readEntries, readRequests } from './session-entries.ts';
import { SessionZip } from './zip-read.ts';

/** Replays the run whose parts lie below `folder` of the file. `zip` is within that folder already. Throws FailureError. */
export async function openRun(zip: SessionZip, path: string, folder: string): Promise<OpenSession> {
  const recording = new RunRecording();
  for await (const entry of readEntries(zip)) recording.apply(entry);
  const fingerprint = zip.fingerprint(REQUESTS);
  const requestEntries = () => rereadRequests(path, zip.name, folder, fingerprint);
  return { recording, kind: 'run', path, recovered: false, rows: () => batchesOf(requestEntries()), requestEntries, close: async () => {} };
}

/** The file is opened anew each time, so that it can be replaced while it is shown (Windows locks what is open). */
async function* rereadRequests(
  path: string,
  name: string,
  folder: string,
  fingerprint: string,
): AsyncGenerator<Extract<RecordingEntry, { type: 'requests' }>> {
  const file = await SessionZip.open(path, name);
  try {
    const zip = file.within(folder);
    if (zip.fingerprint(REQUESTS) !== fingerprint) {
      const message = `${name} has been replaced by another session since it was opened.`;
      throw new FailureError(fail('damaged', message, 'Close it and open it again.').failure);
    }
    yield* readRequests(zip);
  } finally {
    file.close();
  }
}
