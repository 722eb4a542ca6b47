/**
 * What is recorded, in the order it happened. The one door for data: a live run appends these entries to the journal and
 * to a RunRecording; opening a saved session replays them into a RunRecording. So both show the same.
 */
import type { AutocannonResult } from '../load/autocannon-result.ts';
import type { JoinedLoad } from '../load/foreign/joined-load.ts';
import type { CapturedFigure } from '../model/captures.ts';
import type { ExactPass } from '../model/exact-pass.ts';
import type { Failure } from '../model/failure.ts';
import type { KeptAnswer } from '../model/kept-answer.ts';
import type { LeftOut } from '../model/left-out.ts';
import type { BlockPair } from '../model/profiling-cost.ts';
import type { Environment } from '../model/report.ts';
import type {
  ExitInfo,
  GeneratorHealth,
  LoadCounts,
  MachineSample,
  OutputStream,
  PackedBatch,
  RunEnding,
  RunState,
  ServerSample,
  TargetProcess,
  TargetThread,
} from '../model/run.ts';
import type { Setup } from '../model/setup.ts';
import type { Liveness } from '../model/silence.ts';
import type { Microseconds } from '../model/units.ts';
import type { UserTiming } from '../model/user-timings.ts';
import type { LinePositions, Profile, ProfileSource, SourcePositions } from '../profile/profile.ts';
import type { Ticks } from '../profile/ticks.ts';
import type { V8Profile } from '../profile/v8-profile.ts';
import type { WaitPlace } from '../profile/wait-lines.ts';
import type { Said } from '../words/said.ts';
import type { ServedEntry } from './served-requests.ts';
import type { ThreadsEntry } from './thread-series.ts';

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

export type RecordingEntry =
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
  /** Responses that are kept, beside those that came before; the first such entry, of none, says that this version keeps them. */
  | { readonly type: 'answers'; readonly answers: readonly KeptAnswer[] }
  /** The measured phase is over. Rows that follow are of responses that were waited for; none does, where nothing had to be waited for. */
  | { readonly type: 'phase-end'; readonly at: Microseconds }
  /** Whether responses came all the time, and what was still open at the end. */
  | { readonly type: 'liveness'; readonly liveness: Liveness }
  /** The load is over. `at`: the end of the measured phase. */
  | { readonly type: 'load-end'; readonly at: Microseconds; readonly counts: LoadCounts; readonly generator: GeneratorHealth }
  /** What autocannon itself says of the run, where it was the client: one for each load process. */
  | { readonly type: 'autocannon'; readonly result: AutocannonResult }
  | { readonly type: 'process'; readonly process: TargetProcess }
  | { readonly type: 'thread'; readonly thread: TargetThread }
  /** CPU of the threads of a process, since the entry before. */
  | ({ readonly type: 'thread-times' } & ThreadsEntry)
  | { readonly type: 'server'; readonly samples: readonly ServerSample[] }
  /** Marks and measures of the script, and how many more it made. */
  | { readonly type: 'timings'; readonly timings: readonly UserTiming[]; readonly lost: number }
  /** What else was at work on the machine, about each second of the measured phase. */
  | { readonly type: 'machine'; readonly sample: MachineSample }
  /** A slice of a profile; its times already on the engine's clock. */
  | ({ readonly type: 'slice'; readonly profile: V8Profile } & ProfileSource)
  /** Requests as the server saw them; samples of slices name them. */
  | ({ readonly type: 'served' } & ServedEntry)
  /** A whole profile, as a saved session has it: merged, on the engine's clock, generated positions. */
  | { readonly type: 'profile'; readonly profile: Profile }
  /** What V8's own sampler has counted; known when the script has ended. */
  | { readonly type: 'ticks'; readonly ticks: Ticks }
  /** A pair of blocks with and without sampling has passed. */
  | { readonly type: 'blocks'; readonly pair: BlockPair }
  /** The pass without inlining has ended; its profiles are slices of the kind `exact`. */
  | { readonly type: 'exact'; readonly pass: ExactPass }
  | { readonly type: 'captured'; readonly figure: CapturedFigure }
  /**
   * `lines`: of lines; `files`: SHA-256 of the text of files by address; absent: recorded before those were known. `texts`: of hot files, if
   * they are to be kept. `waits`: where the code calls `Atomics.wait`; in a file of a session its profiles have that themselves.
   */
  | {
      readonly type: 'sources';
      readonly positions: SourcePositions;
      readonly lines?: LinePositions;
      readonly files?: Readonly<Record<string, string>>;
      readonly texts?: Readonly<Record<string, string>>;
      readonly waits?: readonly WaitPlace[];
    }
  | { readonly type: 'output'; readonly stream: OutputStream; readonly text: string; readonly at: Microseconds }
  | { readonly type: 'warning'; readonly says: Said }
  /** After the run: the result of another load tool, whose load its command stands for. */
  | { readonly type: 'joined'; readonly joined: JoinedLoad }
  | { readonly type: 'exit'; readonly exit: ExitInfo }
  | { readonly type: 'notes'; readonly text: string }
  /** The user renamed the session. */
  | { readonly type: 'name'; readonly name: string }
  /** Output of the script that was not recorded: more than the budget allows, or dropped by the recording that a file was written from. */
  | { readonly type: 'output-dropped'; readonly bytes: number }
  /** Last entry of a run that was closed properly. */
  | { readonly type: 'end'; readonly ending: RunEnding; readonly failure: Failure | null };

export const SESSION_FORMAT = 3;
export const SESSION_EXTENSION = '.loopscope';
