/**
 * The sessions that are open in this engine: runs that go on, runs that have ended, files. All are the same to whoever
 * asks: an OpenSession; a live one has its run beside it. A comparison is one of them, and each of its runs another.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { formatCommand } from '../../shared/model/command-line.ts';
import type { ComparisonSetup } from '../../shared/model/comparison.ts';
import { type Failure, FailureError, fail, type Outcome, succeed } from '../../shared/model/failure.ts';
import { redactSecrets } from '../../shared/model/redact.ts';
import type { Report } from '../../shared/model/report.ts';
import { isFinal } from '../../shared/model/run.ts';
import type { Setup } from '../../shared/model/setup.ts';
import type { TimeWindow } from '../../shared/model/units.ts';
import type { EngineEvent, SessionInfo, SessionSummary } from '../../shared/protocol/contract.ts';
import { SESSION_EXTENSION, SESSION_FORMAT, type SessionHeader } from '../../shared/session/entries.ts';
import { computeRunReport, HEAVY_LIMIT, summarize } from '../../shared/session/report.ts';
import type { Download } from './api.ts';
import { clockUs } from './clock.ts';
import type { Comparison } from './compare/comparison.ts';
import type { ComparisonController } from './compare/comparison-controller.ts';
import { comparisonSessionInfo, reportComparison, summarizeComparison } from './compare/comparison-info.ts';
import { describeEnvironment } from './environment.ts';
import { fileStem } from './file-stem.ts';
import { receiveUpload } from './receive-upload.ts';
import { computeProgress, LiveRun } from './run/live-run.ts';
import { createJournal, journalSession } from './sessions/journal.ts';
import type { Library } from './sessions/library.ts';
import { type OpenSession, openFile, writeSession } from './sessions/session-file.ts';

interface Managed {
  readonly id: string;
  name: string;
  /** Where the file lies; null: not written. */
  path: string | null;
  /** Saving goes one after the other; resolves to why the newest save failed. */
  saved: Promise<Failure | null>;
}

export interface ManagedSession extends Managed {
  readonly open: OpenSession;
  readonly live: LiveRun | null;
}

export interface ManagedComparison extends Managed {
  readonly open: Comparison;
  /** Null: it was opened, recovered, or put together from sessions. */
  readonly controller: ComparisonController | null;
  /** What is run, secrets and all; the file has them left out. */
  readonly asked: ComparisonSetup;
}

type AnySession = ManagedSession | ManagedComparison;

