/** What a capture does inside the target. Its other half, in the engine, starts and stops it by its name (captures/). */
import type { ObservedRequests } from './requests/request-reader.ts';
import type { MainState } from './threads/main-state.ts';
import type { ThreadHeaps } from './threads/thread-heaps.ts';
import type { ObservedPeers } from './waits/peer-table.ts';

export interface CaptureContext<Report = unknown> {
  readonly state: MainState;
  /** What the engine's half asks for. */
  readonly options: unknown;
  report(report: Report): void;
  /** Null: requests are not observed. */
  readonly requests: ObservedRequests | null;
  /** Of the worker threads. */
  readonly heaps: ThreadHeaps;
  /** Null: calls to other servers are not added up. */
  readonly peers: ObservedPeers | null;
}

/** In the agent's own thread. One instance is one recording: `prepare` or not, `start`, then `stop` (all is well) or `leave` (the process is ending). */
export interface WorkerHalf {
  /** Called long before `start`, to collect what must be known about the program by then. Reports nothing. */
  prepare?(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when everything has been reported. */
  stop(): Promise<void>;
  /** Called before the process exits: reports what was recorded, within `timeoutMs`. */
  leave(timeoutMs: number): Promise<void>;
  /** Called after a failure: closes the connection to the process. */
  close(): void;
}

/** The part of a capture that only the main thread can do. */
export interface MainHalf {
  /** Called before the user's program starts. */
  install(): void;
  /** Called at the very end of the process, while an inspector session is open. */
  finish(): void;
}

export interface HalvesOfCapture {
  inWorker(context: CaptureContext): WorkerHalf;
  readonly inMain?: new () => MainHalf;
  /** It interrupts the waiting event loop, so that Node's own event-loop utilization is wrong meanwhile. */
  readonly interruptsWaits: boolean;
}
