/** What the processes of a server asked of others, all calls together: in runs whose figures are compared nobody asks of which request a call was a part. */
import type { Milliseconds } from '../base/units.ts';
import type { WaitKind } from './waits.ts';

/** Those in which others answer. */
export const PEER_KINDS = ['query', 'http', 'socket'] as const satisfies readonly WaitKind[];
export type PeerKind = (typeof PEER_KINDS)[number];

/** Of a process; the last one stands for those that come later. */
export const MOST_PEERS = 100;
export const MOST_PEER_CHARACTERS = 400;

/** Calls that ended with a reply. */
export interface PeerCalls {
  readonly kind: PeerKind;
  /** `postgresql://127.0.0.1:5432`, `http://127.0.0.1:4555`. */
  readonly to: string;
  readonly calls: number;
  /** From the first byte written until the reply was read, of all calls together: those at the same time count each. */
  readonly progressTotalMs: Milliseconds;
  /** The part of it in which the event loop had nothing to do, so that a reply would have been read at once. */
  readonly idleTotalMs: Milliseconds;
  /** In line for a socket of an `http.Agent`, of all calls together; null: not known of every call. */
  readonly lineTotalMs: Milliseconds | null;
  /** The part of that in which the event loop had nothing to do. */
  readonly lineIdleTotalMs: Milliseconds | null;
}
