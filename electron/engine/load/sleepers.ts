import type { Microseconds } from '../../../shared/base/units.ts';

interface Sleeper<T> {
  readonly one: T;
  readonly until: Microseconds;
}

/** What waits for a point in time, earliest first: a binary heap. */
export class Sleepers<T> {
  readonly #heap: Sleeper<T>[] = [];

  get isEmpty(): boolean {
    return this.#heap.length === 0;
  }

  /** When the first is due; Infinity: the heap is empty. */
  get next(): Microseconds {
    return this.#heap[0]?.until ?? Infinity;
  }

  add(one: T, until: Microseconds): void {
    const heap = this.#heap;
    const added = { one, until };
    let at = heap.length;
    for (let parent = (at - 1) >> 1; at > 0 && heap[parent]!.until > until; parent = (at - 1) >> 1) {
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = added;
  }

  /** Removes and returns the first that is due; null: none is. */
  take(now: Microseconds): T | null {
    const heap = this.#heap;
    const [first] = heap;
    if (first === undefined || first.until > now) return null;
    const last = heap.pop()!;
    if (heap.length > 0) this.#sink(last);
    return first.one;
  }

  /** Puts it in the place of the first, then moves it down below earlier ones. */
  #sink(last: Sleeper<T>): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < heap.length && heap[child + 1]!.until < heap[child]!.until) child++;
      if (child >= heap.length || heap[child]!.until >= last.until) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
  }
}
