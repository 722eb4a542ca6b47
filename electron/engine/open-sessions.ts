/**
 * The sessions that are open in this engine: runs that go on, runs that have ended, files. All are the same to whoever
 * asks: an OpenSession; a live one has its run beside it.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { formatCommand } from '../../shared/model/command-line.ts';
import { type Failure, FailureError, fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import { redactSecrets } from '../../shared/model/redact.ts';
import type { Report } from '../../shared/model/report.ts';
import { isFinal } from '../../shared/model/run.ts';
import type { Setup } from '../../shared/model/setup.ts';
import type { TimeWindow } from '../../shared/model/units.ts';
import type { EngineEvent, SessionInfo } from '../../shared/protocol/contract.ts';
import { SESSION_EXTENSION, SESSION_FORMAT, type SessionHeader } from '../../shared/session/entries.ts';
import { computeRunReport, summarize } from '../../shared/session/report.ts';
import type { Download } from './api.ts';
import { clockUs } from './clock.ts';
import { describeEnvironment } from './environment.ts';
import { fileStem } from './file-stem.ts';
import { receiveUpload } from './receive-upload.ts';
import { computeProgress, LiveRun } from './run/live-run.ts';
import { createJournal, journalSession } from './sessions/journal.ts';
import type { Library } from './sessions/library.ts';
import { type OpenSession, openSession, writeSession } from './sessions/session-file.ts';

/** Rows of the heavy table in a report; the interface asks for the whole table itself. */
const HEAVY_LIMIT = 100;

export interface ManagedSession {
  readonly id: string;
  readonly open: OpenSession;
  readonly live: LiveRun | null;
  name: string;
  /** Where the file lies; null: not written. */
  path: string | null;
  /** Saving goes one after the other; resolves to why the newest save failed. */
  saved: Promise<Failure | null>;
}

export interface RunOptions {
  readonly name?: string;
  /** Absolute path of the session file; default: the library's folder. */
  readonly saveTo?: string;
  /** Whether somebody can answer a question (several ports). */
  readonly canAsk?: boolean;
}

export class OpenSessions {
  /** What the app was started with. */
  firstOpened: string | null = null;
  private readonly sessions = new Map<string, ManagedSession>();

  constructor(
    private readonly library: Library,
    private readonly emit: (event: EngineEvent) => void,
  ) {}

  get(sessionId: string): ManagedSession {
    const session = this.sessions.get(sessionId);
    if (session) return session;
    throw new FailureError(fail('not-found', 'This session is not open any more.', 'Open it again from Home.').failure);
  }

  liveRun(sessionId: string): LiveRun {
    const { live } = this.get(sessionId);
    if (live) return live;
    throw new FailureError(fail('not-available', 'This session is not running.').failure);
  }

  async startRun(setup: Setup, { name, saveTo, canAsk = true }: RunOptions): Promise<Outcome<{ sessionId: string }>> {
    const busy = [...this.sessions.values()].find(({ live, open }) => live && !isFinal(open.recording.state));
    // Two loads on one machine would measure each other.
    if (busy) return fail('busy', `"${busy.name}" is still running.`, 'Stop it, or wait until it has ended.');
    await this.library.prepare();
    const header = createHeader(setup, name ?? defaultName(setup));
    const journal = await createJournal(this.library.recordingDir(header.id), header);
    if (!journal.ok) return journal;
    await this.library.rememberSetup(setup);
    const live = new LiveRun(header, setup, journal.value, this.emit, canAsk);
    journal.value.onTrouble = (failure) => live.warn(failure);
    const session: ManagedSession = {
      id: header.id,
      open: journalSession(journal.value, live.recording),
      live,
      name: header.name,
      path: null,
      saved: Promise.resolve(null),
    };
    this.sessions.set(header.id, session);
    session.saved = live.result.then(() => this.keep(session, saveTo));
    return succeed({ sessionId: header.id });
  }

