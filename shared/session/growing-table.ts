import { GrowableColumn } from '../load/growable-column.ts';
import { ARRAYS, type Column, type TableOf } from '../model/table.ts';

type NameOf<Columns extends readonly Column[]> = Columns[number]['name'];

/** A table of numbers that grows: a typed array for each column. A figure that a row does not have is NaN. */
export class GrowingTable<Columns extends readonly Column[]> {
  protected readonly of: {
    readonly [Name in NameOf<Columns>]: GrowableColumn<Extract<TableOf<Columns>[Name], Float64Array | Uint32Array | Uint16Array>>;
  };
  private readonly columnNames: readonly NameOf<Columns>[];

  constructor(columns: Columns) {
    this.columnNames = columns.map(({ name }) => name);
    this.of = Object.fromEntries(columns.map(({ name, type }) => [name, new GrowableColumn(ARRAYS[type] as never)])) as never;
  }

  get rows(): number {
    return this.of[this.columnNames[0]!].length;
  }

  push(row: { readonly [Name in NameOf<Columns>]?: number | undefined }): void {
    for (const name of this.columnNames) this.of[name].push(row[name] ?? Number.NaN);
  }

  get(name: NameOf<Columns>, row: number): number {
    return this.of[name].get(row);
  }

  row(row: number): { readonly [Name in NameOf<Columns>]: number } {
    return Object.fromEntries(this.columnNames.map((name) => [name, this.of[name].get(row)])) as never;
  }

  /** The columns as they are: views, good until the next row. */
  table(): TableOf<Columns> {
    return Object.fromEntries(this.columnNames.map((name) => [name, this.of[name].view()])) as never;
  }
}
