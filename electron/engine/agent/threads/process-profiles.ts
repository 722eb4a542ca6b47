/** The profiles of a process: of its main thread, and of the worker threads of the user's program. One instance is one recording. */
import type { CaptureContext, WorkerHalf } from '../capture-half.ts';
import type { Inspector } from '../inspector-client.ts';
import { type OfThread, type ThreadProfiler, ThreadProfiles, type ThreadProfiling, type ThreadsReport } from './thread-profiles.ts';

/** Reports to the engine; without `thread` they are of the main thread. */
export type ProfilesContext<Report> = Pick<CaptureContext<Report | (Report & OfThread) | ThreadsReport>, 'options' | 'report'>;

export class ProcessProfiles<Report> implements WorkerHalf {
  private readonly threads: ThreadProfiles<Report>;

  /** `inspector`: the session of `main`, which is closed at the end. */
  constructor(
    context: ProfilesContext<Report>,
    private readonly inspector: Inspector,
    private readonly main: ThreadProfiler,
    ofThreads: ThreadProfiling<Report>,
  ) {
    this.threads = new ThreadProfiles(context, inspector, ofThreads);
  }

  async prepare(): Promise<void> {
    await this.main.prepare();
    await this.threads.prepare();
  }

  async start(): Promise<void> {
    await this.main.start();
    await this.threads.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.threads.stop(), this.main.stop()]);
    this.close();
  }

  async leave(timeoutMs: number): Promise<void> {
    await Promise.all([this.threads.leave(timeoutMs), this.main.leave(timeoutMs)]);
    this.close();
  }

  close(): void {
    this.threads.close();
    this.main.close();
    this.inspector.close();
  }
}
