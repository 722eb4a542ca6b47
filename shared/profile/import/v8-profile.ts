/** A `.cpuprofile` as V8 writes it. Times are microseconds on V8's monotonic clock; lines and columns are zero-based. */
import type { Microseconds } from '../../base/units.ts';
import type { V8LineTicks } from '../lines/line-ticks.ts';

/** Ours, which V8 never gives: the function is of a script whose file is not told. V8 has 0 where there is no script. */
export const UNKNOWN_SCRIPT = '-1';

export interface V8CallFrame {
  readonly functionName: string;
  readonly scriptId: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

export interface V8ProfileNode {
  readonly id: number;
  readonly callFrame: V8CallFrame;
  readonly hitCount?: number;
  readonly children?: readonly number[];
  /** Chrome's traces and checked profiles have this instead of `children`. */
  readonly parent?: number;
  /** Samples taken in this node by line, from 1. */
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[];
}

export interface V8Profile {
  readonly nodes: readonly V8ProfileNode[];
  readonly startTime: Microseconds;
  readonly endTime: Microseconds;
  readonly samples: readonly number[];
  /** timeDeltas[i] is the time from sample i-1 (for 0: from startTime) to sample i. */
  readonly timeDeltas: readonly Microseconds[];
  /** Not V8's: what each sample weighs, where that is not time. */
  readonly weights?: readonly number[];
  /** Not V8's: as how many samples each counts that weighs something else. */
  readonly taken?: readonly number[];
  /** Not V8's: the request of the process that each sample was taken in; 0: none, -1: not known. */
  readonly requests?: readonly number[];
  /** Not V8's: `positionTicks` of the slices that a merged profile is made of. */
  readonly lineTicks?: V8LineTicks;
}
