/**
 * What a session is made of: a run, a comparison, a profile from another tool, or a study of unknown services. Code that opens, shows, saves, renames or closes a
 * session calls its cell without knowing which of them it is.
 */

import type { Milliseconds, TimeWindow } from '../../../shared/base/units.ts';
import type { PrivatePart } from '../../../shared/copies/private-facts.ts';
import type { SectionId } from '../../../shared/derive/sections/sections.ts';
import type { ComparisonSetup } from '../../../shared/model/comparison/comparison.ts';
import type { ExportFormat } from '../../../shared/model/export-formats.ts';
import type { Failure, Outcome } from '../../../shared/model/failure.ts';
import type { RecentSummary } from '../../../shared/model/recent-session.ts';
import type { Report } from '../../../shared/model/report.ts';
import type { PartialReport, SessionInfo } from '../../../shared/protocol/session-contract.ts';
import type { Comparison } from '../sessions/comparison.ts';
import type { OpenSession } from '../sessions/open-session.ts';
import type { Opened } from '../sessions/opened.ts';
import type { Exported, ExportedPart } from './export/formats.ts';
import type { LiveRun } from './run/live-run.ts';

/** The name of a session and the path of its file. */
export type SessionIdentity = Pick<SessionInfo, 'id' | 'name' | 'path'>;

/** What is said of a run, where a session is none: neither a set-up nor processes are its own. */
export const OF_NO_RUN = {
  elapsedMs: {},
  question: null,
  setup: null,
  url: null,
  node: null,
  processes: [],
  threads: [],
  exactPass: null,
  profileKinds: [],
  exit: null,
  imported: null,
  progress: null,
} as const satisfies Partial<SessionInfo>;

/** Anything with an id that can be shown: a session, or one run of a comparison. */
export interface Shown {
  readonly open: Opened;
  /** The recorded name; null: none. */
  readonly name: string | null;
  info(identity: SessionIdentity): SessionInfo;
  /** `sections`: of a run, only these of its figures. */
  report(window: TimeWindow | null, path: string | null, sections?: readonly SectionId[]): Promise<PartialReport>;
  /** The run in another format; `report`: that of the same part. */
  exportAs(format: ExportFormat, report: Report, part: ExportedPart): Promise<Outcome<Exported>>;
  /** The parts that are searched for private data. */
  privateParts(): AsyncIterable<PrivatePart>;
}

/** A run, on its own or part of a comparison. */
export interface ShownRun extends Shown {
  readonly open: OpenSession;
  /** What is running; null: it has ended. */
  readonly live: LiveRun | null;
}

export interface ShownComparison {
  readonly open: Comparison;
  /** The set-up with its secrets, which the file does not contain. */
  readonly asked: ComparisonSetup;
  /** Null: it is not running, or it is not known. */
  readonly leftMs: Milliseconds | null;
}

export interface Cell extends Shown {
  /** Resolves when the run or comparison has ended; null: it had already ended when it was opened. */
  readonly ended: Promise<unknown> | null;
  readonly isRunning: boolean;
  /** Progress of what is running, 0 to 1; null: not known. */
  readonly done: number | null;
  readonly isStopping: boolean;
  /** Whether there is anything to save. */
  readonly hasMeasured: boolean;
  /** Whether changes are saved. The file of another tool is not written; saving makes a session of it. */
  readonly isSavable: boolean;
  /** Whether its file is complete, so that it can be reloaded from there. */
  readonly isWholeInFile: boolean;
  readonly failure: Failure | null;
  summary(): RecentSummary | null;

  rename(name: string): void;
  setNotes(text: string): Outcome<null>;
  /** While it is running: stores name and notes with the recording. */
  writeDown(): Promise<void>;

  /** One of its runs; null: the only one. Throws FailureError if there is no such run. */
  run(index: number | null): Promise<ShownRun>;
  /** Throws FailureError if it is not one. */
  comparison(): ShownComparison;

  /** Stops the run or comparison and keeps what was recorded. */
  stop(): Promise<void>;
  close(): Promise<void>;
}
