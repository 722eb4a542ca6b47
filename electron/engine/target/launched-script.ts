/** A running script, as seen by the code that looks for its address and its end. */
import type { ExitInfo, ServerSample, TargetProcess, TargetStream } from '../../../shared/model/run.ts';
import type { UserTiming } from '../../../shared/model/user-timings.ts';
import type { NodeBinary } from '../../../shared/protocol/setup-contract.ts';
import type { ThreadsEntry } from '../../../shared/session/thread-series.ts';
import type { Said } from '../../../shared/words/said.ts';
import type { Leader, ProcessRow } from '../agent/processes.ts';
import type { PortOwner } from './port-owner.ts';

export interface Listener {
  readonly protocol: 'http' | 'https' | 'unknown';
  readonly host: string;
  readonly port: number | null;
  readonly socketPath: string | null;
  readonly pid: number;
}

export interface ScriptEvents {
  /** Linux only. */
  onStarted(leader: Leader): void;
  onProcess(process: TargetProcess): void;
  onListening(listener: Listener): void;
  onSample(sample: ServerSample): void;
  /** CPU of the threads of a process. */
  onThreads(threads: ThreadsEntry): void;
  /** Marks and measures; `lost`: how many more were made and not kept. */
  onTimings(timings: readonly UserTiming[], lost: number): void;
  /** Whole characters, in chunks as they arrive. */
  onOutput(stream: TargetStream, text: string): void;
  onExit(exit: ExitInfo): void;
  onWarning(says: Said): void;
}

/** Its name in sentences. */
export type LaunchedKind = 'script' | 'command';

/** Evidence left by a script that did not become a server. */
export interface Evidence {
  readonly launched: LaunchedKind;
  /** The last lines of each. */
  readonly stdout: string;
  readonly stderr: string;
  /** The port on which its server could not listen, as reported by the agent; null: none, or it listens by now. */
  readonly takenPort: number | null;
}

/** The user's script, running. */
export interface LaunchedScript {
  readonly pid: number;
  readonly launched: LaunchedKind;
  /** The Node it was started with; null: a command, which may start any. */
  readonly node: NodeBinary | null;
  /** Whether the script has the agent; without it there are no captures and no event-loop figures. */
  readonly agent: boolean;
  /** Resolves when the script's own process has ended and its output has been read. */
  readonly exit: Promise<ExitInfo>;
  readonly listeners: readonly Listener[];
  /** Once it listens: where the load goes, which says what processes serve. */
  leadFrom(port: number): void;
  /** For a command, once a process listens: waits for the agent of that process, if one may still report. */
  settleLead(): Promise<void>;
  /** For a command, at its end: the warning that the serving process had no agent although it could have had one; null: it had. */
  stranger(): Promise<Said | null>;
  readonly servingNode: string | null;
  readonly exited: ExitInfo | null;
  /** Whether this address of the machine belongs to a process of the script or to another program. */
  ownerOf(host: string, port: number): PortOwner;
  /** Its latest output, for the message and the detail of a failure. */
  evidence(): Evidence;
  /** The live processes as listed by the system; empty where that is not possible. */
  processes(): readonly ProcessRow[];
  /** As of `TargetPort`. */
  sample(): Promise<void>;
  /** Ends the script and everything it started, within 6 s. May be called repeatedly and after the script has ended. */
  stop(): Promise<ExitInfo>;
}