  /** Waits for the end of a run and for its file. */
  async finished(sessionId: string): Promise<{ failure: Failure | null; saveFailure: Failure | null }> {
    const session = this.get(sessionId);
    const result = await session.live?.result;
    return { failure: result?.failure ?? null, saveFailure: await session.saved };
  }

  /** Returns where the session was saved. */
  async stopRun(sessionId: string): Promise<string | null> {
    const session = this.get(sessionId);
    await session.live?.stop();
    await session.saved;
    return session.path;
  }

  /** `remember` false: read it and leave no trace in the list of recent sessions. */
  async openFile(path: string, { name = basename(path), remember = true } = {}): Promise<Outcome<{ sessionId: string }>> {
    const already = [...this.sessions.values()].find((session) => session.path === path);
    if (already) return succeed({ sessionId: already.id });
    const opened = await openSession(path);
    if (!opened.ok) return opened;
    const session = this.add(opened.value, opened.value.recording.header?.name ?? name, path);
    if (remember) await this.library.remember(path, session.name, summaryOf(session));
    this.emit({ type: 'sessions.changed' });
    return succeed({ sessionId: session.id });
  }

  async recover(id: string): Promise<Outcome<{ sessionId: string }>> {
    await this.library.prepare();
    const opened = await this.library.recover(id);
    if (!opened.ok) return opened;
    const session = this.add(opened.value, opened.value.recording.header?.name ?? 'Recovered recording', null);
    session.saved = this.keep(session, undefined);
    await session.saved;
    return succeed({ sessionId: session.id });
  }

  /** The bytes are kept in the library: a browser has no path to open again. */
  async openUpload(name: string, body: AsyncIterable<Uint8Array>): Promise<Outcome<{ sessionId: string }>> {
    await this.library.prepare();
    const received = await receiveUpload(this.library.sessionsDir, `${fileStem(basename(name, extname(name)))}${extname(name)}`, body);
    if (!received.ok) return received;
    const opened = await this.openFile(received.value, { name });
    if (!opened.ok) await rm(received.value, { force: true });
    return opened;
  }

  async openDownload(sessionId: string): Promise<Outcome<Download>> {
    const session = this.get(sessionId);
    await session.saved;
    if (session.path === null) return fail('not-available', 'This session has no file yet.', 'Wait until the run has ended.');
    const { size } = await stat(session.path);
    const fileName = `${fileStem(session.name)}${extname(session.path)}`;
    return succeed({ fileName, size, stream: createReadStream(session.path) });
  }

  async saveAs(sessionId: string, path: string, overwrite: boolean): Promise<Outcome<{ path: string }>> {
    const session = this.get(sessionId);
    const target = extname(path) === '' ? `${path}${SESSION_EXTENSION}` : path;
    const written = await writeSession(session.open, target, { overwrite });
    if (!written.ok) return written;
    session.path = target;
    await this.announceSaved(session, null);
    return succeed({ path: target });
  }

  async rename(sessionId: string, name: string): Promise<void> {
    const session = this.get(sessionId);
    session.name = name;
    session.open.recording.rename(name);
    await this.rewrite(session);
  }

  async setNotes(sessionId: string, text: string): Promise<Outcome<null>> {
    const session = this.get(sessionId);
    if (session.open.kind === 'profile')
      return fail('not-available', 'Notes belong to sessions; this is a profile of another tool.', 'Record a run to keep notes with it.');
    const entry = { type: 'notes', text } as const;
    session.open.recording.apply(entry);
    // While a run goes on the journal keeps them; afterwards the file does.
    if (session.live && !isFinal(session.open.recording.state)) session.live.journal.append(entry);
    else await this.rewrite(session);
    const failure = await session.saved;
    return failure ? { ok: false, failure } : succeed(null);
  }

