/**
 * What is recorded, in the order it happened. The one door for data: a live run appends these entries to the journal and
 * to a RunRecording; opening a saved session replays them into a RunRecording. So both show the same.
 */
import type { Microseconds } from '../base/units.ts';
import type { JoinedLoad } from '../load/foreign/joined-load.ts';
import type { Failure } from '../model/failure.ts';
import type { LeftOut } from '../model/left-out.ts';
import type { Profile, ProfileSource } from '../model/profile/profile.ts';
import type { Environment } from '../model/report.ts';
import type { ExitInfo, GeneratorHealth, LoadCounts, PackedBatch, RunEnding, RunState, TargetProcess, TargetThread } from '../model/run.ts';
import type { Setup } from '../model/setup/setup.ts';
import type { V8Profile } from '../profile/import/v8-profile.ts';
import type { Said } from '../words/said.ts';
import type { PartEntry } from './parts/parts.ts';

/** First entry of every recording: says what was asked, before anything runs. */
export interface SessionHeader {
  readonly format: number;
  readonly id: string;
  readonly name: string;
  /** ISO 8601, wall clock: for people; nothing is computed from it. */
  readonly createdAt: string;
  readonly setup: Setup;
  readonly environment: Environment;
  /** The command line that repeats this run. */
  readonly command: string;
  /** True: the user wanted all values they gave to be stored; false: those that may be secrets are left out (shared/privacy). */
  readonly keepsValues: boolean;
  /** What this copy of it was saved without; absent: it is no such copy. */
  readonly leftOut?: readonly LeftOut[];
}

/** An entry of the run itself, or of one of the parts (parts/). */
export type RecordingEntry =
  | PartEntry
  | { readonly type: 'header'; readonly header: SessionHeader }
  | { readonly type: 'state'; readonly state: RunState; readonly at: Microseconds }
  /** What was really used: the Node binary and the URL after the port was found. */
  | {
      readonly type: 'resolved';
      readonly node: string;
      readonly nodePath: string;
      readonly url: string;
      readonly agent: boolean;
      /** The configuration that was written for the nginx in front; absent: none was. */
      readonly nginx?: string | undefined;
    }
  /** Time 0. The engine's monotonic clock at the start of the measured phase. */
  | { readonly type: 'origin'; readonly clock: Microseconds }
  | { readonly type: 'requests'; readonly batch: PackedBatch; readonly counts: LoadCounts }
  /** The measured phase is over. Rows that follow are of responses that were waited for; none does, where nothing had to be waited for. */
  | { readonly type: 'phase-end'; readonly at: Microseconds }
  /** The load is over. `at`: the end of the measured phase. */
  | { readonly type: 'load-end'; readonly at: Microseconds; readonly counts: LoadCounts; readonly generator: GeneratorHealth }
  | { readonly type: 'process'; readonly process: TargetProcess }
  | { readonly type: 'thread'; readonly thread: TargetThread }
  /** A slice of a profile; its times already on the engine's clock. */
  | ({ readonly type: 'slice'; readonly profile: V8Profile } & ProfileSource)
  /** A whole profile, as a saved session has it: merged, on the engine's clock, generated positions. */
  | { readonly type: 'profile'; readonly profile: Profile }
  | { readonly type: 'warning'; readonly says: Said }
  /** After the run: the result of another load tool, whose load its command stands for. */
  | { readonly type: 'joined'; readonly joined: JoinedLoad }
  | { readonly type: 'exit'; readonly exit: ExitInfo }
  | { readonly type: 'notes'; readonly text: string }
  /** The user renamed the session. */
  | { readonly type: 'name'; readonly name: string }
  /** Last entry of a run that was closed properly. */
  | { readonly type: 'end'; readonly ending: RunEnding; readonly failure: Failure | null };

export const SESSION_FORMAT = 4;
export const SESSION_EXTENSION = '.loopscope';
