/**
 * The messages between the desktop window's main process and its engine over their private channel. Everything
 * else goes directly from the page to the engine.
 */
import type { Failure } from '../../../shared/model/failure.ts';

export type ToEngine =
  | {
      readonly type: 'start';
      /** Preferred port; if it is not available another one is used. */
      readonly port: number;
      readonly windowOrigin: string;
      readonly cannotRun: Failure | null;
    }
  /** Stop all runs, finish writing, and exit. */
  | { readonly type: 'close' };

export interface RunningRun {
  readonly sessionId: string;
  /** 0..1 of what was planned; null while that is unknown. */
  readonly done: number | null;
}

export type FromEngine =
  | { readonly type: 'ready'; readonly port: number; readonly token: string; readonly node: string }
  /** As text, because it is only logged. */
  | { readonly type: 'failed'; readonly message: string }
  /** Sent on every change, so that main can ask before quitting and show the progress without the page. */
  | { readonly type: 'runs'; readonly running: readonly RunningRun[] }
  /** Newest first, without files that no longer exist. */
  | { readonly type: 'recent'; readonly paths: readonly string[] }
  | { readonly type: 'closed' };
