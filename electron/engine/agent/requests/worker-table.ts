/**
 * What the worker threads of the user's program say of themselves, in memory that they share with the agent's own thread: no message is
 * needed, so that it is known of a thread that never yields, and of one that has just ended.
 *
 *   head             | how many there have been | whether what they allocate is asked for
 *   cells of a place | tid | number | CPU, a double | bytes of its title | title ...
 *   heap of a place  | doubles: HEAP_FIELDS
 */
import { readlinkSync } from 'node:fs';
import * as threads from 'node:worker_threads';
import type { Bytes, Microseconds } from '../../../../shared/base/units.ts';
import type { HeapLevels } from '../threads/heap-meter.ts';
import { readOwnThread } from '../threads/thread-reader.ts';

/** Further threads take the places of the first ones, of which all has been read by then. */
export const PLACES = 512;
const PLACE_BYTES = 128;
const CELLS = PLACE_BYTES / 4;
const TID = 0;
const NUMBER = 1;
const RAN = 1;
const LENGTH = 4;
const TITLE_BYTES_AT = 20;
const MOST_TITLE_BYTES = PLACE_BYTES - TITLE_BYTES_AT;
const HEAD_BYTES = 8;
const [COUNT, WATCHED] = [0, 1] as const;
const HEAP_AT = HEAD_BYTES + PLACES * PLACE_BYTES;
const HEAP_FIELDS = ['at', 'allocated', 'heapUsed', 'heapTotal', 'external', 'arrayBuffers'] as const satisfies (keyof HeapOfThread)[];

/** How worker threads find it. */
const KEY = 'loopscope agent';
/** By default; the program has given it no name. */
const NO_NAME = 'WorkerThread';

export interface SaidByWorker {
  /** 0: the system does not number threads. */
  readonly tid: number;
  /** As Node numbers them. */
  readonly thread: number;
  readonly title: string;
  /** What it had used in all, where that is known; 0: it goes on. */
  readonly ranUs: Microseconds;
}

/** As the thread has told it last. */
export interface HeapOfThread extends HeapLevels {
  /** On the agent's clock; 0: it has told nothing. */
  readonly at: Microseconds;
  /** Since it was first asked; NaN: this Node does not tell. */
  readonly allocated: Bytes;
}

export class WorkerTable {
  private readonly head: Int32Array;
  private readonly cells: Int32Array;
  private readonly numbers: Float64Array;
  private readonly figures: Float64Array;

  constructor(readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(HEAP_AT + PLACES * HEAP_FIELDS.length * 8)) {
    this.head = new Int32Array(buffer, 0, 2);
    this.cells = new Int32Array(buffer, HEAD_BYTES, PLACES * CELLS);
    this.numbers = new Float64Array(buffer, HEAD_BYTES, (PLACES * CELLS) / 2);
    this.figures = new Float64Array(buffer, HEAP_AT);
  }

  /** How many there have been. */
  get count(): number {
    return Atomics.load(this.head, COUNT);
  }

  /** From now on threads tell what they allocate from their start. */
  watch(): void {
    Atomics.store(this.head, WATCHED, 1);
  }

  get isWatched(): boolean {
    return Atomics.load(this.head, WATCHED) === 1;
  }

  /** A thread begins. */
  add({ tid, thread, title }: Omit<SaidByWorker, 'ranUs'>): void {
    const place = Atomics.add(this.head, COUNT, 1) % PLACES;
    const bytes = Buffer.from(title).subarray(0, MOST_TITLE_BYTES);
    this.cells.fill(0, place * CELLS, (place + 1) * CELLS);
    this.figures.fill(0, place * HEAP_FIELDS.length, (place + 1) * HEAP_FIELDS.length);
    this.cells[place * CELLS + LENGTH] = bytes.length;
    Buffer.from(this.buffer, HEAD_BYTES + place * PLACE_BYTES + TITLE_BYTES_AT, MOST_TITLE_BYTES).set(bytes);
    this.cells[place * CELLS + NUMBER] = thread;
    // Last: it says that the rest is there.
    Atomics.store(this.cells, place * CELLS + TID, tid === 0 ? -thread : tid);
  }

