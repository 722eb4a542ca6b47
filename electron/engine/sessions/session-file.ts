/** Writes and opens session files. The format is described in shared/session/format.ts. */
import { access } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { showHidden } from '../../../shared/base/show-hidden.ts';
import { addHostsOf, addPlacesOf, addPlacesOfServices, type EditPart, leaveOut } from '../../../shared/copies/leave-out.ts';
import type { Imported } from '../../../shared/foreign/importer.ts';
import { FailureError, fail, type Outcome, outcomeOf, succeed } from '../../../shared/model/failure.ts';
import type { LeftOut } from '../../../shared/model/left-out.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import { HostCollector } from '../../../shared/privacy/hide-hosts.ts';
import { PlaceCollector } from '../../../shared/privacy/shorten-places.ts';
import type { RunRecording } from '../../../shared/session/recording.ts';
import { say } from '../../../shared/words/said.ts';
import { type Ask, foreignFiles } from '../foreign/foreign-files.ts';
import type { ReadFile } from '../foreign/protocol.ts';
import { sweepTemporaryFiles, writeAtomically } from './atomic-write.ts';
import { comparisonParts, openComparison } from './comparison-file.ts';
import { heapParts } from './heap-parts.ts';
import { loadResultParts } from './load-result-parts.ts';
import { openImported, openKept } from './open-imported.ts';
import { openLog } from './open-log.ts';
import { openRun } from './open-run.ts';
import { openServices, servicesParts } from './open-services.ts';
import type { OpenSession } from './open-session.ts';
import type { Opened } from './opened.ts';
import { profileParts } from './profile-parts.ts';
import { nameTaken } from './save-problem.ts';
import { type Part, sessionParts } from './session-parts.ts';
import { describeWriteFailure } from './write-failure.ts';
import { writeZip } from './zip-write.ts';

/** Writes a session to `path` atomically, readable by the user only. Rows are streamed, with one block in memory. */
export async function writeSession(
  source: Opened,
  path: string,
  { overwrite }: { overwrite: boolean },
): Promise<Outcome<{ path: string }>> {
  const target = resolve(path);
  const written = await writeFile(source, target, overwrite);
  if (!written.ok) return written;
  // While a run is in progress the file is incomplete, so its recording must stay recoverable. Marking may fail, as the recording may be on
  // a disk that is full; the session is saved all the same.
  if (hasEnded(source)) await source.onSaved?.().catch(() => {});
  source.moveTo?.(target);
  return succeed({ path: target });
}

/** Writes a copy of a session that has ended, without some of it. The session stays as it is, and in its own file. */
export async function writeCopy(
  source: Opened,
  path: string,
  { overwrite, without }: { overwrite: boolean; without: readonly LeftOut[] },
): Promise<Outcome<{ path: string }>> {
  // Reading the parts of a session again, such as runs of a comparison, can fail as writing can.
  const edit = await outcomeOf(editOf(source, without));
  return edit.ok ? writeFile(source, resolve(path), overwrite, edit.value) : edit;
}

async function writeFile(source: Opened, target: string, overwrite: boolean, edit?: EditPart): Promise<Outcome<{ path: string }>> {
  if (!overwrite && (await exists(target))) return { ok: false, failure: nameTaken(target) };
  await sweepTemporaryFiles(dirname(target));
  try {
    await writeAtomically(target, (file) => writeZip(partsOf(source, edit), file), { overwrite });
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const wasMade = code === 'EEXIST' && !overwrite;
    return { ok: false, failure: wasMade ? nameTaken(target) : describeWriteFailure(say('save.sessionNotSaved'), target, error) };
  }
  return succeed({ path: target });
}

