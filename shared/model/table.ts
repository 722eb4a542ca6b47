/** Tables of numbers: one typed array for each column. */
import type { Bytes } from '../base/units.ts';

export const ARRAYS = { Float64: Float64Array, Uint32: Uint32Array, Uint16: Uint16Array } as const;

interface ArrayOf {
  readonly Float64: Float64Array;
  readonly Uint32: Uint32Array;
  readonly Uint16: Uint16Array;
}

/** What a column of a table holds, and its description for those who unpack a file. */
export interface Column<Name extends string = string> {
  readonly name: Name;
  readonly type: keyof ArrayOf;
  readonly unit: string;
  readonly meaning: string;
}

/** The table that a list of columns describes. */
export type TableOf<Columns extends readonly Column[]> = { readonly [C in Columns[number] as C['name']]: ArrayOf[C['type']] };

const widthOf = ({ type }: Column): Bytes => ARRAYS[type].BYTES_PER_ELEMENT;

/** Bytes of one row. */
export function rowWidth(columns: readonly Column[]): Bytes {
  return columns.reduce((sum, column) => sum + widthOf(column), 0);
}

/** Wide columns first, so that every column of a block is aligned; otherwise in the order given. */
export function inBlockOrder<C extends Column>(columns: readonly C[]): readonly C[] {
  return [...columns].sort((a, b) => widthOf(b) - widthOf(a));
}