/** A run to look at: a session of its own, or one run of a comparison. */
export type SessionView = Pick<ManagedSession, 'id' | 'open' | 'live' | 'name' | 'path'>;

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
  private readonly sessions = new Map<string, AnySession>();

  constructor(
    private readonly library: Library,
    private readonly emit: (event: EngineEvent) => void,
  ) {}

  /** A run by its id, or one run of a comparison by `passSessionId`, which is read again when it is not at hand. */
  async view(sessionId: string): Promise<SessionView> {
    const pass = parsePassId(sessionId);
    if (pass === null) return this.run(sessionId);
    const { open, controller, path } = this.comparison(pass.comparison);
    const session = await open.openPass(pass.index);
    const name = session.recording.header?.name ?? open.header.name;
    return { id: sessionId, open: session, live: controller?.livePass(pass.index) ?? null, name, path };
  }

  /** Whatever the id names. */
  async source(sessionId: string): Promise<{ readonly open: OpenSession | Comparison; readonly name: string }> {
    const session = this.sessions.get(sessionId);
    return session && isComparison(session) ? session : this.view(sessionId);
  }

  comparison(sessionId: string): ManagedComparison {
    const session = this.get(sessionId);
    if (isComparison(session)) return session;
    throw new FailureError(fail('not-available', 'This session is a single run, not a comparison.').failure);
  }

  liveRun(sessionId: string): LiveRun {
    const { live } = this.run(sessionId);
    if (live) return live;
    throw new FailureError(fail('not-available', 'This session is not running.').failure);
  }

  /** What keeps another load from being started: two on one machine would measure each other. */
  findBusy(): Failure | null {
    const busy = [...this.sessions.values()].find(isRunning);
    return busy ? fail('busy', `"${busy.name}" is still running.`, 'Stop it, or wait until it has ended.').failure : null;
  }

  async startRun(setup: Setup, { name, saveTo, canAsk = true }: RunOptions): Promise<Outcome<{ sessionId: string }>> {
    const busy = this.findBusy();
    if (busy) return { ok: false, failure: busy };
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

  /** Starts a comparison that has been prepared by `start`; when it ends, it is saved and `onEnd` is told. */
  addComparison(session: Omit<ManagedComparison, 'saved'>, saveTo: string | undefined, onEnd: () => Promise<void>): void {
    const managed: ManagedComparison = { ...session, saved: Promise.resolve(null) };
    this.sessions.set(session.id, managed);
    const ended = session.controller?.result;
    if (!ended) return;
    managed.saved = ended.then(async () => {
      const failure = await this.keep(managed, saveTo);
      await onEnd();
      return failure;
    });
  }

  /** Waits for the end of a run or a comparison and for its file. */
  async finished(sessionId: string): Promise<{ failure: Failure | null; saveFailure: Failure | null }> {
    const session = this.get(sessionId);
    const saveFailure = await session.saved;
    return { failure: isComparison(session) ? session.open.failure : session.open.recording.failure, saveFailure };
  }

  /** Returns where the session was saved. */
  async stopRun(sessionId: string): Promise<string | null> {
    const session = this.get(sessionId);
    await stopSession(session);
    await session.saved;
    return session.path;
  }

  /** `remember` false: read it and leave no trace in the list of recent sessions. */
  async openFile(path: string, { name = basename(path), remember = true } = {}): Promise<Outcome<{ sessionId: string }>> {
    const already = [...this.sessions.values()].find((session) => session.path === path);
    if (already) return succeed({ sessionId: already.id });
    const opened = await openFile(path);
    if (!opened.ok) return opened;
    const session = this.add(opened.value, nameOf(opened.value) ?? name, path);
    if (remember) await this.library.remember(path, session.name, summaryOf(session));
    this.emit({ type: 'sessions.changed' });
    return succeed({ sessionId: session.id });
  }

  async recover(id: string): Promise<Outcome<{ sessionId: string }>> {
    await this.library.prepare();
    const opened = await this.library.recover(id);
    if (!opened.ok) return opened;
    const session = this.add(opened.value, nameOf(opened.value) ?? 'Recovered recording', null);
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
    if (isComparison(session)) session.open.rename(name);
    else session.open.recording.rename(name);
    await this.rewrite(session);
  }

  async setNotes(sessionId: string, text: string): Promise<Outcome<null>> {
    const session = this.get(sessionId);
    if (isComparison(session)) return this.changeComparison(session, (comparison) => (comparison.notes = text));
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

  /** The guess made before a study. */
  setGuess(sessionId: string, choice: string): Promise<Outcome<null>> {
    return this.changeComparison(this.comparison(sessionId), (comparison) => (comparison.guess = choice));
  }

  async closeOne(sessionId: string): Promise<void> {
    const session = this.get(sessionId);
    await stopSession(session);
    await session.saved;
    this.sessions.delete(sessionId);
    await session.open.close();
    const isRecorded = isComparison(session) ? session.controller !== null : session.live !== null;
    if (isRecorded && session.path !== null) await this.library.discard(sessionId);
  }

  async close(): Promise<void> {
    await Promise.all([...this.sessions.keys()].map((id) => this.closeOne(id)));
  }

  async info(sessionId: string): Promise<SessionInfo> {
    const session = this.sessions.get(sessionId);
    if (session && isComparison(session)) return comparisonSessionInfo(session);
    const { id, name, path, open, live } = await this.view(sessionId);
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
    const session = this.sessions.get(sessionId);
    if (session && isComparison(session)) return reportComparison(session.open, session.path);
    const { open, path } = await this.view(sessionId);
    const { recording } = open;
    const pass = parsePassId(sessionId);
    const run =
      pass === null
        ? await computeRunReport(recording, window === null ? null : open.rows(), window, HEAVY_LIMIT)
        : await this.comparison(pass.comparison).open.passReport(pass.index, window);
    return {
      version: 1,
      failure: recording.failure,
      runs: [open.kind === 'profile' ? { ...run, load: null, requests: null } : run],
      verdicts: [],
      probe: null,
      findings: [],
      environment: recording.header?.environment ?? null,
      session: path,
    };
  }

  private get(sessionId: string): AnySession {
    const session = this.sessions.get(sessionId);
    if (session) return session;
    throw new FailureError(fail('not-found', 'This session is not open any more.', 'Open it again from Home.').failure);
  }

  private run(sessionId: string): ManagedSession {
    const session = this.get(sessionId);
    if (!isComparison(session)) return session;
    throw new FailureError(fail('not-available', 'This is a comparison of several runs.', 'Ask for one of its runs.').failure);
  }

  private add(open: OpenSession | Comparison, name: string, path: string | null): AnySession {
    // A file may be opened twice from different places, so its own id is not ours.
    const managed: Managed = { id: randomUUID(), name, path, saved: Promise.resolve(null) };
    const session: AnySession =
      open.kind === 'comparison' ? { ...managed, open, controller: null, asked: open.setup } : { ...managed, open, live: null };
    this.sessions.set(session.id, session);
    this.firstOpened ??= session.id;
    return session;
  }

  /** Writes the file of an ended run. Nothing measured: nothing to keep, and nothing to offer for recovery. */
  private async keep(session: AnySession, saveTo: string | undefined): Promise<Failure | null> {
    if (!hasMeasured(session)) {
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

  /** While a comparison goes on its folder keeps what is noted, afterwards the file does. */
  private async changeComparison(session: ManagedComparison, change: (comparison: Comparison) => void): Promise<Outcome<null>> {
    change(session.open);
    if (session.controller && session.open.ending === null) await session.controller.writeDown();
    else await this.rewrite(session);
    const failure = session.open.ending === null ? null : await session.saved;
    return failure ? { ok: false, failure } : succeed(null);
  }

  private async rewrite(session: AnySession): Promise<void> {
    session.saved = session.saved.then(async () => {
      // Saved sessions put side by side become a file with the first thing that is said about them.
      if (session.path === null && isComparison(session) && session.controller === null) {
        await this.library.prepare();
        return this.keep(session, undefined);
      }
      if (session.path === null || session.open.kind === 'profile') return null;
      const written = await writeSession(session.open, session.path, { overwrite: true });
      await this.announceSaved(session, written.ok ? null : written.failure);
      return written.ok ? null : written.failure;
    });
    await session.saved;
  }

  private async announceSaved(session: AnySession, failure: Failure | null): Promise<void> {
    if (session.path !== null) await this.library.remember(session.path, session.name, summaryOf(session));
    this.emit({ type: 'session.saved', sessionId: session.id, path: session.path, failure });
    this.emit({ type: 'sessions.changed' });
  }
}

function isComparison(session: AnySession): session is ManagedComparison {
  return session.open.kind === 'comparison';
}

function isRunning(session: AnySession): boolean {
  if (isComparison(session)) return session.controller !== null && session.open.ending === null;
  return session.live !== null && !isFinal(session.open.recording.state);
}

async function stopSession(session: AnySession): Promise<void> {
  if (isComparison(session)) await session.controller?.stop();
  else await session.live?.stop();
}

function hasMeasured(session: AnySession): boolean {
  if (isComparison(session)) return session.open.passes.some(({ source }) => source !== null);
  return session.open.recording.originUs !== null;
}

function nameOf(open: OpenSession | Comparison): string | null {
  return (open.kind === 'comparison' ? open.header.name : open.recording.header?.name) ?? null;
}

function summaryOf(session: AnySession): SessionSummary | null {
  if (isComparison(session)) return summarizeComparison(session.open);
  return session.open.kind === 'run' ? summarize(session.open.recording) : null;
}

/** Null: the id is that of a session of its own. */
function parsePassId(sessionId: string): { comparison: string; index: number } | null {
  const match = /^(.+)#(\d{1,4})$/.exec(sessionId);
  return match ? { comparison: match[1]!, index: Number(match[2]) } : null;
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
