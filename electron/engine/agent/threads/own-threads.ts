/** The threads of the process that the agent is in, read by its own thread. */
import type { ThreadKind } from '../../../../shared/model/thread-times.ts';
import { clockUs } from '../hrtime.ts';
import { ownTid, PLACES, type WorkerTable } from '../requests/worker-table.ts';
import type { MainState } from './main-state.ts';
import { NodeThreads, OUR_PLACE } from './node-threads.ts';
import { identifyOwn, namesPool, poolSize } from './thread-identity.ts';
import { type Identity, type PolledThreads, ThreadPoller } from './thread-poller.ts';
import { ProcThreads, type ThreadReading } from './thread-reader.ts';

export class OwnThreads {
  private readonly poller: ThreadPoller;
  private begun = 0;

  /** `helpers`: threads that were there before any code of the user. */
  constructor(
    private readonly workers: WorkerTable,
    helpers: readonly number[],
    state: MainState,
  ) {
    const { pid } = process;
    const reader = ProcThreads.ofSelf();
    if (reader === null) {
      this.poller = new ThreadPoller(new NodeThreads(pid, state, workers), clockUs, (thread) => identifyNumbered(pid, workers, thread));
      return;
    }
    const own = ownTid();
    const known = { ownTid: own, helpers: new Set(helpers), workers: saidBy(workers), namesPool: namesPool(), poolSize: poolSize() };
    const lastOf = (tid: number) => workers.all().find((one) => one.tid === tid)?.ranUs ?? 0;
    this.poller = new ThreadPoller(reader, clockUs, identifyOwn(pid, known), lastOf, own);
  }

  /** `ofAll`: as before each `take`. Also where a worker thread has begun, which may end soon. */
  poll(ofAll: boolean): void {
    const { count } = this.workers;
    this.poller.poll(ofAll || count !== this.begun);
    this.begun = count;
  }

  take(): PolledThreads | null {
    return this.poller.take();
  }

  /** CPU time since it began; null: not known. */
  timesOf(kind: Extract<ThreadKind, 'main' | 'loopscope'>): Pick<ThreadReading, 'ranUs' | 'waitedUs'> | null {
    return this.poller.timesOf(kind);
  }
}

/** Read again only when another one has begun. */
function saidBy(workers: WorkerTable): WorkerTable['all'] {
  let known: ReturnType<WorkerTable['all']> = [];
  let count = 0;
  return () => {
    if (workers.count !== count) {
      count = workers.count;
      known = workers.all();
    }
    // Some may have been in the middle of it.
    if (known.length < Math.min(count, PLACES)) known = workers.all();
    return known;
  };
}

/** By Node's own numbers, which `NodeThreads` gives as negative ones. */
function identifyNumbered(pid: number, workers: WorkerTable, { tid }: ThreadReading): Identity {
  if (tid === pid) return { kind: 'main', thread: 0, title: '' };
  if (tid === OUR_PLACE) return { kind: 'loopscope', thread: null, title: '' };
  return { kind: 'worker', thread: -tid, title: workers.all().find(({ thread }) => thread === -tid)?.title ?? '' };
}
