/** A session file as the entries it was recorded from, which are replayed like those of a live run. */
import type { Failure } from '../../../shared/model/failure.ts';
import { type RecordingEntry, SESSION_FORMAT } from '../../../shared/session/entries.ts';
import type { Manifest } from '../../../shared/session/format.ts';
import { fieldsOf, PARTS } from '../../../shared/session/parts/parts.ts';
import type { ReadRun } from '../foreign/protocol.ts';
import { type PartFile, readRequests, readTable } from './session-rows.ts';

/** All entries of a run that has been read; `file` holds its parts of fixed width. Throws FailureError. */
export async function* entriesOf({ manifest, places, profiles, parts }: ReadRun, file: PartFile): AsyncGenerator<RecordingEntry> {
  yield* beginning(manifest);
  // Before the rows: responses after the end of the phase belong to no second of it.
  if (manifest.loadEnd && manifest.liveness) yield { type: 'phase-end', at: manifest.loadEnd.at };
  yield* readRequests(file, places, manifest.requests.columns);
  for (const part of PARTS) {
    const place = places.tables[part.name];
    const known = parts[part.name];
    if (part.table === null || place === undefined) yield* known;
    else yield* readTable(file, part.table, place, part.table.columns(fieldsOf(part, manifest)), known);
  }
  if (manifest.loadEnd) yield { type: 'load-end', ...manifest.loadEnd };
  for (const profile of profiles) yield { type: 'profile', profile };
  yield* ending(manifest);
}

function* beginning(manifest: Manifest): Generator<RecordingEntry> {
  yield { type: 'header', header: { format: SESSION_FORMAT, ...manifest.session } };
  for (const process of manifest.processes) yield { type: 'process', process };
  for (const thread of manifest.threads ?? []) yield { type: 'thread', thread };
  if (manifest.resolved) yield { type: 'resolved', ...manifest.resolved };
  if (manifest.origin !== null) yield { type: 'origin', clock: manifest.origin };
  for (const change of manifest.states) yield { type: 'state', ...change };
}

function* ending({ warnings, joined, exit, notes, ending: how, failure }: Manifest): Generator<RecordingEntry> {
  for (const says of warnings) yield { type: 'warning', says };
  if (joined) yield { type: 'joined', joined };
  if (exit) yield { type: 'exit', exit };
  if (notes !== '') yield { type: 'notes', text: notes };
  if (how !== null) yield { type: 'end', ending: how, failure: failure as Failure | null };
}
