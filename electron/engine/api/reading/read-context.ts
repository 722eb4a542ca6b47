import type { Microseconds, Milliseconds, TimeWindow } from '../../../../shared/base/units.ts';
import type { SectionId } from '../../../../shared/derive/sections/sections.ts';
import type { PartialReport, SessionInfo } from '../../../../shared/protocol/session-contract.ts';
import type { RunRecording } from '../../../../shared/session/recording.ts';
import type { Comparison } from '../../sessions/comparison.ts';
import type { OpenSession } from '../../sessions/open-session.ts';

/** Sessions to read from, whoever holds them. */
export interface ReadableSessions {
  /** A run, on its own or of a comparison. Throws FailureError if it is not one, or not open. */
  view(sessionId: string): Promise<{ readonly open: OpenSession }>;
  /** `leftMs` null: it is not running, or it is not known. Throws FailureError as above. */
  comparison(sessionId: string): { readonly open: Comparison; readonly leftMs: Milliseconds | null };
  info(sessionId: string): Promise<SessionInfo>;
  report(sessionId: string, window: TimeWindow | null, sections?: readonly SectionId[]): Promise<PartialReport>;
}

/** What is recorded of a run. Throws FailureError as `view` does. */
export async function recordingOf(sessions: ReadableSessions, sessionId: string): Promise<RunRecording> {
  return (await sessions.view(sessionId)).open.recording;
}

/** All that a handler may work with that only reads. */
export interface ReadContext {
  readonly sessions: ReadableSessions;
  /** On the clock of the recordings: how long one has been going on. */
  nowUs(): Microseconds;
}
