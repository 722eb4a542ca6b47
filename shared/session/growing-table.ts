import { GrowableColumn } from '../load/growable-column.ts';
import { ARRAYS, type Column, type TableOf } from '../model/table.ts';

type NameOf<Columns extends readonly Column[]> = Columns[number]['name'];

/** A table of numbers that grows: a typed array for each column. A figure that a row does not have is NaN. */
export class GrowingTable<Columns extends readonly Column[]> {
  protected readonly of: {
    readonly [Name in NameOf<Columns>]: GrowableColumn<Extract<TableOf<Columns>[Name], Float64Array | Uint32Array | Uint16Array>>;
  };
  private readonly listed: readonly (readonly [name: NameOf<Columns>, column: GrowableColumn<Float64Array | Uint32Array | Uint16Array>])[];

  constructor(columns: Columns) {
    this.listed = columns.map(({ name, type }) => [name, new GrowableColumn<Float64Array | Uint32Array | Uint16Array>(ARRAYS[type])]);
    this.of = Object.fromEntries(this.listed) as never;
  }

  get rows(): number {
    return this.listed[0]![1].length;
  }

  push(row: { readonly [Name in NameOf<Columns>]?: number | undefined }): void {
    for (const [name, column] of this.listed) column.push(row[name] ?? Number.NaN);
  }

  get(name: NameOf<Columns>, row: number): number {
    return this.of[name].get(row);
  }

  row(row: number): { readonly [Name in NameOf<Columns>]: number } {
    const figures: Record<string, number> = {};
    for (const [name, column] of this.listed) figures[name] = column.get(row);
    return figures as never;
  }

  /** The columns as they are: views, good until the next row. */
  table(): TableOf<Columns> {
    return Object.fromEntries(this.listed.map(([name, column]) => [name, column.view()])) as never;
  }
}
