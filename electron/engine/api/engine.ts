/**
 * The engine: everything the product does, without a window and without a socket. The command line calls it directly, the
 * server is one thin adapter of it.
 */
import type { TimeWindow } from '../../../shared/base/units.ts';
import type { Failure, Outcome } from '../../../shared/model/failure.ts';
import { FailureError } from '../../../shared/model/failure.ts';
import type { LeftOut } from '../../../shared/model/left-out.ts';
import type { Report } from '../../../shared/model/report.ts';
import type { Setup } from '../../../shared/model/setup/setup.ts';
import type { EngineEvent, RequestName, RequestParams, RequestReply } from '../../../shared/protocol/contract.ts';
import type { Right } from '../../../shared/protocol/request.ts';
import { Comparisons } from '../experiments/compare/comparisons.ts';
import { GivenValues } from '../experiments/given-values.ts';
import { OpenSessions } from '../experiments/open-sessions.ts';
import { type RunOptions, Runs } from '../experiments/run/runs.ts';
import { ServicesStudies } from '../experiments/services/services-studies.ts';
import { type Download, openDownload, openUpload } from '../experiments/transfer.ts';
import { ForeignFiles, openedFiles } from '../foreign/foreign-files.ts';
import { sweepPrivateFolders } from '../machine/private-folder.ts';
import { Probes } from '../probe/probes.ts';
import { Library } from '../sessions/library.ts';
import type { EngineApi } from './engine-api.ts';
import type { Handlers } from './handlers/handler-types.ts';
import { createHandlers } from './handlers.ts';

export interface EngineOptions {
  /** Where sessions, recordings and preferences are kept; null: the platform's place. */
  readonly dataDir: string | null;
  readonly host: 'browser' | 'electron';
  /** Why this engine can open sessions but start no run; default: it can. */
  readonly cannotRun?: Failure | null;
  /** Called once if preferences cannot be stored. */
  readonly onDataTrouble?: (failure: Failure) => void;
  /** Reads files from other people; default: with the usual limits. */
  readonly files?: ForeignFiles;
}

export class Engine implements EngineApi {
  readonly sessions: OpenSessions;
  readonly comparisons: Comparisons;
  private readonly runs: Runs;
  private readonly probes = new Probes(() => this.emit({ type: 'probe.changed' }));
  readonly services: ServicesStudies;
  private readonly library: Library;
  private readonly files: ForeignFiles;
  private readonly handlers: Handlers;
  private readonly listeners = new Set<(event: EngineEvent) => void>();

  constructor(options: EngineOptions) {
    void sweepPrivateFolders();
    const library = new Library(options.dataDir);
    this.library = library;
    this.files = options.files ?? new ForeignFiles();
    library.onTrouble = (failure) => {
      options.onDataTrouble?.(failure);
      // Home shows the problem.
      this.emit({ type: 'sessions.changed' });
    };
    this.sessions = new OpenSessions(library, (event) => this.emit(event), this.files);
    const given = new GivenValues();
    this.runs = new Runs(library, this.sessions, (event) => this.emit(event), given);
    this.comparisons = new Comparisons(library, this.sessions, (event) => this.emit(event), given);
    this.services = new ServicesStudies(this.sessions, (event) => this.emit(event));
    this.handlers = createHandlers({
      library,
      sessions: this.sessions,
      runs: this.runs,
      comparisons: this.comparisons,
      probes: this.probes,
      services: this.services,
      given,
      host: options.host,
      cannotRun: options.cannotRun ?? null,
    });
  }

  onEvent(listener: (event: EngineEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Expected failures come back as values; what is thrown is a bug. */
  async handle<N extends RequestName>(name: N, params: RequestParams<N>, right: Right = 'act'): Promise<RequestReply<N>> {
    try {
      // A session that is to be closed may be gone already.
      const used = name === 'sessions.close' ? [] : sessionsIn(params);
      return await this.sessions.use(used, () => this.handlers[name](params, right));
    } catch (error) {
      if (error instanceof FailureError) return { ok: false, failure: error.failure } as RequestReply<N>;
      throw error;
    }
  }

  startRun(setup: Setup, options: RunOptions): Promise<Outcome<{ sessionId: string }>> {
    return this.runs.start(setup, options);
  }

  report(sessionId: string, window: TimeWindow | null): Promise<Report> {
    return this.sessions.report(sessionId, window);
  }

  openUpload(name: string, body: AsyncIterable<Uint8Array>): Promise<Outcome<{ sessionId: string }>> {
    return openUpload(this.library, this.sessions, name, body);
  }

  openDownload(sessionId: string, without: readonly LeftOut[] = []): Promise<Outcome<Download>> {
    return this.sessions.use([sessionId], () => openDownload(this.library, this.sessions, sessionId, without));
  }

  /** Ends all runs, the probe and the services of studies, with their targets and descendants, and the file readers. */
  async close(): Promise<void> {
    // First, so that nothing waits for a file that takes long to read.
    this.files.close();
    openedFiles.end();
    // What is found out about services until they end is kept in their session.
    const closed = this.services.close().then(() => this.sessions.close());
    await Promise.all([closed, this.probes.close()]);
  }

  private emit(event: EngineEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}

/** The sessions that a request is about. */
function sessionsIn(params: object): readonly string[] {
  const { sessionId, sessionIds } = params as { readonly sessionId?: unknown; readonly sessionIds?: unknown };
  return [sessionId, ...(Array.isArray(sessionIds) ? sessionIds : [])].filter((id) => typeof id === 'string');
}