  /** Of the thread of this number, unless its place has been taken by another one. */
  setRan(thread: number, ranUs: Microseconds): void {
    const place = this.placeOf(thread);
    if (place !== null) this.numbers[(place * CELLS) / 2 + RAN] = ranUs;
  }

  /** As `setRan`. */
  setHeap(thread: number, heap: HeapOfThread): void {
    const place = this.placeOf(thread);
    if (place === null) return;
    // The moment last: it says that the rest is of it.
    for (const [nth, field] of [...HEAP_FIELDS.entries()].reverse()) this.figures[place * HEAP_FIELDS.length + nth] = heap[field];
  }

  private placeOf(thread: number): number | null {
    for (let place = 0; place < Math.min(this.count, PLACES); place++) if (this.cells[place * CELLS + NUMBER] === thread) return place;
    return null;
  }

  all(): SaidByWorker[] {
    const found: SaidByWorker[] = [];
    for (let place = 0; place < Math.min(this.count, PLACES); place++) {
      const tid = Atomics.load(this.cells, place * CELLS + TID);
      const thread = this.cells[place * CELLS + NUMBER]!;
      if (tid === 0) continue;
      const length = Math.min(MOST_TITLE_BYTES, Math.max(0, this.cells[place * CELLS + LENGTH]!));
      const title = Buffer.from(this.buffer, HEAD_BYTES + place * PLACE_BYTES + TITLE_BYTES_AT, length).toString();
      found.push({ tid: Math.max(0, tid), thread, title, ranUs: this.numbers[(place * CELLS) / 2 + RAN]! });
    }
    return found;
  }

  heaps(): (Pick<SaidByWorker, 'tid' | 'thread'> & { readonly heap: HeapOfThread })[] {
    const found: ReturnType<WorkerTable['heaps']> = [];
    for (let place = 0; place < Math.min(this.count, PLACES); place++) {
      const tid = Atomics.load(this.cells, place * CELLS + TID);
      if (tid === 0) continue;
      const figures = HEAP_FIELDS.map((field, nth) => [field, this.figures[place * HEAP_FIELDS.length + nth]!]);
      const heap = Object.fromEntries(figures) as unknown as HeapOfThread;
      found.push({ tid: Math.max(0, tid), thread: this.cells[place * CELLS + NUMBER]!, heap });
    }
    return found;
  }

  /** In the main thread: every worker thread that begins from now on finds it. */
  share(): void {
    threads.setEnvironmentData(KEY, this.buffer);
  }
}

/** In a worker thread of the user's: that of its process; null: there is none. */
export function sharedTable(): WorkerTable | null {
  const buffer = threads.getEnvironmentData(KEY);
  return buffer instanceof SharedArrayBuffer ? new WorkerTable(buffer) : null;
}

/** In a worker thread of the user's, before his code; what it returns is called at its end. */
export function tellOfThread(table: WorkerTable): () => void {
  table.add({ tid: ownTid() ?? 0, thread: threads.threadId, title: ownTitle() });
  return () => {
    const ranUs = readOwnThread();
    if (ranUs !== null) table.setRan(threads.threadId, ranUs);
  };
}

/** Evaluated in a thread: where `tidIn` finds its number. */
export const linkExpression = "require('node:fs').readlinkSync('/proc/thread-self')";

/** As the system numbers the thread that asks; null: it does not. */
export function ownTid(): number | null {
  try {
    // Not of `fs.promises`, which would ask in a thread of libuv's pool.
    return tidIn(readlinkSync('/proc/thread-self'));
  } catch {
    return null;
  }
}

/** `PID/task/TID`. */
export function tidIn(link: string): number | null {
  const [, tid] = /\/task\/(\d+)$/.exec(link) ?? [];
  return tid === undefined ? null : Number(tid);
}

/** The name that its program gave it, which newer versions of Node tell, or its file. */
function ownTitle(): string {
  const name = (threads as { readonly threadName?: string | null }).threadName;
  if (name && name !== NO_NAME) return name;
  const file = process.argv[1] ?? '';
  return file.startsWith('[') ? '' : (file.split(/[\\/]/).pop() ?? '');
}
