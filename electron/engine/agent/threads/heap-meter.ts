/**
 * What a thread allocates in its heap, and its garbage collections. A `GCProfiler` (Node 18.15 and later) tells how much of the heap is used before
 * and after each collection; what grew between two of them was allocated:
 *
 *   allocated = sum over collections of (used before - used after the one before) + used now - used after the last
 *
 * Right to 1 or 2 % for objects of up to 16 kB. Of single ones of 40 to 100 kB it is 7 to 31 % more than the program asked for, as the rest of a page
 * is lost with each. Memory of Buffers is outside of the heap. Differences of the used heap at intervals would find next to nothing of it.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import type { Bytes, Microseconds } from '../../../../shared/base/units.ts';
import type { CollectionKind } from '../../../../shared/model/memory.ts';

/** Of V8's names for collections: the others are steps of marking, between which the program goes on. */
const MINOR = /^(?:Scavenge|MinorMark)/;
const FULL = 'MarkSweepCompact';

type Collection = ReturnType<GCProfiler['stop']>['statistics'][number];

/** Captured: the user's program may replace them. */
const Profiler: typeof GCProfiler | undefined = GCProfiler;
const { memoryUsage } = process;

/** Since the meter was made; `NaN`: this Node does not tell. */
export interface HeapFigures {
  readonly allocated: Bytes;
  /** Collections of all kinds. */
  readonly gcCount: number;
  readonly gcUs: Microseconds;
  readonly fullCount: number;
  readonly fullUs: Microseconds;
  readonly stepCount: number;
  readonly stepUs: Microseconds;
  /** Used after the last full collection. */
  readonly liveHeap: Bytes;
}

/** Of the thread that asks, at this moment. Of a worker thread its own: none of it is in those of the main thread. */
export interface HeapLevels {
  readonly heapUsed: Bytes;
  readonly heapTotal: Bytes;
  /** What is outside of the heap and held by objects in it, Buffers included. */
  readonly external: Bytes;
  readonly arrayBuffers: Bytes;
}

export class HeapMeter {
  private readonly known = { gcCount: 0, gcUs: 0, fullCount: 0, fullUs: 0, stepCount: 0, stepUs: 0 };
  private readonly profiler: RestartedProfiler | null;
  private last: Bytes = usedHeap();
  private liveHeap: Bytes = Number.NaN;
  private allocated: Bytes = 0;
  /** Of it, what the agent has allocated. */
  private own: Bytes = 0;

  /** `onPause`: told of each collection, whenever it is read. */
  constructor(
    private readonly onPause: (kind: CollectionKind, us: Microseconds) => void = () => {},
    profiler: typeof GCProfiler | undefined = Profiler,
  ) {
    this.profiler = profiler === undefined ? null : new RestartedProfiler(profiler);
    if (this.profiler === null) this.countOnly();
  }

  /** The agent's own work: what it allocates is none of the program's, unless a collection comes in the middle of it. */
  ours<T>(act: () => T): T {
    const before = usedHeap();
    const result = act();
    this.own += Math.max(0, usedHeap() - before);
    return result;
  }

  read(): HeapFigures {
    const { profiler } = this;
    if (profiler !== null) {
      const { collections, used } = profiler.take();
      for (const collection of collections) this.count(collection);
      this.allocated += used - this.last;
      this.last = used;
    }
    const kinds = profiler === null ? { fullCount: Number.NaN, fullUs: Number.NaN, stepCount: Number.NaN, stepUs: Number.NaN } : {};
    return { ...this.known, ...kinds, allocated: profiler === null ? Number.NaN : this.allocated - this.own, liveHeap: this.liveHeap };
  }

  private count({ gcType, cost, beforeGC, afterGC }: Collection): void {
    const { known } = this;
    this.allocated += beforeGC.heapStatistics.usedHeapSize - this.last;
    this.last = afterGC.heapStatistics.usedHeapSize;
    known.gcCount += 1;
    known.gcUs += cost;
    const kind = MINOR.test(gcType) ? 'minor' : gcType === FULL ? 'full' : 'step';
    this.onPause(kind, cost);
    if (kind === 'full') {
      known.fullCount += 1;
      known.fullUs += cost;
      this.liveHeap = this.last;
    } else if (kind === 'step') {
      known.stepCount += 1;
      known.stepUs += cost;
    }
  }

  /** Older versions of Node tell that there was a collection, and how long it took. */
  private countOnly(): void {
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        this.known.gcCount += 1;
        this.known.gcUs += duration * 1e3;
      }
    });
    observer.observe({ entryTypes: ['gc'] });
  }
}

/** A profiler tells all it knows when it stops. The next one begins before that: V8 may collect while the one that stops writes down what it knows. */
class RestartedProfiler {
  private profiler: GCProfiler;
  private newest: Collection | undefined;

  constructor(private readonly Profiler: typeof GCProfiler) {
    this.profiler = this.begin();
  }

  /** The collections since the last call, and how much of the heap was used after them. */
  take(): { readonly collections: readonly Collection[]; readonly used: Bytes } {
    const next = this.begin();
    const used = usedHeap();
    const { statistics } = this.profiler.stop();
    this.profiler = next;
    // One after the next profiler had begun and before the last one stopped is known to both.
    const collections = this.newest && isSame(this.newest, statistics[0]) ? statistics.slice(1) : statistics;
    this.newest = statistics[statistics.length - 1];
    return { collections, used };
  }

  private begin(): GCProfiler {
    const profiler = new this.Profiler();
    profiler.start();
    return profiler;
  }
}

function isSame(one: Collection, other: Collection | undefined): boolean {
  const usedBy = ({ beforeGC, afterGC }: Collection) => [beforeGC, afterGC].map(({ heapStatistics }) => heapStatistics.usedHeapSize);
  return other !== undefined && one.cost === other.cost && String(usedBy(one)) === String(usedBy(other));
}

export function readLevels(): HeapLevels {
  const { heapUsed, heapTotal, external, arrayBuffers } = memoryUsage();
  return { heapUsed, heapTotal, external, arrayBuffers };
}

function usedHeap(): Bytes {
  return getHeapStatistics().used_heap_size;
}
