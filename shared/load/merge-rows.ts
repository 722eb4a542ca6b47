/** Rows of several load processes as one sequence in order of completion. */
import type { Microseconds } from '../base/units.ts';
import { type PackedBatch, REQUEST_COLUMNS } from '../model/run.ts';
import { ARRAYS } from '../model/table.ts';
import { completionOf, rowCount, sliceRows, unpackRows } from './request-rows.ts';

/**
 * Each process hands over its rows in order of completion, and says up to which time they are complete. Rows are held back until all
 * processes have come that far.
 */
export class RowMerger {
  private readonly sources: { held: PackedBatch[]; until: Microseconds }[];

  constructor(processes: number) {
    this.sources = Array.from({ length: processes }, () => ({ held: [], until: 0 }));
  }

  /** `until`: nothing of this process completes before, µs since time 0; Infinity: nothing more will come. */
  add(process: number, batch: PackedBatch, until: Microseconds): void {
    const source = this.sources[process]!;
    if (rowCount(batch) > 0) source.held.push(batch);
    source.until = until;
  }

  /** Nothing more will come of this process. */
  end(process: number): void {
    this.sources[process]!.until = Infinity;
  }

  /** How far all have come. */
  get until(): Microseconds {
    return Math.min(...this.sources.map((source) => source.until));
  }

  /** The rows that can have no others before them. */
  take(): PackedBatch {
    const { until } = this;
    return mergeRows(this.sources.map((source) => takeBefore(source.held, until)).filter((batches) => batches.length > 0));
  }

  /** How many rows are held back. */
  get held(): number {
    return this.sources.reduce((sum, { held }) => sum + held.reduce((rows, batch) => rows + rowCount(batch), 0), 0);
  }
}

/** Removes the rows that complete up to this time; the rest of a batch stays. */
function takeBefore(held: PackedBatch[], until: Microseconds): PackedBatch[] {
  const taken: PackedBatch[] = [];
  while (held.length > 0) {
    const first = held[0]!;
    const rows = rowCount(first);
    const count = rowsBefore(first, until);
    if (count > 0) taken.push(sliceRows(first, 0, count));
    if (count < rows) {
      held[0] = sliceRows(first, count, rows);
      break;
    }
    held.shift();
  }
  return taken;
}

function rowsBefore(batch: PackedBatch, until: Microseconds): number {
  let count = rowCount(batch);
  while (count > 0 && completionOf(batch, count - 1) > until) count--;
  return count;
}

/** `runs`: batches that follow each other, of each process. */
export function mergeRows(runs: readonly (readonly PackedBatch[])[]): PackedBatch {
  const packed = runs.flat();
  if (packed.length === 1) return packed[0]!;
  const { batchOf, rowOf } = orderOf(runs);
  const batches = packed.map(unpackRows);
  const columns = REQUEST_COLUMNS.filter((column) => !('byDefault' in column) || packed.some((one) => one[column.name]));
  return Object.fromEntries(
    columns.map(({ name, type }) => {
      const column = new ARRAYS[type](rowOf.length);
      const parts = batches.map((batch) => batch[name]);
      for (let row = 0; row < column.length; row++) column[row] = parts[batchOf[row]!]![rowOf[row]!]!;
      return [name, column];
    }),
  ) as PackedBatch;
}

/** Which row of which batch comes at each place; batches are counted over all runs. */
function orderOf(runs: readonly (readonly PackedBatch[])[]): { readonly batchOf: Uint32Array; readonly rowOf: Uint32Array } {
  const total = runs.flat().reduce((sum, batch) => sum + rowCount(batch), 0);
  const [batchOf, rowOf] = [new Uint32Array(total), new Uint32Array(total)];
  let firstBatch = 0;
  const cursors = runs.map((run) => {
    const cursor = new Cursor(run, firstBatch);
    firstBatch += run.length;
    return cursor;
  });
  for (let at = 0; at < total; at++) {
    const next = cursors.reduce((soonest, cursor) => (cursor.completion < soonest.completion ? cursor : soonest));
    batchOf[at] = next.batch;
    rowOf[at] = next.row;
    next.advance();
  }
  return { batchOf, rowOf };
}

/** The next row of one process. */
class Cursor {
  row = 0;
  /** Infinity: there is none. */
  completion: Microseconds = Infinity;
  private at = 0;

  constructor(
    private readonly batches: readonly PackedBatch[],
    private readonly firstBatch: number,
  ) {
    this.look();
  }

  get batch(): number {
    return this.firstBatch + this.at;
  }

  advance(): void {
    this.row += 1;
    if (this.row === this.batches[this.at]!.start.length) {
      this.at += 1;
      this.row = 0;
    }
    this.look();
  }

  private look(): void {
    const batch = this.batches[this.at];
    this.completion = batch === undefined ? Infinity : completionOf(batch, this.row);
  }
}
