/**
 * What the desktop window's main process and its engine say to each other over the private channel between them. Everything
 * else goes from the page to the engine directly.
 */
import type { Failure } from '../../../shared/model/failure.ts';

export type ToEngine =
  | {
      readonly type: 'start';
      /** Preferred port; another is taken when it cannot be had. */
      readonly port: number;
      readonly windowOrigin: string;
      readonly cannotRun: Failure | null;
    }
  /** Stop all runs, write what is to be written, and exit. */
  | { readonly type: 'close' };

export interface RunningRun {
  readonly sessionId: string;
  /** 0..1 of what was planned; null while that is unknown. */
  readonly done: number | null;
}

export type FromEngine =
  | { readonly type: 'ready'; readonly port: number; readonly token: string; readonly node: string }
  /** In words: it is only logged. */
  | { readonly type: 'failed'; readonly message: string }
  /** Whenever it changes, so that main can ask before leaving and show the progress without the page. */
  | { readonly type: 'runs'; readonly running: readonly RunningRun[] }
  /** Newest first; files that are gone are left out. */
  | { readonly type: 'recent'; readonly paths: readonly string[] }
  | { readonly type: 'closed' };
