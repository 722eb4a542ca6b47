/** A session file as the entries it was recorded from, which are replayed like those of a live run. */
import type { Failure } from '../../../shared/model/failure.ts';
import { type RecordingEntry, SESSION_FORMAT } from '../../../shared/session/entries.ts';
import { type Manifest, serverColumns } from '../../../shared/session/format.ts';
import type { ReadRun } from '../foreign/protocol.ts';
import { type PartFile, readMachine, readRequests, readServed, readServer, readThreadTimes } from './session-rows.ts';

/** All entries of a run that has been read; `file` holds its parts of fixed width. Throws FailureError. */
export async function* entriesOf(
  {
    manifest,
    places,
    profiles,
    routes,
    calls,
    sharing,
    ticks,
    answers,
    autocannon,
    timings,
    positions,
    lines,
    files,
    texts,
    output,
    droppedOutput,
  }: ReadRun,
  file: PartFile,
): AsyncGenerator<RecordingEntry> {
  yield* beginning(manifest);
  // Before the rows: those that came later are in no second of it.
  if (manifest.loadEnd && manifest.liveness) yield { type: 'phase-end', at: manifest.loadEnd.at };
  yield* readRequests(file, places, manifest.requests.columns);
  yield* readServer(file, places.server, serverColumns(manifest.server));
  if (places.machine !== null) yield* readMachine(file, places.machine);
  if (places.threads !== null && manifest.threadTimes) yield* readThreadTimes(file, places.threads, manifest.threadTimes.processes);
  if (answers !== null) yield { type: 'answers', answers };
  for (const result of autocannon) yield { type: 'autocannon', result };
  if (timings !== null) yield { type: 'timings', ...timings };
  if (manifest.liveness) yield { type: 'liveness', liveness: manifest.liveness };
  if (manifest.loadEnd) yield { type: 'load-end', ...manifest.loadEnd };
  for (const profile of profiles) yield { type: 'profile', profile };
  if (places.served !== null) {
    const named = { routes, calls, lost: manifest.served?.lost ?? 0, ...(sharing === null ? {} : { sharing }) };
    yield* readServed(file, places.served, named);
  }
  if (ticks !== null) yield { type: 'ticks', ticks };
  for (const pair of manifest.blocks ?? []) yield { type: 'blocks', pair };
  if (manifest.exactPass) yield { type: 'exact', pass: manifest.exactPass };
  for (const figure of manifest.captured) yield { type: 'captured', figure };
  yield { type: 'sources', positions, lines, files, texts };
  for (const { stream, text, at } of output) yield { type: 'output', stream, text, at };
  if (droppedOutput > 0) yield { type: 'output-dropped', bytes: droppedOutput };
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
