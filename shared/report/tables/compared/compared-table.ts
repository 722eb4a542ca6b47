/** What a table of a comparison or of a grid is. Each declares itself in its file; `index.ts` lists them, and nothing else knows one by name. */
import type { ComparisonInfo, PercentileColumns } from '../../../model/comparison/comparison-info.ts';
import type { DiffFunctionRow } from '../../../model/profile/profile-views.ts';
import type { WeightUnit } from '../../../model/profile/weight-unit.ts';
import type { ProfileKind } from '../../../model/setup/captures.ts';
import type { ReportTable } from '../../table.ts';
import type { Surface as RunSurface } from '../run-table.ts';

/** `lesson`: a page for a class. */
export type Surface = RunSurface | 'lesson';

/** Tables that stand together. Which sections a surface has, and in which order, is its own matter. */
export type Section =
  | 'responses'
  | 'verdicts'
  | 'waits'
  | 'runs'
  | 'percentiles'
  | 'requests'
  | 'ticks'
  | 'functions'
  | 'settings'
  | 'places'
  | 'cells';

/** The functions of one variant, by its place, against those of the first, of one kind of profile. */
export interface PairFunctions {
  readonly b: number;
  readonly kind: ProfileKind;
  readonly unit: WeightUnit;
  readonly functions: readonly DiffFunctionRow[];
}

/** What tables are made of. Absent: it was not gathered, and tables of it are empty. */
export interface Compared {
  readonly info: ComparisonInfo;
  readonly percentiles?: PercentileColumns;
  readonly profiles?: readonly PairFunctions[];
}

/** `b`: the place of the variant that it sets against the first; absent: it is of all of them. */
export interface TableOfPair {
  readonly b?: number;
  readonly table: ReportTable;
}

export interface ComparedTable {
  /** One of its kind: its name after `--table`. */
  readonly id: string;
  readonly section: Section;
  /** One, or one for each variant against the first; empty: there is none. */
  readonly of: (compared: Compared) => readonly TableOfPair[];
  /** The same when it is asked for by its name; absent: as `of`. */
  readonly named?: ComparedTable['of'];
  /** What stands in its place where there is none. Not given, or empty: nothing. */
  readonly none?: (compared: Compared) => string;
  /** How many of the rows are shown, the first ones; absent: none, the table is not there. Two figures: of one table, and of each of several. */
  readonly on: Partial<Record<Surface, number | readonly [one: number, several: number]>>;
  /** Where the JSON document has its figures; absent: nowhere. */
  readonly key?: string;
  /** What it needs besides the description of the comparison. */
  readonly needs?: Exclude<keyof Compared, 'info'>;
}
