/** A script that runs, as those who look for its address and its end see it. */
import type { ExitInfo, OutputStream, ServerSample, TargetProcess } from '../../../shared/model/run.ts';
import type { NodeBinary } from '../../../shared/protocol/contract.ts';
import type { Said } from '../../../shared/words/said.ts';
import type { ProcessRow } from '../agent/processes.ts';
import type { PortOwner } from './port-owner.ts';

export interface Listener {
  readonly protocol: 'http' | 'https' | 'unknown';
  readonly host: string;
  readonly port: number | null;
  readonly socketPath: string | null;
  readonly pid: number;
}

export interface ScriptEvents {
  onProcess(process: TargetProcess): void;
  onListening(listener: Listener): void;
  onSample(sample: ServerSample): void;
  /** Whole characters, in chunks as they come. */
  onOutput(stream: OutputStream, text: string): void;
  onExit(exit: ExitInfo): void;
  onWarning(says: Said): void;
}

/** Evidence left by a script that did not become a server. */
export interface Evidence {
  /** The last lines of each. */
  readonly stdout: string;
  readonly stderr: string;
  /** The port that its server could not have, as the agent saw it; null: none, or one listens by now. */
  readonly takenPort: number | null;
}

/** The user's script, running. */
export interface LaunchedScript {
  readonly pid: number;
  readonly node: NodeBinary;
  /** Whether the script reports from inside; without, nothing is captured there and there is no event-loop figure. */
  readonly agent: boolean;
  /** Resolves when the script's own process has ended and its output has been read. */
  readonly exit: Promise<ExitInfo>;
  readonly listeners: readonly Listener[];
  readonly exited: ExitInfo | null;
  /** Who answers at this address of the machine: a process of the script, or somebody else. */
  ownerOf(host: string, port: number): PortOwner;
  /** Its latest output, for the message and the detail of a failure. */
  evidence(): Evidence;
  /** The live processes as the system lists them now; empty where it does not. */
  processes(): readonly ProcessRow[];
  /** Ends the script and everything it started, within 6 s. Any number of times; also when the script has ended. */
  stop(): Promise<ExitInfo>;
}
