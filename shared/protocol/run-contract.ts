/** The part of the contract that is about the one run that is being recorded. */

import * as z from '../base/schema.ts';
import type { Milliseconds } from '../base/units.ts';
import type { Failure } from '../model/failure.ts';
import type { RunState } from '../model/run.ts';
import type { OutputChunk } from '../model/series.ts';
import { setupSchema } from '../model/setup/setup-schema.ts';
import { gives, id, type Requests } from './request.ts';

export const runRequests = {
  /** `keepValues`: store all values of the set-up in this session; else what may be a secret is left out. */
  'run.start': {
    needs: 'act',
    params: z.strictObject({ setup: setupSchema, name: z.string().max(300).nullable(), keepValues: z.boolean().optional() }),
    reply: gives<{ sessionId: string }>,
  },
  /** Ends the run and keeps what was recorded. Resolves when the target is gone and the session is written. */
  'run.stop': { needs: 'act', params: z.strictObject({ sessionId: id }), reply: gives<{ path: string | null }> },
  /** Chooses among several ports for a waiting run. */
  'run.choose-url': { needs: 'act', params: z.strictObject({ sessionId: id, url: z.string().min(1).max(8_192) }), reply: gives<null> },
} as const satisfies Requests;

/** `run.progress`: at most 4 a second: what has grown. Versions only grow; the page asks for what it shows. */
export type RunEvent =
  | {
      type: 'run.state';
      sessionId: string;
      state: RunState;
      /** ms in earlier states, by state. */
      elapsedMs: Partial<Record<RunState, Milliseconds>>;
      message: string | null;
      question: PortQuestion | null;
      failure: Failure | null;
    }
  | { type: 'run.progress'; sessionId: string; progress: RunProgress }
  | { type: 'run.output'; sessionId: string; chunks: OutputChunk[] };

export interface RunProgress {
  readonly measuredMs: Milliseconds;
  /** 0..1 of the planned amount or duration; null when unknown. */
  readonly done: number | null;
  readonly leftMs: Milliseconds | null;
  /** Nothing more is sent for now: the last responses, or those of a level, are waited for. */
  readonly isDraining: boolean;
  /** The sweep is over, and levels of it are run again; absent: not so. */
  readonly isRepeating?: true;
  /** Of a search for a leak, behind its rounds: a time without requests, then snapshots of the heap; absent: rounds are made. */
  readonly doing?: 'resting' | 'looking-up';
  readonly sent: number;
  readonly completed: number;
  readonly failed: number;
  readonly unexpected: number;
  readonly inFlight: number;
  readonly loadVersion: number;
  readonly serverVersion: number;
  readonly machineVersion: number;
  readonly profileVersion: number;
  /** The target's event loop has been blocked this long and still is; 0: it responds. */
  readonly blockedMs: Milliseconds;
  /** All connections have had a request in flight for this long, and no response has been completed; 0: not so, or it is not known of this load. */
  readonly silentMs: Milliseconds;
  /** For three seconds the load process, not the server, has been the limit. */
  readonly isGeneratorLimit: boolean;
}

export interface PortQuestion {
  readonly urls: readonly string[];
}