  async closeOne(sessionId: string): Promise<void> {
    const session = this.get(sessionId);
    await session.live?.stop();
    await session.saved;
    this.sessions.delete(sessionId);
    await session.open.close();
    if (session.live && session.path !== null) await this.library.discard(sessionId);
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions.keys()].map((id) => this.closeOne(id)));
  }

  info(sessionId: string): SessionInfo {
    const { id, name, path, open, live } = this.get(sessionId);
    const { recording } = open;
    const { header } = recording;
    return {
      id,
      name,
      path,
      kind: open.kind,
      createdAt: header?.createdAt ?? '',
      state: recording.state,
      elapsedMs: recording.elapsedMs(clockUs()),
      question: live?.question ?? null,
      failure: recording.failure,
      recovered: open.recovered,
      setup: header?.setup ?? null,
      command: header?.command ?? null,
      url: recording.resolved?.url ?? null,
      node: recording.resolved?.node ?? null,
      processes: recording.processes,
      exit: recording.exit,
      notes: recording.notes,
      hasProfile: recording.profiles().some((profile) => profile.sampleNode.length > 0),
      measuredMs: recording.measuredMs(clockUs()),
      progress: header ? computeProgress(recording, header) : null,
    };
  }

  async report(sessionId: string, window: TimeWindow | null): Promise<Report> {
    const { open, path } = this.get(sessionId);
    const { recording } = open;
    const run = await computeRunReport(recording, window === null ? null : open.rows(), window, HEAVY_LIMIT);
    return {
      version: 1,
      failure: recording.failure,
      runs: [run],
      verdicts: [],
      probe: null,
      findings: [],
      environment: recording.header?.environment ?? null,
      session: path,
    };
  }

  private add(open: OpenSession, name: string, path: string | null): ManagedSession {
    // A file may be opened twice from different places, so its own id is not ours.
    const session: ManagedSession = { id: randomUUID(), open, live: null, name, path, saved: Promise.resolve(null) };
    this.sessions.set(session.id, session);
    this.firstOpened ??= session.id;
    return session;
  }

  /** Writes the file of an ended run. Nothing measured: nothing to keep, and nothing to offer for recovery. */
  private async keep(session: ManagedSession, saveTo: string | undefined): Promise<Failure | null> {
    if (session.open.recording.originUs === null) {
      await session.open.onSaved?.();
      return null;
    }
    const path =
      saveTo ?? join(this.library.sessionsDir, `${fileStem(`${session.name}-${stamp()}`).replace(/\s+/g, '-')}${SESSION_EXTENSION}`);
    const written = await writeSession(session.open, path, { overwrite: saveTo !== undefined });
    if (written.ok) session.path = path;
    const failure = written.ok ? null : written.failure;
    await this.announceSaved(session, failure);
    return failure;
  }

  private async rewrite(session: ManagedSession): Promise<void> {
    session.saved = session.saved.then(async () => {
      if (session.path === null || session.open.kind === 'profile') return null;
      const written = await writeSession(session.open, session.path, { overwrite: true });
      await this.announceSaved(session, written.ok ? null : written.failure);
      return written.ok ? null : written.failure;
    });
    await session.saved;
  }

  private async announceSaved(session: ManagedSession, failure: Failure | null): Promise<void> {
    if (session.path !== null) await this.library.remember(session.path, session.name, summaryOf(session));
    this.emit({ type: 'session.saved', sessionId: session.id, path: session.path, failure });
    this.emit({ type: 'sessions.changed' });
  }
}

function summaryOf({ open }: ManagedSession): ReturnType<typeof summarize> | null {
  return open.kind === 'run' ? summarize(open.recording) : null;
}

function createHeader(asked: Setup, name: string): SessionHeader {
  const setup = redactSecrets(asked);
  return {
    format: SESSION_FORMAT,
    id: randomUUID(),
    name,
    createdAt: new Date().toISOString(),
    setup,
    environment: describeEnvironment(),
    command: formatCommand(setup),
  };
}

function defaultName({ target, load }: Setup): string {
  const script = basename(target.script);
  return load.url === '/' || !load.url.startsWith('/') ? script : `${script} ${load.url}`;
}

/** Sorts by time, is a file name everywhere, and needs no quotes in a shell. */
function stamp(): string {
  return new Date().toISOString().slice(0, 19).replace('T', '-').replace(/:/g, '');
}
