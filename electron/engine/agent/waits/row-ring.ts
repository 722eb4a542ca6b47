/**
 * Rows of numbers in shared memory, with one writer and one reader. What the reader was too late for is counted as lost.
 */

/** Captured: the user's program may replace the global. */
const { load, store } = Atomics;
/** One cell: how many were ever written, modulo 2^32. */
const HEAD_BYTES = 8;

export class RowRing<F extends string> {
  readonly buffer: SharedArrayBuffer;
  private readonly cells: Int32Array;
  private readonly rows: Float64Array;

  /** `capacity`: a power of two. */
  constructor(
    readonly fields: readonly F[],
    readonly capacity: number,
    buffer?: SharedArrayBuffer,
  ) {
    this.buffer = buffer ?? new SharedArrayBuffer(HEAD_BYTES + 8 * fields.length * capacity);
    this.cells = new Int32Array(this.buffer, 0, 1);
    this.rows = new Float64Array(this.buffer, HEAD_BYTES);
  }

  write(row: Readonly<Record<F, number>>): void {
    const { fields, cells, rows } = this;
    const written = cells[0]!;
    const at = (written & (this.capacity - 1)) * fields.length;
    for (let i = 0; i < fields.length; i++) rows[at + i] = row[fields[i]!];
    store(cells, 0, (written + 1) | 0);
  }

  reader(): RowReader {
    const { cells, rows, capacity } = this;
    return new RowReader(cells, rows, capacity, this.fields.length);
  }
}

/** Reads what is written after it was created. */
export class RowReader {
  private from: number;

  constructor(
    private readonly cells: Int32Array,
    private readonly rows: Float64Array,
    private readonly capacity: number,
    private readonly width: number,
  ) {
    this.from = load(cells, 0);
  }

  /**
   * Appends those since the last call to columns in the order of the fields, in whole numbers. Returns how many were lost: what the writer may be
   * overwriting right now is left out, so a ring is never read to its very end.
   */
  read(columns: readonly number[][]): number {
    const written = load(this.cells, 0);
    const waiting = (written - this.from) | 0;
    const lost = Math.max(0, waiting - this.capacity / 2);
    for (let row = lost; row < waiting; row++) {
      const at = ((this.from + row) & (this.capacity - 1)) * this.width;
      for (let i = 0; i < this.width; i++) columns[i]!.push(Math.round(this.rows[at + i]!));
    }
    this.from = written;
    return lost;
  }
}
