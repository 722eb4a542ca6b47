/** The open sessions of this engine by id: running and finished runs, files, and each run of a comparison. */

import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { showHidden } from '../../../shared/base/show-hidden.ts';
import type { TimeWindow } from '../../../shared/base/units.ts';
import { PrivateCollector, type PrivateFacts } from '../../../shared/copies/private-facts.ts';
import { joinLoad, tellJoined } from '../../../shared/derive/join-load.ts';
import type { SectionId } from '../../../shared/derive/sections/sections.ts';
import { fileStem } from '../../../shared/format/file-stem.ts';
import type { JoinedLoad } from '../../../shared/load/foreign/joined-load.ts';
import { EXPORTS, type ExportFormat } from '../../../shared/model/export-formats.ts';
import { type Failure, FailureError, fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import type { LeftOut } from '../../../shared/model/left-out.ts';
import { ALL_SAMPLES, type ProfileSelection } from '../../../shared/model/profile/selection.ts';
import type { FoldOptions } from '../../../shared/profile/tree/folds.ts';
import type { EngineEvent, RequestReplies } from '../../../shared/protocol/contract.ts';
import type { PartialReport, SessionInfo } from '../../../shared/protocol/session-contract.ts';
import type { RunningSession } from '../../../shared/protocol/sessions-contract.ts';
import { type Said, say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import { type ForeignFiles, openedFiles } from '../foreign/foreign-files.ts';
import { Starts } from '../machine/starts.ts';
import { temporaryName } from '../sessions/atomic-write.ts';
import { stampOf } from '../sessions/file-stamp.ts';
import type { Library } from '../sessions/library.ts';
import { openFile } from '../sessions/session-file.ts';
import type { Cell, SessionIdentity, Shown, ShownComparison, ShownRun } from './cell.ts';
import { nameOfPart, type PageChoice, USUAL_PAGE } from './export/formats.ts';
import { KeptSessions } from './kept-sessions.ts';
import { makeCell } from './make-cell.ts';
import type { LiveRun } from './run/live-run.ts';
import { type KnownSession, Session } from './session.ts';
import { SessionSaver } from './session-saver.ts';
import { suggestPath } from './suggest-path.ts';

const US_PER_MS = 1_000;

/** A load result, its place in a recording, and the sentences about it. */
interface PlacedLoad {
  readonly joined: JoinedLoad;
  readonly says: readonly Said[];
}

export class OpenSessions {
  /** The session or profile of the file that the program was started with. */
  given: string | null = null;
  private readonly kept: KeptSessions;
  private readonly saver: SessionSaver;
  /** Path -> the most recent opening of it. */
  private readonly opening = new Map<string, Promise<unknown>>();
  /** Preparations that will `begin` something. */
  private readonly starts = new Starts();

  constructor(
    private readonly library: Library,
    private readonly emit: (event: EngineEvent) => void,
    private readonly files: ForeignFiles,
  ) {
    this.saver = new SessionSaver(library, emit);
    this.kept = new KeptSessions(
      (path, value) => this.read(path, undefined, value),
      (session) => this.letGo(session),
    );
  }

  /** Sessions in memory. */
  get keptCount(): number {
    return this.kept.count;
  }

  /** Works with sessions: reloads those that were dropped from memory, and none is dropped meanwhile. Throws FailureError. */
  use<T>(sessionIds: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.kept.use(
      sessionIds.map((id) => parsePassId(id)?.comparison ?? id),
      work,
    );
  }

  get(sessionId: string): Session {
    return this.kept.get(sessionId);
  }

  /** What an id refers to: a session, or one run of a comparison by `passSessionId`. */
  async find(sessionId: string): Promise<{ readonly shown: Shown; readonly identity: SessionIdentity }> {
    const pass = parsePassId(sessionId);
    if (pass === null) {
      const session = this.kept.get(sessionId);
      return { shown: session.cell, identity: session };
    }
    const { cell, name, path } = this.kept.get(pass.comparison);
    const shown = await cell.run(pass.index);
    return { shown, identity: { id: sessionId, name: shown.name ?? name, path } };
  }

  /** A run: on its own, or of a comparison, in which case it is reloaded if necessary. */
  async view(sessionId: string): Promise<ShownRun> {
    const pass = parsePassId(sessionId);
    return this.kept.get(pass?.comparison ?? sessionId).cell.run(pass?.index ?? null);
  }

  comparison(sessionId: string): ShownComparison {
    return this.kept.get(sessionId).cell.comparison();
  }

  async liveRun(sessionId: string): Promise<LiveRun> {
    const { live } = await this.view(sessionId);
    if (live) return live;
    throw new FailureError(fail('not-available', say('session.notRunning')).failure);
  }

  /** Prepares something and begins it. `close` waits for that, so that nothing begins afterwards. */
  start<T>(prepareAndBegin: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    return this.starts.start(prepareAndBegin);
  }

  /** Adds a session that is starting; when it has ended it is saved, then `afterwards` is called. */
  begin(cell: Cell, known: KnownSession, saveTo?: string, afterwards?: () => Promise<void>): Session {
    const session = this.kept.add(new Session(cell, known));
    if (cell.ended === null) return session;
    session.saved = cell.ended.then(async () => {
      const failure = await this.saver.keep(session, saveTo);
      await afterwards?.();
      return failure;
    });
    // An engine may make runs all day without a file being opened.
    void session.saved.then(() => this.kept.putAwayOldest()).catch(() => {});
    return session;
  }

  /** Waits for the end of a run or a comparison and for its file. */
  async finished(sessionId: string): Promise<{ failure: Failure | null; saveFailure: Failure | null }> {
    const { saved, cell } = this.get(sessionId);
    const saveFailure = await saved;
    return { failure: cell.failure, saveFailure };
  }

  running(): RunningSession | null {
    const session = this.kept.running;
    if (session === null) return null;
    const { id, name, cell } = session;
    const { kind } = cell.open;
    return { sessionId: id, kind: kind === 'comparison' ? kind : 'run', name, done: cell.done, isStopping: cell.isStopping };
  }

  /** Stops what is running in a session. Returns where it was saved. */
  async stop(sessionId: string): Promise<string | null> {
    const session = this.get(sessionId);
    await session.cell.stop();
    await session.saved;
    return session.path;
  }

  /** A file is being chosen or received. */
  expectFile(): void {
    this.files.prepare();
  }

  /**
   * `remember` false: do not add it to the list of recent sessions. `value`: which of several kinds of values of a file of another tool; null: what the
   * file prefers. Not given: what was chosen last, if the file still has it.
   */
  openFile(
    path: string,
    {
      name = basename(path),
      remember = true,
      isSample = false,
      value,
    }: { name?: string; remember?: boolean; isSample?: boolean; value?: string | null } = {},
  ): Promise<Outcome<{ sessionId: string }>> {
    // One after the other, so that opening a file twice at the same time finds the same session.
    const before = this.opening.get(path) ?? Promise.resolve();
    const opened = before.then(() => this.openAs(path, name, { remember, isSample, value }));
    const done = opened
      .catch(() => {})
      .then(() => {
        if (this.opening.get(path) === done) this.opening.delete(path);
      });
    this.opening.set(path, done);
    return opened;
  }

  private async openAs(
    path: string,
    name: string,
    { value, ...how }: { remember: boolean; isSample: boolean; value: string | null | undefined },
  ): Promise<Outcome<{ sessionId: string }>> {
    if (value !== undefined) return this.openNow(path, name, { ...how, value });
    const last = await this.library.rememberedValue(path);
    const opened = await this.openNow(path, name, { ...how, value: last });
    return opened.ok || last === null ? opened : this.openNow(path, name, { ...how, value: null });
  }

  private async openNow(
    path: string,
    name: string,
    { remember, isSample, value }: { remember: boolean; isSample: boolean; value: string | null },
  ): Promise<Outcome<{ sessionId: string }>> {
    const stamp = await stampOf(path);
    // A file rewritten by another program is a new session; two sessions of one file would see each other's changes.
    const known = await this.kept.ofFile(path, stamp, value);
    if (known) {
      if (remember && value !== null) await this.library.remember(path, known.name, known.cell.summary(), { value });
      return succeed({ sessionId: known.id });
    }
    const read = await this.read(path, name, value);
    if (!read.ok) return read;
    const session = this.add(read.value, { name: read.value.name ?? name, path, stamp, value });
    await this.kept.putAwayOldest();
    if (remember) await this.library.remember(path, session.name, session.cell.summary(), { isSample, value });
    this.emit({ type: 'sessions.changed' });
    return succeed({ sessionId: session.id });
  }

  /** Recordings of killed engines. */
  async recover(id: string): Promise<Outcome<{ sessionId: string }>> {
    await this.library.prepare();
    const recovered = await this.library.recover(id);
    if (!recovered.ok) return recovered;
    const cell = makeCell(recovered.value);
    const session = this.add(cell, { name: cell.name ?? 'Recovered recording', recordingId: id });
    await this.saver.rewrite(session);
    return succeed({ sessionId: session.id });
  }

  async suggestPath(sessionId: string): Promise<string> {
    const { name, path, cell } = this.get(sessionId);
    const { saveDir } = await this.library.settings();
    const places = { ownDir: this.library.sessionsDir, lastDir: saveDir, homeDir: homedir() };
    return suggestPath({ name, path, isForeign: !cell.isSavable }, places);
  }

  saveAs(sessionId: string, path: string, overwrite: boolean): Promise<Outcome<{ path: string }>> {
    return this.saver.saveAs(this.get(sessionId), path, overwrite);
  }

  saveCopy(sessionId: string, path: string, overwrite: boolean, without: readonly LeftOut[]): Promise<Outcome<{ path: string }>> {
    return this.saver.saveCopy(this.get(sessionId), path, overwrite, without);
  }

  /** The place of the load result of one session in the recording of another, and the sentences about it. */
  placeLoad(sessionId: string, resultId: string): Outcome<PlacedLoad> {
    const [recorded, given] = [this.get(sessionId), this.get(resultId)];
    const { open, isRunning } = recorded.cell;
    const [name, file] = [nameAsGiven(recorded), nameAsGiven(given)];
    if (open.kind !== 'run') return fail('bad-request', say('foreign.joinNoRecording', { name }), say('foreign.joinRecord'));
    if (isRunning) return fail('not-available', say('session.noFileYet'), say('session.waitForEnd'));
    const result = given.cell.open;
    const imported = result.kind === 'load' ? result.recording.imported : null;
    if (imported === null) return fail('bad-request', say('foreign.joinNoResult', { name: file }), say('foreign.joinWhat'));
    const { recording } = open;
    const joined = joinLoad(recording, imported, name);
    return joined.ok ? succeed({ joined: joined.value, says: tellJoined(joined.value, recording.durationUs / US_PER_MS) }) : joined;
  }

  /** Makes a new session of both, in memory until it is saved; the two are not changed. */
  async join(sessionId: string, resultId: string): Promise<Outcome<{ sessionId: string; says: readonly Said[] }>> {
    const placed = this.placeLoad(sessionId, resultId);
    if (!placed.ok) return placed;
    const { path, name } = this.get(sessionId);
    if (path === null) return fail('not-available', say('session.noFileYet'), say('session.saveIt'));
    // Its own copy in memory, with the rows of the same file.
    const read = await this.read(path);
    if (!read.ok) return read;
    const { open } = read.value;
    const { joined, says } = placed.value;
    if (open.kind === 'run') open.recording.apply({ type: 'joined', joined });
    const session = this.add(read.value, { name: text('run.name.joined', { name, file: joined.file }) });
    read.value.rename(session.name);
    await this.kept.putAwayOldest();
    return succeed({ sessionId: session.id, says });
  }

  /** Saves a session that has no file, where Loopscope keeps its own. */
  async keep(sessionId: string): Promise<Outcome<null>> {
    return this.saver.rewrite(this.get(sessionId));
  }

  async rename(sessionId: string, asked: string): Promise<Outcome<null>> {
    const session = this.get(sessionId);
    session.cell.rename(showHidden(asked));
    session.name = session.cell.name ?? showHidden(asked);
    return this.saver.keepWords(session);
  }

  async setNotes(sessionId: string, text: string): Promise<Outcome<null>> {
    const session = this.get(sessionId);
    const noted = session.cell.setNotes(text);
    return noted.ok ? this.saver.keepWords(session) : noted;
  }

  /** The guess made before a study. */
  setGuess(sessionId: string, choice: string): Promise<Outcome<null>> {
    this.comparison(sessionId).open.guess = choice;
    return this.saver.keepWords(this.get(sessionId));
  }

  /** The title in the file of a recent session; the file keeps its name. */
  async renameRecent(path: string, name: string): Promise<Outcome<null>> {
    const listed = await this.library.findRecent(path);
    if (!listed.ok) return listed;
    const opened = await this.openFile(path, { remember: false });
    if (!opened.ok) return opened;
    const { sessionId } = opened.value;
    return this.use([sessionId], async () => {
      if (!this.get(sessionId).cell.isSavable) return fail('not-available', say('session.nameOfForeign'), say('session.saveForName'));
      return this.rename(sessionId, name);
    });
  }

  async trash(path: string): Promise<Outcome<null>> {
    const trashed = await this.library.trash(path);
    if (trashed.ok) this.emit({ type: 'sessions.changed' });
    return trashed;
  }

  async forget(path: string): Promise<void> {
    await this.library.forget(path);
    this.emit({ type: 'sessions.changed' });
  }

  async forgetRecent(): Promise<void> {
    await this.library.forgetRecent();
    this.emit({ type: 'sessions.changed' });
  }

  closeOne(sessionId: string): Promise<void> {
    return this.kept.close(sessionId);
  }

  /** Ends what is running. */
  async close(): Promise<void> {
    await this.starts.close();
    await Promise.all(this.kept.ids.map((id) => this.closeOne(id)));
  }

  async info(sessionId: string): Promise<SessionInfo> {
    const { shown, identity } = await this.find(sessionId);
    return shown.info(identity);
  }

  async report(sessionId: string, window: TimeWindow | null, sections?: readonly SectionId[]): Promise<PartialReport> {
    const { shown, identity } = await this.find(sessionId);
    return shown.report(window, identity.path, sections);
  }

  /** What the file of a session reveals about the user. */
  async privateFacts(sessionId: string): Promise<PrivateFacts> {
    const { shown, identity } = await this.find(sessionId);
    const path = identity.path ?? identity.name;
    // In another process: it may take long, and runs and other windows go on.
    return openedFiles.read(path, async (ask) => {
      let facts: PrivateFacts | null = null;
      for await (const part of shown.privateParts()) facts = await ask('private', { path, part });
      return facts ?? new PrivateCollector().facts();
    });
  }

  /**
   * As a text in another format; `selection`: only these profiles; `window`: only that part of the run; `page`: what a page for
   * class shows; `without`: made of a copy that leaves these out.
   */
  async export(
    sessionId: string,
    format: ExportFormat,
    selection: ProfileSelection = ALL_SAMPLES,
    window: TimeWindow | null = null,
    folding: FoldOptions = { hide: [] },
    page: PageChoice = USUAL_PAGE,
    without: readonly LeftOut[] = [],
  ): Promise<Outcome<RequestReplies['export.text']>> {
    const exportShown = async (shown: Shown, name: string, path: string | null): Promise<Outcome<RequestReplies['export.text']>> => {
      const exported = await shown.exportAs(format, await shown.report(window, path), { selection, window, folding, page });
      if (!exported.ok) return exported;
      const { text, isBase64 = false, name: own } = exported.value;
      return succeed({ fileName: `${fileStem(own ?? nameOfPart(name, window))}.${EXPORTS[format].extension}`, text, isBase64 });
    };
    const { shown, identity } = await this.find(sessionId);
    if (without.length === 0) return exportShown(shown, identity.name, identity.path);
    // The copy does not exist yet, and the path of the session itself is private.
    return this.withCopy(sessionId, without, (copy) => exportShown(copy, copy.name ?? identity.name, null));
  }

  /** Works with a copy without these parts, as if opened from a file: what is made from it reveals no more than the copy. */
  private async withCopy<T>(
    sessionId: string,
    without: readonly LeftOut[],
    work: (shown: Shown) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const pass = parsePassId(sessionId);
    await this.library.prepare();
    const path = temporaryName(join(this.library.sessionsDir, 'copy'));
    try {
      const written = await this.saver.saveCopy(this.get(pass?.comparison ?? sessionId), path, false, without);
      if (!written.ok) return written;
      const read = await this.read(path);
      if (!read.ok) return read;
      const cell = read.value;
      try {
        return await work(pass === null ? cell : await cell.run(pass.index));
      } finally {
        await cell.close();
      }
    } finally {
      await rm(path, { force: true });
    }
  }

  private async read(path: string, name?: string, value: string | null = null): Promise<Outcome<Cell>> {
    const opened = await openFile(path, this.files, name, value);
    return opened.ok ? succeed(makeCell(opened.value)) : opened;
  }

  private add(cell: Cell, known: KnownSession): Session {
    return this.kept.add(new Session(cell, { ...known, name: showHidden(known.name) }));
  }

  private async letGo({ cell, recordingId, isInFile }: Session): Promise<void> {
    await cell.close();
    if (recordingId === null) return;
    if (isInFile) await this.library.discard(recordingId);
    else await this.library.release(recordingId);
  }
}

/** By its file, as far as it has one. */
function nameAsGiven({ path, name }: Session): string {
  return path === null ? name : basename(path);
}

/** Null: the id belongs to a session, not to a run of a comparison. */
function parsePassId(sessionId: string): { comparison: string; index: number } | null {
  const match = /^(.+)#(\d{1,4})$/.exec(sessionId);
  return match ? { comparison: match[1]!, index: Number(match[2]) } : null;
}
