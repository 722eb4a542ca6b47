/** Numbers of a list in a snapshot, row by row, into one column for each field. */

import { refuse } from '../foreign/refuse.ts';
import { say } from '../words/said.ts';

export interface Column {
  /** Null: its numbers are not kept. */
  readonly to: Uint8Array | Uint32Array | Float64Array | null;
  /** The largest number that it may hold. */
  readonly most: number;
}

export class NumberRows {
  private field = 0;
  private row = 0;
  private readonly to: readonly Column['to'][];
  private readonly most: Float64Array;
  private readonly last: number;

  /** `list`: what the file calls it. `name`: of the file, for the sentences. */
  constructor(
    columns: readonly Column[],
    readonly count: number,
    private readonly list: string,
    private readonly name: string,
  ) {
    this.to = columns.map(({ to }) => to);
    this.most = Float64Array.from(columns, ({ most }) => most);
    this.last = columns.length - 1;
  }

  take(value: number): void {
    const { field, row } = this;
    if (row === this.count) refuse('damaged', say('snapshot.moreRows', { name: this.name, list: this.list, count: this.count }));
    if (value > this.most[field]!)
      refuse('damaged', say('snapshot.badNumber', { name: this.name, list: this.list, row, value: `${value}` }));
    const column = this.to[field]!;
    if (column !== null) column[row] = value;
    if (field < this.last) this.field = field + 1;
    else {
      this.field = 0;
      this.row = row + 1;
    }
  }

  /** Refuses a list that ended before its last row. */
  end(): void {
    if (this.row !== this.count || this.field !== 0)
      refuse('damaged', say('snapshot.fewerRows', { name: this.name, list: this.list, count: this.count, rows: this.row }));
  }
}
