/**
 * What every capture is to the run it belongs to. Run, launch and the channel to the agent know nothing else of it:
 *
 *   prepareLaunch   what has to be different about how the script is started
 *   start, stop     around the measured phase; onMeasuring when it has begun
 *   afterExit       when the script is gone: reads what it left, and clears away what was made for it
 *
 * What it has found it hands to its store as entries of the recording, at any time from `start` to the end of `afterExit`.
 */
import type { Microseconds } from '../../../shared/base/units.ts';
import type { Profile } from '../../../shared/model/profile/profile.ts';
import type { ProcessRole } from '../../../shared/model/run.ts';
import type { NameValue, Setup } from '../../../shared/model/setup/setup.ts';
import type { RecordingEntry } from '../../../shared/session/entries.ts';
import type { PartEntry } from '../../../shared/session/parts/parts.ts';

/** What is added to the start of the script. */
export interface LaunchChanges {
  /** Flags of Node, before the script. Workers of a cluster inherit them. */
  readonly nodeFlags: readonly string[];
  /** Variables for the script and the agent in it, on top of the user's. */
  readonly env: readonly NameValue[];
}

/** What a capture may record. */
export type CapturedEntry = PartEntry | Extract<RecordingEntry, { type: 'slice' | 'thread' | 'profile' | 'warning' }>;

export interface CaptureStore {
  record(entry: CapturedEntry): void;
  /** What has been recorded so far. */
  profiles(): readonly Profile[];
  run(): CapturedRun;
}

/** What a capture may ask about the run it belongs to. */
export interface CapturedRun {
  /** The target as given in the set-up. */
  readonly target: Setup['target'];
  /** Null: the script has not been started. */
  readonly node: { readonly path: string; readonly version: string } | null;
  /** The measured phase on the engine's clock; null until it has ended, or when there was none. */
  readonly measured: { readonly from: Microseconds; readonly to: Microseconds } | null;
}

/** A process of the target that has the agent in it. */
export interface CapturedProcess {
  readonly pid: number;
  readonly role: ProcessRole;
  /** Tells the capture's half there that it will be started. Absent: it can't be told. `options`: plain data. */
  prepare?(capture: string, options: unknown): void;
  /** Starts the capture's half there. `options`: as it was prepared with. */
  start(capture: string, options: unknown): void;
  stop(capture: string): void;
}

/** Messages of the capture's half in a process. `report` comes from the user's program, so it is checked. */
export type FromHalf =
  | { readonly type: 'started' }
  | { readonly type: 'stopped' }
  | { readonly type: 'report'; readonly report: unknown }
  /** `why` in the words of V8 or the system; `stopped` follows. */
  | { readonly type: 'failed'; readonly why: string };

export interface CapturePort {
  /** The same name for its half in the agent. */
  readonly name: string;
  prepareLaunch(): Promise<LaunchChanges>;
  /** Resolves when it records in all processes, or after a time-out. */
  start(): Promise<void>;
  /** The measured phase has begun. */
  onMeasuring?(): void;
  /** Resolves when everything has been stored, or after a time-out. */
  stop(): Promise<void>;
  /** Called once in any case, also when the script could not be started. */
  afterExit(): Promise<void>;
  /** A process with the agent has connected; may happen at any time. */
  onProcess(process: CapturedProcess): void;
  /** False: not a valid message of its half. */
  onMessage(process: CapturedProcess, message: FromHalf): boolean;
  onGone(process: CapturedProcess): void;
}

/** A capture that only changes how the script is started. */
export function launchOnly(name: string, env: readonly NameValue[]): CapturePort {
  return {
    name,
    prepareLaunch: async () => ({ nodeFlags: [], env }),
    start: async () => {},
    stop: async () => {},
    afterExit: async () => {},
    onProcess: () => {},
    onMessage: () => false,
    onGone: () => {},
  };
}
