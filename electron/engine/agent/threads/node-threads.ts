/**
 * Where the system does not tell threads apart (macOS, Windows, kernels without schedstat): what Node knows of some of them, at most four times
 * a second. How long they waited for a core is not known.
 */
import type { Worker } from 'node:worker_threads';
import type { Microseconds, Milliseconds } from '../../../../shared/base/units.ts';
import { threadCpu } from '../requests/work-clock.ts';
import type { WorkerTable } from '../requests/worker-table.ts';
import type { MainState } from './main-state.ts';
import type { ProcessReading, ThreadReader, ThreadReading } from './thread-reader.ts';

const ASK_EVERY_MS: Milliseconds = 250;

type CpuUsage = { readonly user: number; readonly system: number };
type NewerWorker = Worker & { cpuUsage?(): Promise<CpuUsage> };

/** Read in our own thread, which has a number of its own below those of all others. */
export const OUR_PLACE = Number.MIN_SAFE_INTEGER;

export class NodeThreads implements ThreadReader {
  readonly by = 'node';

  constructor(
    private readonly pid: number,
    private readonly state: MainState,
    private readonly workers: WorkerTable,
  ) {}

  read(): ProcessReading {
    const { user, system } = process.cpuUsage();
    const threads: ThreadReading[] = [];
    const add = (tid: number, ranUs: Microseconds | null): void => {
      if (ranUs !== null && ranUs > 0) threads.push({ tid, startTicks: null, comm: '', ranUs, waitedUs: 0 });
    };
    add(this.pid, this.state.read()?.mainCpuUs ?? null);
    add(OUR_PLACE, threadCpu());
    for (const { thread, ranUs } of this.workers.all()) add(-thread, ranUs);
    return { ranUs: user + system, threads, isStopped: false };
  }

  close(): void {}
}

/** In the main thread: the workers that it starts are asked, also while they are blocked. Those that workers start are not known. */
export function askWorkers(table: WorkerTable): void {
  if (threadCpu() === null) return;
  process.on('worker', (worker: NewerWorker) => {
    const thread = worker.threadId;
    const timer = setInterval(() => {
      worker.cpuUsage?.().then(
        ({ user, system }) => table.setRan(thread, user + system),
        () => clearInterval(timer),
      );
    }, ASK_EVERY_MS);
    timer.unref();
    worker.once('exit', () => clearInterval(timer));
  });
}
