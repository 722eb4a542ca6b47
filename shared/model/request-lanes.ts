/** Requests in the server, and what they waited for, in the order of time: as bars in lanes, or where there are too many as how many at a time. */
import type { Microseconds } from '../base/units.ts';
import type { WaitKind } from './waits.ts';

/** More would be lower than a pointer can hit. */
export const MOST_REQUEST_LANES = 16;
/** Of one for which no lane was free. */
export const NO_LANE = 255;

/** `lanes`: how many there are; 0 where there are too many for bars. */
export interface LaneFacts {
  readonly count: number;
  readonly lanes: number;
}

/** Times in µs since time 0. */
export interface RequestLaneColumns {
  readonly meta: {
    readonly fromUs: Microseconds;
    readonly toUs: Microseconds;
    readonly requests: LaneFacts;
    /** Null: not recorded. */
    readonly waits: LaneFacts | null;
    /** Of `requestRoute` and `waitCall`. */
    readonly routes: readonly string[];
    readonly calls: readonly { readonly kind: WaitKind; readonly to: string; readonly name: string }[];
  };
  /** Bars. */
  readonly requestStart: Float64Array;
  readonly requestEnd: Float64Array;
  readonly requestLane: Uint8Array;
  readonly requestRoute: Uint16Array;
  readonly requestStatus: Uint16Array;
  readonly requestPid: Uint32Array;
  readonly requestNumber: Uint32Array;
  /** In line from `waitLine` to `waitStart`, which is the same where it was not, or where it is not known. */
  readonly waitLine: Float64Array;
  readonly waitStart: Float64Array;
  readonly waitEnd: Float64Array;
  readonly waitLane: Uint8Array;
  readonly waitCall: Uint16Array;
  /** Of whom. `waitNumber` 4294967295: not known. */
  readonly waitPid: Uint32Array;
  readonly waitNumber: Uint32Array;
  /** How many at a time, on average over each pixel. */
  readonly inServer: Float32Array;
  readonly inProgress: Float32Array;
  readonly inLine: Float32Array;
}
