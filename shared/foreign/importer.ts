/** What every reader of a file of another tool gives, and how it is chosen. */
import type { HeapSummary } from '../model/heap-summary.ts';
import type { LoadResult } from '../model/load/load-result.ts';
import type { Profile } from '../model/profile/profile.ts';
import type { Ticks } from '../model/profile/ticks.ts';
import type { Said } from '../words/said.ts';

export const PROFILE_FORMATS = [
  'cpuprofile',
  'trace',
  'heapprofile',
  'speedscope',
  'firefox',
  'collapsed',
  'perf',
  'pprof',
  'v8-log',
  'preprocessed',
  'prof-process',
  '0x',
] as const;
export const LOAD_FORMATS = [
  'autocannon',
  'artillery',
  'k6-summary',
  'k6-points',
  'k6-csv',
  'ab',
  'ab-csv',
  'ab-tsv',
  'wrk',
  'wrk2',
] as const;
export const SNAPSHOT_FORMATS = ['heapsnapshot'] as const;
export const IMPORT_FORMATS = [...PROFILE_FORMATS, ...LOAD_FORMATS, ...SNAPSHOT_FORMATS] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Which of several kinds of values of a file is shown. */
export interface ImportedValues {
  /** In the order of the file, as they are asked for. */
  readonly names: readonly string[];
  /** The place of the one that is shown. */
  readonly shown: number;
}

/** What a file holds, checked: names are shortened, what cannot be seen in them is visible, sizes are bounded. */
export interface Imported {
  readonly format: ImportFormat;
  /** Of process 0; each is a thread of its own, numbered from 0. */
  readonly profiles: readonly Profile[];
  /** What the file calls each of them; empty: nothing. */
  readonly titles: readonly string[];
  /** Whether functions have the files they are in; where they have none, their names say whose code they are. */
  readonly hasPlaces: boolean;
  /** Classic ticks; null: none. */
  readonly ticks: Ticks | null;
  /** Absent: its format has values of one kind. */
  readonly values?: ImportedValues;
  /** What its file calls what it measures; absent: it has no name for it, or counts samples of a stack. */
  readonly called?: string;
  /** What has to be known to read the figures. */
  readonly notes: readonly Said[];
  /** What a load tool has measured; absent: the file is of a profiler. */
  readonly load?: LoadResult;
  /** What is told of a snapshot of a heap; absent: the file is none. */
  readonly heap?: HeapSummary;
}

/** The same with what the file is called. */
export interface ImportedFile extends Imported {
  readonly file: string;
}

/** In some tools' files profiles are members of lists; in others, each thread of a large program has one. */
export const MOST_PROFILES = 1_000;

/** The beginning of a text: enough to tell the formats apart by their content, whatever the file is called. */
export interface Glance {
  /** The brackets it begins with, `{` or `[[{`; empty: it is no JSON. */
  readonly brackets: string;
  /** Keys of the outermost object; of a list, those of its first member. Grows until somebody knows them. */
  readonly keys: ReadonlySet<string>;
  /** The first lines that are not empty. */
  readonly lines: readonly string[];
  /** Whether these words are anywhere in the text. */
  readonly includes: (words: string) => boolean;
  /** Whether this is anywhere in the text. Reads all of it: for a text whose beginning does not say what it is. */
  readonly matches: (pattern: RegExp) => boolean;
}

export interface Importer {
  /** Whether the text is of this format. */
  sniff(glance: Glance): boolean;
  /** Its files may have values of several kinds for each stack, or samples of several events, of which one is read. */
  readonly hasValues?: true;
  /**
   * Refuses what is broken, and names the place: to be called within `orRefused`. `name`: of the file, for the sentences. `value`: the kind of
   * values that is asked for, if it has several; not given: none.
   */
  read(text: string, name: string, value?: string | null): Imported;
}
