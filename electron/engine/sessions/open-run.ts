/** One run of a session file: the whole file, or one folder of a comparison. */
import { RunRecording } from '../../../shared/session/recording.ts';
import { openedFiles } from '../foreign/foreign-files.ts';
import type { ReadRun, RunPlaces } from '../foreign/protocol.ts';
import { replaced } from '../foreign/refusals.ts';
import { isSameStamp } from './file-stamp.ts';
import { batchesOf } from './journal.ts';
import type { OpenSession } from './open-session.ts';
import { entriesOf } from './session-entries.ts';
import { PartFile, type RequestsEntry, readRequests } from './session-rows.ts';

/** Where the file of a session is now: Save as moves it. */
export interface CurrentFile {
  path: string;
}

/** Replays a run read from `folder` of the file. Throws FailureError. */
export async function openRun(run: ReadRun, current: CurrentFile, folder: string): Promise<OpenSession> {
  const { places } = run;
  const recording = new RunRecording();
  const file = await PartFile.open(current.path);
  try {
    if (!(await isUnchanged(file, places))) throw replaced(file.name);
    for await (const entry of entriesOf(run, file)) recording.apply(entry);
  } finally {
    await file.close();
  }
  const reread = new StoredRequests(run, current, folder);
  const requestEntries = () => reread.entries();
  return {
    recording,
    kind: 'run',
    recovered: false,
    rows: () => batchesOf(requestEntries()),
    requestEntries,
    moveTo: (path) => {
      current.path = path;
    },
    close: async () => {},
  };
}

/** The requests of a run in its file, which is reopened each time, so that it can be replaced while it is shown (Windows locks what is open). */
class StoredRequests {
  private places: RunPlaces;

  constructor(
    private readonly run: ReadRun,
    private readonly current: CurrentFile,
    private readonly folder: string,
  ) {
    this.places = run.places;
  }

  async *entries(): AsyncGenerator<RequestsEntry> {
    const { path } = this.current;
    const file = await PartFile.open(path);
    try {
      if (!(await isUnchanged(file, this.places))) this.places = await this.findAgain(path, file.name);
      yield* readRequests(file, this.places, this.run.manifest.requests.columns);
    } finally {
      await file.close();
    }
  }

  /** Reads the same requests from the rewritten file (its notes have changed) or from a copy. */
  private async findAgain(path: string, name: string): Promise<RunPlaces> {
    const places = await openedFiles.read(path, (ask) => ask('places', { path, folder: this.folder }));
    if (!isSame(places, this.places)) throw replaced(name);
    return places;
  }
}

async function isUnchanged(file: PartFile, { stamp }: RunPlaces): Promise<boolean> {
  return isSameStamp(await file.stamp(), stamp);
}

/** Whether both contain the same requests. */
export function isSame(a: RunPlaces, b: RunPlaces): boolean {
  return a.requests.crc32 === b.requests.crc32 && a.requests.size === b.requests.size;
}
