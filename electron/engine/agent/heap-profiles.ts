/** What the threads of a process allocate: a profile of the main one, and of each worker thread of the user's program. One instance is one recording. */
import type { CaptureContext, WorkerHalf } from './capture-half.ts';
import { HeapProfiler, type HeapReport } from './heap-profiler.ts';
import type { Inspector } from './inspector-client.ts';
import { type OfThread, ThreadProfiles, type ThreadProfiling, type ThreadsReport } from './threads/thread-profiles.ts';

const OF_THREADS: ThreadProfiling<HeapReport> = { make: (context, inspector) => new HeapProfiler(context, inspector) };

export class HeapProfiles implements WorkerHalf {
  private readonly main: HeapProfiler;
  private readonly threads: ThreadProfiles<HeapReport>;

  constructor(
    context: Pick<CaptureContext<HeapReport | (HeapReport & OfThread) | ThreadsReport>, 'options' | 'report'>,
    private readonly inspector: Inspector,
  ) {
    this.main = new HeapProfiler(context, inspector);
    this.threads = new ThreadProfiles(context, inspector, OF_THREADS);
  }

  async start(): Promise<void> {
    await this.main.start();
    await this.threads.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.threads.stop(), this.main.stop()]);
    this.close();
  }

  async leave(): Promise<void> {
    this.close();
  }

  close(): void {
    this.threads.close();
    this.main.close();
    this.inspector.close();
  }
}
