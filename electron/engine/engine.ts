/**
 * The engine: everything the product does, without a window and without a socket. The command line calls it directly, the
 * server is one thin adapter of it.
 */
import type { Failure, Outcome } from '../../shared/model/failure.ts';
import { FailureError } from '../../shared/model/failure.ts';
import type { Report } from '../../shared/model/report.ts';
import type { Setup } from '../../shared/model/setup.ts';
import type { TimeWindow } from '../../shared/model/units.ts';
import type { EngineEvent, RequestAnswer, RequestName, RequestParams } from '../../shared/protocol/contract.ts';
import type { Download, EngineApi } from './api.ts';
import { Comparisons } from './compare/comparisons.ts';
import { createHandlers, type Handlers } from './handlers.ts';
import { OpenSessions, type RunOptions } from './open-sessions.ts';
import { Library } from './sessions/library.ts';

export interface EngineOptions {
  /** Where sessions, recordings and preferences are kept; null: the platform's place. */
  readonly dataDir: string | null;
  readonly host: 'browser' | 'electron';
  /** Why this engine can open sessions but start no run; default: it can. */
  readonly cannotRun?: Failure | null;
}

export class Engine implements EngineApi {
  readonly sessions: OpenSessions;
  readonly comparisons: Comparisons;
  private readonly handlers: Handlers;
  private readonly listeners = new Set<(event: EngineEvent) => void>();

  constructor(options: EngineOptions) {
    const library = new Library(options.dataDir);
    this.sessions = new OpenSessions(library, (event) => this.emit(event));
    this.comparisons = new Comparisons(library, this.sessions, (event) => this.emit(event));
    this.handlers = createHandlers({
      library,
      sessions: this.sessions,
      comparisons: this.comparisons,
      host: options.host,
      cannotRun: options.cannotRun ?? null,
    });
  }

  onEvent(listener: (event: EngineEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Expected failures come back as values; what is thrown is a bug. */
  async handle<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestAnswer<N>> {
    try {
      return await this.handlers[name](params);
    } catch (error) {
      if (error instanceof FailureError) return { ok: false, failure: error.failure } as RequestAnswer<N>;
      throw error;
    }
  }

  startRun(setup: Setup, options: RunOptions): Promise<Outcome<{ sessionId: string }>> {
    return this.sessions.startRun(setup, options);
  }

  report(sessionId: string, window: TimeWindow | null): Promise<Report> {
    return this.sessions.report(sessionId, window);
  }

  openUpload(name: string, body: AsyncIterable<Uint8Array>): Promise<Outcome<{ sessionId: string }>> {
    return this.sessions.openUpload(name, body);
  }

  openDownload(sessionId: string): Promise<Outcome<Download>> {
    return this.sessions.openDownload(sessionId);
  }

  /** Ends all runs, with their targets and descendants. */
  async close(): Promise<void> {
    await this.sessions.close();
  }

  private emit(event: EngineEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}

/** A report without runs: what `--json` prints when there is nothing but a failure. */
export function failedReport(failure: Failure): Report {
  return { version: 1, failure, runs: [], verdicts: [], probe: null, findings: [], environment: null, session: null };
}
