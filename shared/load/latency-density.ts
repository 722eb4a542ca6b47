/**
 * How many responses took how long, over time: cells of time x latency, for a picture.
 *
 *   latency │ · ·   1           ten rows to each tenfold, 26 % apart: two rows tell 20 ms from 25 ms, and three decades are 30 rows,
 *           │ 4 3 9 7 8         each some pixels high
 *           │ 60 58 61 60 55    at first a second wide; when there are too many, two neighbours become one, as often as needed
 *           └──────────────► time of the response
 *
 * So it takes 330 kB at most, however long a run is.
 */
import { isAsExpected, type PackedBatch } from '../model/run.ts';
import type { Microseconds } from '../model/units.ts';
import type { DensityColumns } from '../protocol/series.ts';
import { completionOf, rowCount } from './request-rows.ts';

export const ROWS_PER_DECADE = 10;
/** The first row takes what is faster, the last one what is slower. */
const FROM: Microseconds = 10;
const DECADES = 8;
const ROWS = ROWS_PER_DECADE * DECADES;
/** About as many as a chart on a large screen has pixels. */
const MOST_COLUMNS = 1_024;
const SECOND: Microseconds = 1_000_000;

/** Whole microseconds, as latencies are: each belongs to exactly one row. */
const EDGES = Float64Array.from({ length: ROWS + 1 }, (_, row) => Math.round(FROM * 10 ** (row / ROWS_PER_DECADE)));

export class LatencyDensity {
  /** Of a column. */
  private cell: Microseconds = SECOND;
  private columns = 0;
  private counts = new Uint32Array(64 * ROWS);

  /** The responses that are part of the latency. `until`: end of the measured phase; later responses have no place on its axis. */
  addRows(batch: PackedBatch, until: Microseconds = Number.POSITIVE_INFINITY): void {
    for (let row = 0; row < rowCount(batch); row++)
      if (isAsExpected(batch.status[row]!, batch.unmet?.[row]) && !batch.stale?.[row] && completionOf(batch, row) <= until + 1)
        this.add(completionOf(batch, row), batch.latency[row]!);
  }

  /** A response that came so long after time 0, and how long it took. */
  add(completion: Microseconds, latency: Microseconds): void {
    let column = Math.max(0, Math.floor(completion / this.cell));
    while (column >= MOST_COLUMNS) {
      this.halve();
      column = Math.floor(completion / this.cell);
    }
    if (column >= this.columns) this.reach(column + 1);
    this.counts[column * ROWS + rowOf(latency)]! += 1;
  }

  /** Only the rows that anything is in. */
  toColumns(): DensityColumns {
    const used = Array.from({ length: ROWS }, (_, row) => row).filter((row) => this.isUsed(row));
    const [first, last] = [used[0] ?? 0, used[used.length - 1] ?? -1];
    const rows = last - first + 1;
    const counts = new Uint32Array(this.columns * rows);
    for (let column = 0; column < this.columns; column++)
      counts.set(this.counts.subarray(column * ROWS + first, column * ROWS + last + 1), column * rows);
    return { meta: { cellMs: this.cell / 1_000, rows }, counts, edgesMs: EDGES.slice(first, last + 2).map((us) => us / 1_000) };
  }

  private isUsed(row: number): boolean {
    for (let column = 0; column < this.columns; column++) if (this.counts[column * ROWS + row]! > 0) return true;
    return false;
  }

  private reach(columns: number): void {
    if (columns * ROWS > this.counts.length) {
      const larger = new Uint32Array(Math.min(MOST_COLUMNS, 2 ** Math.ceil(Math.log2(columns))) * ROWS);
      larger.set(this.counts);
      this.counts = larger;
    }
    this.columns = columns;
  }

  private halve(): void {
    const halved = new Uint32Array(this.counts.length);
    for (let column = 0; column < this.columns; column++)
      for (let row = 0; row < ROWS; row++) halved[(column >> 1) * ROWS + row]! += this.counts[column * ROWS + row]!;
    this.counts = halved;
    this.columns = (this.columns + 1) >> 1;
    this.cell *= 2;
  }
}

/** The last row that begins at or below it. */
function rowOf(latency: Microseconds): number {
  let [low, high] = [0, ROWS - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (EDGES[middle]! <= latency) low = middle;
    else high = middle - 1;
  }
  return low;
}
