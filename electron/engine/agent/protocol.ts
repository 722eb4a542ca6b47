/**
 * What the agent in the target and the engine say to each other: one JSON document a line, over a private local socket
 * whose path and token are in the target's environment.
 */
import type { Microseconds } from '../../../shared/model/units.ts';
import type { V8Profile } from '../../../shared/profile/v8-profile.ts';

/** `path|token|runId`, in one variable so that a script that copies its environment keeps it whole. */
export const AGENT_VARIABLE = 'LOOPSCOPE_AGENT';
/** Marks every descendant for the sweep that stops them; its value is the run id. */
export const RUN_VARIABLE = 'LOOPSCOPE_RUN';

export type FromAgent =
  | {
      type: 'hello';
      token: string;
      pid: number;
      ppid: number;
      role: 'main' | 'cluster worker' | 'child';
      title: string;
      node: string;
      clock: Microseconds;
    }
  | { type: 'listening'; protocol: 'http' | 'https' | 'unknown'; address: string | null; port: number | null; socketPath: string | null }
  | {
      type: 'stats';
      clock: Microseconds;
      cpuUs: Microseconds;
      rss: number;
      heapUsed: number;
      /** Since the process started; `cpuUs`, `gcCount` and `gcUs` too. The stall is the longest since the stats before. */
      eluActiveUs: Microseconds;
      eluIdleUs: Microseconds;
      loopStallUs: Microseconds;
      gcCount: number;
      gcUs: Microseconds;
    }
  /** The sampler runs. */
  | { type: 'profile-started' }
  /** V8's clock is offset to the agent's (`clock`) by the engine: profile times + `clockOffset` = process.hrtime µs.
   *  `profile` is null when a last slice could not be had (the main thread did not answer). */
  | { type: 'slice'; profile: V8Profile | null; clockOffset: Microseconds; last: boolean }
  /** Scripts with a source map, asked once after the last slice. `map` is the URL as V8 reports it (may be data:). */
  | { type: 'scripts'; scripts: { url: string; map: string }[] }
  /** Something this process cannot do; a sentence. */
  | { type: 'warning'; message: string }
  /** `code` is null when the process ends itself by a signal. */
  | { type: 'exit'; code: number | null };

export type ToAgent =
  | { type: 'profile-start'; intervalUs: Microseconds; sliceMs: number }
  | { type: 'profile-stop' }
  /** First step of the stop ladder where there are no signals. */
  | { type: 'quit' };
