/** What a capture does inside the target. Its other half, in the engine, starts and stops it by its name (captures/). */
import type { ObservedRequests } from './requests/request-reader.ts';
import type { MainState } from './threads/main-state.ts';

export interface CaptureContext<Report = unknown> {
  readonly state: MainState;
  /** What the engine's half asks for. */
  readonly options: unknown;
  report(report: Report): void;
  /** Null: nobody asked for them. */
  readonly requests: ObservedRequests | null;
}

/** In the agent's own thread. One instance is one recording: `prepare` or not, `start`, then `stop` (all is well) or `leave` (the process is ending). */
export interface WorkerHalf {
  /** Long before `start`: what has to be known of the program by then. Nothing is reported. */
  prepare?(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when everything has been reported. */
  stop(): Promise<void>;
  /** The process is at its end: reports what there is, within `timeoutMs`. */
  leave(timeoutMs: number): Promise<void>;
  /** After a failure: lets go of the process. */
  close(): void;
}

/** In the main thread, for what only it can do. */
export interface MainHalf {
  /** Before the user's program. */
  install(): void;
  /** At the very end of the process, while an inspector session is open. */
  finish(): void;
}

export interface HalvesOfCapture {
  inWorker(context: CaptureContext): WorkerHalf;
  readonly inMain?: new () => MainHalf;
  /** It interrupts the waiting event loop, so that Node's own event-loop utilization is wrong meanwhile. */
  readonly interruptsWaits: boolean;
}
