/** What a table of a run is. Each declares itself in its file; `index.ts` lists all of them, and nothing else knows one by name. */
import { type Environment, HEAVY_LIMIT, type RunReport } from '../../model/report.ts';
import type { ReportTable } from '../table.ts';

export type Surface = 'screen' | 'terminal' | 'html' | 'markdown' | 'brief';

/** Tables that stand together. Which sections a surface has, and in which order, is its own matter. */
export type Section =
  | 'failures'
  | 'speed'
  | 'parts'
  | 'levels'
  | 'requests'
  | 'periods'
  | 'percentiles'
  | 'counts'
  | 'routes'
  | 'routeTime'
  | 'waits'
  | 'timings'
  | 'tool'
  | 'captured'
  | 'server'
  | 'memory'
  | 'threads'
  | 'functions'
  | 'lines'
  | 'blocked'
  | 'profile'
  | 'exact'
  | 'ticks'
  | 'leak'
  | 'limit'
  | 'environment';

/** What a surface has asked for, or knows besides the report. */
export interface Beside {
  /** Of percentiles, each with its 95 % interval. */
  readonly intervals?: boolean;
  readonly environment?: Environment | null;
  /** What processes are called, by their number. */
  readonly titles?: ReadonlyMap<number, string>;
  /** A profile was asked for. */
  readonly isProfiled?: boolean;
}

export const ALL = Number.POSITIVE_INFINITY;

/** Of functions and their groups, and of blocking calls, a report has no more than the first: there may be more of them. */
export const mayBeCut = (rows: readonly unknown[]): boolean => rows.length >= HEAVY_LIMIT;

/** How many of the rows are shown, the first ones; absent: none, the table is not there. */
export interface Shows extends Partial<Record<Exclude<Surface, 'brief'>, number>> {
  /** The second where requests have a table of their own: all tables together are under 100 lines. */
  readonly brief?: readonly [most: number, besideRequests: number];
}

/** With all of its rows. */
export const ON_PAGES = { screen: ALL, html: ALL, markdown: ALL };
export const EVERYWHERE = { ...ON_PAGES, terminal: ALL };

/** `Run`: as much of the report as it is made of. */
export interface RunTable<Run = RunReport> {
  /** One of its kind: its name after `--table`, where it is on the terminal. */
  readonly id: string;
  readonly section: Section;
  /** Null: the run has none. */
  readonly of: (run: Run, beside: Beside) => ReportTable | null;
  readonly on: Shows;
  /** What stands in its place where the run has none. Not given, or empty: nothing. */
  readonly none?: (run: Run, on: Surface, beside: Beside) => string;
  /** Where the JSON document has its figures; of every table with a name on the terminal. */
  readonly key?: string;
  /** On the terminal it is only named unasked. */
  readonly isLater?: true;
  /** Rows on the terminal, and what is said where there are none, when it is asked for by its name. */
  readonly alone?: { readonly most?: number; readonly none?: (run: Run) => string };
  /** The table below which it stands on the terminal, under whose name. */
  readonly below?: string;
  /** As a file, with all that stands below it. */
  readonly file?: (run: Run) => ReportTable | null;
}

/** As much as profiles of other tools have, too. */
export type Profiled = Pick<RunReport, 'profile' | 'ticks'>;
