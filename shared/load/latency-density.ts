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
import type { Microseconds } from '../base/units.ts';
import { isAsExpected, type PackedBatch } from '../model/run.ts';
import type { DensityColumns } from '../model/series.ts';
import { completionOf, intendedOf, rowCount } from './request-rows.ts';

/** The first row takes what is faster, the last one what is slower. */
const FROM: Microseconds = 10;
const DECADES = 8;

/** How fine the cells are. */
export interface Grain {
  readonly rowsPerDecade: number;
  /** Of a column, as long as there are few. */
  readonly cell: Microseconds;
  readonly mostColumns: number;
}

/** For a picture: about as many columns as a chart on a large screen has pixels. */
const OF_PICTURE: Grain = { rowsPerDecade: 10, cell: 1_000_000, mostColumns: 1_024 };

export class LatencyDensity {
  private readonly edges: Float64Array;
  private readonly rows: number;
  private readonly mostColumns: number;
  /** Of a column. */
  private cell: Microseconds;
  private columns = 0;
  private counts: Uint32Array;

  constructor({ rowsPerDecade, cell, mostColumns }: Grain = OF_PICTURE) {
    this.rows = rowsPerDecade * DECADES;
    this.cell = cell;
    this.mostColumns = mostColumns;
    // Whole microseconds, as latencies are: each belongs to exactly one row.
    this.edges = Float64Array.from({ length: this.rows + 1 }, (_, row) => Math.round(FROM * 10 ** (row / rowsPerDecade)));
    this.counts = new Uint32Array(64 * this.rows);
  }

  /** The responses that are part of the latency. `until`: end of the measured phase; later responses have no place on its axis. */
  addRows(batch: PackedBatch, until: Microseconds = Number.POSITIVE_INFINITY): void {
    for (let row = 0; row < rowCount(batch); row++)
      if (isTimed(batch, row) && completionOf(batch, row) <= until + 1) this.add(completionOf(batch, row), batch.latency[row]!);
  }

  /** The same, by when their requests were due. */
  addByStart(batch: PackedBatch): void {
    for (let row = 0; row < rowCount(batch); row++) if (isTimed(batch, row)) this.add(intendedOf(batch, row), batch.latency[row]!);
  }

  /** A response of so long after time 0, and how long it took. */
  add(at: Microseconds, latency: Microseconds): void {
    let column = Math.max(0, Math.floor(at / this.cell));
    while (column >= this.mostColumns) {
      this.halve();
      column = Math.floor(at / this.cell);
    }
    if (column >= this.columns) this.reach(column + 1);
    this.counts[column * this.rows + rowOf(latency, this.edges)]! += 1;
  }

  /** Only the rows that anything is in. */
  toColumns(): DensityColumns {
    const used = Array.from({ length: this.rows }, (_, row) => row).filter((row) => this.isUsed(row));
    const [first, last] = [used[0] ?? 0, used[used.length - 1] ?? -1];
    const rows = last - first + 1;
    const counts = new Uint32Array(this.columns * rows);
    for (let column = 0; column < this.columns; column++)
      counts.set(this.counts.subarray(column * this.rows + first, column * this.rows + last + 1), column * rows);
    return { meta: { cellMs: this.cell / 1_000, rows }, counts, edgesMs: this.edges.slice(first, last + 2).map((us) => us / 1_000) };
  }

  private isUsed(row: number): boolean {
    for (let column = 0; column < this.columns; column++) if (this.counts[column * this.rows + row]! > 0) return true;
    return false;
  }

  private reach(columns: number): void {
    if (columns * this.rows > this.counts.length) {
      const larger = new Uint32Array(Math.min(this.mostColumns, 2 ** Math.ceil(Math.log2(columns))) * this.rows);
      larger.set(this.counts);
      this.counts = larger;
    }
    this.columns = columns;
  }

  private halve(): void {
    const halved = new Uint32Array(this.counts.length);
    for (let column = 0; column < this.columns; column++)
      for (let row = 0; row < this.rows; row++) halved[(column >> 1) * this.rows + row]! += this.counts[column * this.rows + row]!;
    this.counts = halved;
    this.columns = (this.columns + 1) >> 1;
    this.cell *= 2;
  }
}

/** The last row that begins at or below it. */
function rowOf(latency: Microseconds, edges: Float64Array): number {
  let [low, high] = [0, edges.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (edges[middle]! <= latency) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isTimed(batch: PackedBatch, row: number): boolean {
  return isAsExpected(batch.status[row]!, batch.unmet?.[row]) && !batch.stale?.[row];
}
