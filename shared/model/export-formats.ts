/**
 * The formats that a session is written in for other tools and for readers. A format is one entry of the table; what writes it is in
 * `electron/engine/experiments/export/writers.ts`, and what a menu calls it in `words/en/run/head.ts` (`exportAs`): the compiler asks for both.
 */

/** What a format is of. `requests`: of those of a load of ours; `lesson`: of a comparison of a study. */
export type FormatKind = 'profile' | 'ticks' | 'requests' | 'report' | 'lesson';

interface FormatFacts {
  /** Of the file that is written. */
  readonly extension: string;
  /** Endings of files that name it on the command line, besides its own name. `report.json` is the document, whatever else is written as JSON. */
  readonly endings: readonly string[];
  readonly of: FormatKind;
  /** Whether it can be of a part of a run. A report says how all of it went, and a tick says nothing of when. */
  readonly holdsWindow: boolean;
  /** Made for others to read: what it tells is shown before it is saved. */
  readonly isForReaders: boolean;
  /** Made of a copy of the session without some of it, if that is asked for. */
  readonly canLeaveOut: boolean;
  /** Holds the profile of one thread, and only if it has times. */
  readonly isOfOneThread?: true;
  /** Holds profiles of several units. */
  readonly holdsUnits?: true;
  /** Frames can be folded away in it. */
  readonly folds?: true;
  /** The command line writes it by another flag. */
  readonly isUnnamed?: true;
}

const PROFILE = { of: 'profile', endings: [], holdsWindow: true, isForReaders: false, canLeaveOut: false } as const;
const REQUESTS = { ...PROFILE, of: 'requests' } as const;
const REPORT = { of: 'report', endings: [], holdsWindow: false, isForReaders: true, canLeaveOut: true } as const;

const TABLE = {
  cpuprofile: { ...PROFILE, extension: 'cpuprofile', isOfOneThread: true },
  speedscope: { ...PROFILE, extension: 'speedscope.json', endings: ['speedscope.json'], holdsUnits: true },
  pprof: { ...PROFILE, extension: 'pb.gz', endings: ['pb.gz'] },
  firefox: { ...PROFILE, extension: 'firefox.json', endings: ['firefox.json'], holdsUnits: true },
  collapsed: { ...PROFILE, extension: 'collapsed.txt' },
  svg: { ...PROFILE, extension: 'svg', folds: true },
  ticks: { ...PROFILE, of: 'ticks', extension: 'ticks.json', holdsWindow: false },
  autocannon: { ...REQUESTS, extension: 'autocannon.json' },
  hgrm: { ...REQUESTS, extension: 'hgrm' },
  csv: { ...REQUESTS, extension: 'csv' },
  json: { ...REPORT, extension: 'json', holdsWindow: true, isForReaders: false },
  html: { ...REPORT, extension: 'html', endings: ['htm'] },
  markdown: { ...REPORT, extension: 'md', endings: ['md'] },
  /** Markdown in short. */
  brief: { ...REPORT, extension: 'brief.md', isUnnamed: true },
  lesson: { ...REPORT, of: 'lesson', extension: 'lesson.html', endings: ['lesson.html'] },
} as const satisfies Record<string, FormatFacts>;

export type ExportFormat = keyof typeof TABLE;
/** The formats of one kind. */
export type FormatOf<Kind extends FormatKind> = {
  [F in ExportFormat]: (typeof TABLE)[F]['of'] extends Kind ? F : never;
}[ExportFormat];

export const EXPORTS: { readonly [F in ExportFormat]: FormatFacts } = TABLE;
export const EXPORT_FORMATS = Object.keys(TABLE) as readonly ExportFormat[];

export function formatsOf(kind: FormatKind): ExportFormat[] {
  return EXPORT_FORMATS.filter((format) => EXPORTS[format].of === kind);
}
