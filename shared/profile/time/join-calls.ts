/**
 * Calls that are too narrow to be seen one by one, joined: what a picture draws of a row depends on its width in pixels, not on the
 * number of calls.
 *
 *     calls      |a||b||c|      |dddddddd||e|     |f|
 *     joined     |  3    |      |dddddddd||e|     |f|      at a resolution of two letters
 */
import type { Microseconds } from '../../base/units.ts';

/** Instead of the node of a single call. */
export const JOINED = -1;

/** Rectangles of one row in the order of time, as columns. */
export interface CallRow {
  readonly start: number[];
  readonly end: number[];
  /** Node of the call; JOINED: several calls. */
  readonly node: number[];
  /** Calls in it. */
  readonly count: number[];
  /** One call: its self time. Joined ones: the sum of their durations. */
  readonly time: number[];
  /** Whose code it is, into FRAME_KINDS; of joined calls the one with most of the time. */
  readonly kind: number[];
}

/** Collects one row. Calls, or rectangles that were joined at a finer resolution, come in the order of time. */
export class RowJoiner {
  readonly row: CallRow = { start: [], end: [], node: [], count: [], time: [], kind: [] };
  /** The last rectangle can still grow. */
  #isOpen = false;
  /** Durations in the open rectangle, and those of its kind. */
  #inside = 0;
  #ofKind = 0;

  /** Narrower calls than `least`, less than `least` apart, are joined. */
  constructor(private readonly least: Microseconds) {}

  add(start: Microseconds, end: Microseconds, node: number, count: number, time: Microseconds, kind: number): void {
    const { row, least } = this;
    const isWide = node !== JOINED && end - start >= least;
    const inside = node === JOINED ? time : end - start;
    const last = row.start.length - 1;
    if (!isWide && this.#isOpen && start - row.end[last]! < least && this.#fits(kind, last)) {
      row.end[last] = end;
      row.node[last] = JOINED;
      row.count[last]! += count;
      this.#inside += inside;
      row.time[last] = this.#inside;
      if (kind === row.kind[last]) this.#ofKind += inside;
      else if (inside > this.#ofKind) {
        row.kind[last] = kind;
        this.#ofKind = inside;
      }
      return;
    }
    row.start.push(start);
    row.end.push(end);
    row.node.push(node);
    row.count.push(count);
    row.time.push(time);
    row.kind.push(kind);
    this.#isOpen = !isWide;
    this.#inside = inside;
    this.#ofKind = inside;
  }

  /** Where another kind begins, another rectangle does, unless the one before it would be too narrow to be seen. */
  #fits(kind: number, last: number): boolean {
    const { row } = this;
    return kind === row.kind[last] || row.end[last]! - row.start[last]! < this.least;
  }
}
