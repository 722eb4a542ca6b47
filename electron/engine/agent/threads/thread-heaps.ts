/**
 * What the worker threads of the user's program allocate. Each is asked by our own thread, over a channel of the process, and answers in shared
 * memory when it comes back to its event loop. One that never does so, and works meanwhile, is behind: what it has allocated is not known.
 */
import { readFileSync } from 'node:fs';
import { BroadcastChannel, threadId } from 'node:worker_threads';
import type { Bytes, Microseconds, Milliseconds } from '../../../../shared/base/units.ts';
import { clockUs } from '../hrtime.ts';
import type { WorkerTable } from '../requests/worker-table.ts';
import { type HeapLevels, HeapMeter, readLevels } from './heap-meter.ts';
import { parseSchedstat } from './thread-reader.ts';
import { unrefChannel } from './unref-channel.ts';

const CHANNEL = 'loopscope.agent.heap';
/** A thread that has run no longer than this since it answered has allocated next to nothing. */
const IDLE_US: Microseconds = 20_000;
/** How often it is looked whether all have answered. */
const LOOK_EVERY_MS: Milliseconds = 5;

/** In a thread of the user's. V8 is asked to tell of its collections once somebody wants to know. The result tells what is left, at the end of the thread. */
export function tellThreadHeap(table: WorkerTable): () => void {
  let meter = table.isWatched ? new HeapMeter() : null;
  const tell = (known: HeapMeter): void =>
    known.ours(() => table.setHeap(threadId, { ...readLevels(), allocated: known.read().allocated, at: clockUs() }));
  const channel = new BroadcastChannel(CHANNEL);
  unrefChannel(channel);
  channel.onmessage = () => {
    meter ??= new HeapMeter();
    tell(meter);
  };
  return () => {
    if (meter !== null) tell(meter);
  };
}

/** Levels are of the main thread and the worker threads that live, together. */
export interface HeapsOfProcess extends HeapLevels {
  /** Of `heapUsed`, by worker threads. */
  readonly ofWorkers: Bytes;
  /** By worker threads since they were first asked, those that have ended included; NaN: this Node does not tell. */
  readonly allocated: Bytes;
  /** How many have not answered, and worked since they did. */
  readonly behind: number;
  /** Until when all of them have told, on the agent's clock. */
  readonly toldAt: Microseconds;
}

interface KnownThread {
  at: Microseconds;
  allocated: Bytes;
  /** CPU time when it answered, or was first seen; null: not known. */
  ranUs: Microseconds | null;
}

/** In ours. */
export class ThreadHeaps {
  private readonly channel = new BroadcastChannel(CHANNEL);
  /** By Node's number. */
  private known = new Map<number, KnownThread>();
  private allocated: Bytes = 0;
  private askedAt: Microseconds = Number.POSITIVE_INFINITY;

  /** `sharedBytes`: memory that our thread shares with the main thread, and that is none of the program's. `ranOf`: the CPU time of a thread by its number in the system; null: it has ended, undefined: the system does not tell. */
  constructor(
    private readonly table: WorkerTable,
    private readonly sharedBytes: Bytes,
    private readonly ranOf: (tid: number) => Microseconds | null | undefined = ranOfOwn,
  ) {
    unrefChannel(this.channel);
  }

  /** Without worker threads nothing happens. */
  ask(): void {
    this.table.watch();
    if (this.table.count === 0) return;
    this.askedAt = clockUs();
    this.channel.postMessage(null);
  }

  /** As `ask`; resolves when all that can have answered, or after so long. */
  async askAndWait(withinMs: Milliseconds): Promise<void> {
    this.ask();
    const { askedAt } = this;
    const until = askedAt + withinMs * 1e3;
    while (clockUs() < until && this.table.heaps().some((one) => one.heap.at < askedAt && this.isAlive(one.tid)))
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }

  read(main: HeapLevels & { readonly clock: Microseconds }): HeapsOfProcess {
    const { heapUsed, heapTotal, external } = main;
    const sum = { heapUsed, heapTotal, external, arrayBuffers: Math.max(0, main.arrayBuffers - this.sharedBytes) };
    const known = new Map<number, KnownThread>();
    let [behind, toldAt] = [0, main.clock];
    for (const { tid, thread, heap } of this.table.heaps()) {
      const ranUs = this.ranOf(tid);
      const before = this.known.get(thread) ?? { at: 0, allocated: 0, ranUs: ranUs ?? null };
      if (heap.at !== before.at) this.allocated += heap.allocated - before.allocated;
      known.set(thread, heap.at === before.at ? before : { at: heap.at, allocated: heap.allocated, ranUs: ranUs ?? null });
      if (ranUs === null) continue;
      for (const level of ['heapUsed', 'heapTotal', 'external', 'arrayBuffers'] as const) sum[level] += heap[level];
      // One that is asked and idle has nothing to tell.
      if (heap.at >= this.askedAt) toldAt = Math.min(toldAt, heap.at);
      else if (this.hasRun(before, ranUs)) behind += 1;
    }
    this.known = known;
    return { ...sum, ofWorkers: sum.heapUsed - heapUsed, allocated: this.allocated, behind, toldAt };
  }

  private hasRun({ ranUs: before }: KnownThread, ranUs: Microseconds | undefined): boolean {
    return before === null || ranUs === undefined || ranUs - before > IDLE_US;
  }

  private isAlive(tid: number): boolean {
    return this.ranOf(tid) !== null;
  }
}

function ranOfOwn(tid: number): Microseconds | null | undefined {
  if (tid === 0) return undefined;
  try {
    return parseSchedstat(readFileSync(`/proc/self/task/${tid}/schedstat`))?.ranUs;
  } catch {
    return null;
  }
}
