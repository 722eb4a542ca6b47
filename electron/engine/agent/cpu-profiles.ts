/** The CPU profiles of a process: of its main thread, and of the worker threads of the user's program. One instance is one recording. */
import type { CaptureContext, WorkerHalf } from './capture-half.ts';
import { finishExpression, installInThreadExpression } from './console-profiles.ts';
import { CpuProfiler, type ThreadReport } from './cpu-profiler.ts';
import type { Inspector } from './inspector-client.ts';
import { type OfThread, ThreadProfiles, type ThreadProfiling, type ThreadsReport } from './threads/thread-profiles.ts';

/** Reports to the engine; without `thread` they are of the main thread. */
export type CpuReport = ThreadReport | (ThreadReport & OfThread) | ThreadsReport;

const OF_THREADS: ThreadProfiling<ThreadReport> = {
  make: (context, inspector) => new CpuProfiler({ ...context, requests: null }, inspector),
  expressions: { install: installInThreadExpression, finish: finishExpression },
};

export class CpuProfiles implements WorkerHalf {
  private readonly main: CpuProfiler;
  private readonly threads: ThreadProfiles<ThreadReport>;

  constructor(
    context: Pick<CaptureContext<CpuReport>, 'options' | 'report' | 'requests'>,
    private readonly inspector: Inspector,
  ) {
    this.main = new CpuProfiler(context, inspector);
    this.threads = new ThreadProfiles(context, inspector, OF_THREADS);
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