/** What a copy without these changes in each part. Of a comparison each run is looked through for paths and other machines. Throws FailureError. */
async function editOf(source: Opened, without: readonly LeftOut[]): Promise<EditPart> {
  const setups = setupsOf(source);
  const [places, hosts] = [new PlaceCollector(), new HostCollector()];
  const [leavesPaths, leavesHosts] = [without.includes('paths'), without.includes('hosts')];
  if (leavesPaths) for (const setup of setups) places.addSetup(setup);
  if (leavesHosts) for (const setup of setups) hosts.addSetup(setup);
  if (leavesPaths && source.kind === 'services') addPlacesOfServices(source.recorded, source.notes, places);
  for await (const recording of recordingsOf(source, leavesPaths || leavesHosts)) {
    if (leavesPaths) addPlacesOf(recording, places);
    if (leavesHosts) addHostsOf(recording, hosts);
  }
  const findPlaces = places.finder();
  if (findPlaces === null) throw new FailureError(fail('too-large', say('save.tooManyFolders'), say('save.keepPaths')).failure);
  return leaveOut({ without, setups, places: findPlaces, hosts });
}

/** One after the other: those of a comparison are read again. */
async function* recordingsOf(source: Opened, areWanted: boolean): AsyncIterable<RunRecording> {
  if (!areWanted || source.kind === 'services') return;
  if (source.kind !== 'comparison') {
    yield source.recording;
    return;
  }
  for (const pass of source.passes) if (pass.source !== null) yield (await pass.source()).recording;
}

function setupsOf(source: Opened): Setup[] {
  switch (source.kind) {
    case 'comparison':
      return source.setup.variants.map(({ setup }) => setup);
    case 'services':
      return [];
    default:
      return source.recording.header === null ? [] : [source.recording.header.setup];
  }
}

function hasEnded(source: Opened): boolean {
  // Of services there is nothing but the file.
  if (source.kind === 'services') return true;
  return (source.kind === 'comparison' ? source.ending : source.recording.ending) !== null;
}

function partsOf(source: Opened, edit?: EditPart): Iterable<Part> | AsyncIterable<Part> {
  switch (source.kind) {
    case 'comparison':
      return comparisonParts(source, edit);
    case 'services':
      return servicesParts(source, edit);
    case 'profile':
      return profileParts(source.recording, edit);
    case 'load':
      return loadResultParts(source.recording, edit);
    case 'heap':
      return heapParts(source.recording, edit);
    case 'run':
      return sessionParts(source.recording, () => source.requestEntries(), edit);
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Opens the file of one run, or a file of another tool. */
export async function openSession(path: string): Promise<Outcome<OpenSession>> {
  const opened = await openFile(path);
  if (!opened.ok) return opened;
  const { kind } = opened.value;
  if (kind === 'services') return fail('not-available', say('session.fileIsServices', { name: basename(path) }), say('session.openAlone'));
  if (kind !== 'comparison') return succeed(opened.value);
  return fail('not-available', say('session.fileIsComparison', { name: basename(path) }), say('session.openAlone'));
}

/**
 * Opens any session file, or a file of another tool, which is called `name`; `value`: which of several kinds of values of such a file. Nothing in it is
 * executed or unpacked to disk.
 */
export async function openFile(
  path: string,
  door = foreignFiles,
  name = basename(path),
  value: string | null = null,
): Promise<Outcome<Opened>> {
  const target = resolve(path);
  try {
    const opened = await door.read(target, (ask) => openWith(ask, target, name, value));
    // Read by a process of its own, which takes its time: others may be opened meanwhile.
    return succeed(opened.kind === 'log' ? openForeign(await openLog(opened.head), name) : opened);
  } catch (error) {
    if (error instanceof FailureError) return { ok: false, failure: error.failure };
    throw error;
  }
}

async function openWith(ask: Ask, path: string, name: string, value: string | null): Promise<Opened | Extract<ReadFile, { kind: 'log' }>> {
  const read = await ask('file', { path, value });
  switch (read.kind) {
    case 'imported':
      return openForeign(read.imported, name);
    case 'kept':
      return openKept(read.kept);
    case 'log':
      return read;
    case 'run':
      return openRun(read.run, { path }, '');
    case 'comparison':
      return openComparison(ask, read.manifest, path);
    case 'services':
      return openServices(read.manifest);
  }
}

function openForeign(imported: Imported, name: string): OpenSession {
  return openImported({ ...imported, file: showHidden(name) }, true);
}
