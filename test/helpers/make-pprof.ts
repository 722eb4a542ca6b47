/** Makes small files of pprof, for tests of what becomes of them. */
import { Function as Func, Line, Location, Profile, Sample, StringTable, ValueType } from 'pprof-format';

interface Row {
  /** Outermost function first. */
  readonly stack: readonly string[];
  readonly values: readonly number[];
}

/** `types`: names and units of the values of each row. All functions but states such as `(idle)` are in one file. */
export function makePprof(
  types: readonly (readonly [type: string, unit: string])[],
  rows: readonly Row[],
  file = '/srv/app.js',
): Uint8Array {
  const strings = new StringTable();
  const text = (value: string): number => strings.dedup(value);
  const names = [...new Set(rows.flatMap(({ stack }) => stack))];
  const idOf = (name: string): number => names.indexOf(name) + 1;
  return new Profile({
    sampleType: types.map(([type, unit]) => new ValueType({ type: text(type), unit: text(unit) })),
    function: names.map(
      (name) => new Func({ id: idOf(name), name: text(name), filename: text(name.startsWith('(') ? '' : file), startLine: idOf(name) }),
    ),
    location: names.map((name) => new Location({ id: idOf(name), line: [new Line({ functionId: idOf(name), line: idOf(name) })] })),
    sample: rows.map(({ stack, values }) => new Sample({ locationId: stack.map(idOf).reverse(), value: [...values] })),
    stringTable: strings,
  }).encode();
}
