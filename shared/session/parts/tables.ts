/** What parts with rows of a fixed width share. */
import type { Column } from '../../model/table.ts';
import { canonicalJson } from '../json.ts';
import { type Columns, type StoredFile, storedFile } from './part.ts';

export function rowOf<Row>(names: readonly Column<keyof Row & string>[], columns: Columns, row: number): Row {
  return Object.fromEntries(names.map(({ name }) => [name, columns[name]![row]!])) as Row;
}

/** The columns of a table for those who unpack the file: `about` has them and the number of rows. Null: there are none. */
export function aboutTable<State>(
  file: string,
  about: (state: State) => { readonly columns: readonly Column[]; readonly rows: number } | null,
): StoredFile<State> {
  return storedFile({
    write: { [file]: canonicalJson },
    of(state: State) {
      const known = about(state);
      return known && { byteOrder: 'little-endian', ...known };
    },
    leaveOut: (value) => value,
    shorten: (value) => value,
  });
}

/** JSON has no NaN; in a sample, which has numbers only, null is one. */
export function withNaN<Sample extends object>(sample: Sample): Sample {
  return Object.fromEntries(Object.entries(sample).map(([key, value]) => [key, value ?? Number.NaN])) as unknown as Sample;
}
