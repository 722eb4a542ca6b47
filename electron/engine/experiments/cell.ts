/**
 * What a session is made of: a run, a comparison of many, or a profile of another tool. Whoever opens, shows, saves, renames or closes a
 * session asks its cell, and never which of them it is.
 */
import type { ComparisonSetup } from '../../../shared/model/comparison.ts';
import type { Failure, Outcome } from '../../../shared/model/failure.ts';
import type { Report } from '../../../shared/model/report.ts';
import type { Milliseconds, TimeWindow } from '../../../shared/model/units.ts';
import type { PrivateCollector } from '../../../shared/privacy/private-facts.ts';
import type { SessionInfo, SessionSummary } from '../../../shared/protocol/contract.ts';
import type { Comparison } from '../sessions/comparison.ts';
import type { OpenSession } from '../sessions/open-session.ts';
import type { Exported, TextFormat } from './export/formats.ts';
import type { LiveRun } from './run/live-run.ts';

/** Under which name a session is shown, and where its file is. */
export type SessionIdentity = Pick<SessionInfo, 'id' | 'name' | 'path'>;

/** What can be looked at by an id: a session, or one run of a comparison. */
export interface Shown {
  readonly open: OpenSession | Comparison;
  /** As it was recorded; null: it has no name of its own. */
  readonly name: string | null;
  info(identity: SessionIdentity): SessionInfo;
  report(window: TimeWindow | null, path: string | null): Promise<Report>;
  /** In another format; `pid`: only the profile of this process. */
  exportAs(format: TextFormat, report: Report, pid: number | null): Promise<Outcome<Exported>>;
  collectPrivateFacts(collector: PrivateCollector): Promise<void>;
}

/** A run, alone or out of a comparison. */
export interface ShownRun extends Shown {
  readonly open: OpenSession;
  /** Null: it has ended. */
  readonly live: LiveRun | null;
}

export interface ShownComparison {
  readonly open: Comparison;
  /** What is run, secrets and all; the file has them left out. */
  readonly asked: ComparisonSetup;
  /** Null: it is not running, or it is not known. */
  readonly leftMs: Milliseconds | null;
}

export interface Cell extends Shown {
  /** Resolves when what goes on has ended; null: it had ended before it came here. */
  readonly ended: Promise<unknown> | null;
  readonly isRunning: boolean;
  /** Whether there is anything to keep. */
  readonly hasMeasured: boolean;
  /** Whether it is written to session files: a profile of another tool stays in its own. */
  readonly isSavable: boolean;
  /** Whether its file has all there is of it, so that it can be read again from there. */
  readonly isWholeInFile: boolean;
  readonly failure: Failure | null;
  summary(): SessionSummary | null;

  rename(name: string): void;
  setNotes(text: string): Outcome<null>;
  /** While it goes on: keeps what was said about it beside what is being recorded. */
  writeDown(): Promise<void>;

  /** One of its runs; null: its only one. Throws FailureError where there is no such run. */
  run(index: number | null): Promise<ShownRun>;
  /** Throws FailureError where it is none. */
  comparison(): ShownComparison;

  /** Ends what goes on and keeps what was recorded. */
  stop(): Promise<void>;
  close(): Promise<void>;
}
