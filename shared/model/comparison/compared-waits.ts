/** What a request waits for in two variants, side by side: calls to other servers, by peer. */
import type { Milliseconds, Ratio } from '../../base/units.ts';
import type { Said } from '../../words/said.ts';
import type { PeerKind } from '../peer-calls.ts';

/** `calls`: how many for each request; the others are times. */
export type WaitPart = 'calls' | 'inProgress' | 'inLine';

/** Of B against A, in the unit of what is compared: B minus A. */
export interface ComparedDifference {
  readonly difference: number;
  /** 95 %; null: from one pair there is none. */
  readonly ci: readonly [low: number, high: number] | null;
}

/** For each request that got a response; times in milliseconds. */
export interface ComparedWait extends ComparedDifference {
  readonly a: string;
  readonly b: string;
  readonly kind: PeerKind;
  /** `mysql://127.0.0.1:3306`. */
  readonly to: string;
  readonly part: WaitPart;
  /** Medians of the runs. */
  readonly aValue: number;
  readonly bValue: number;
  readonly pairs: number;
  /** `runs`: of pairs of runs without a profile, all calls; `profiles`: of the one run of each variant that took a profile, without interval. */
  readonly from: 'runs' | 'profiles';
  /** Of times, of the part in which the event loop had nothing to do: a reply is read later where that is busy. Null: not known. */
  readonly whileIdle: ComparedDifference | null;
  /** Of the test whether there is a difference, corrected for all that are tested with it (Holm). Null: it is not tested. */
  readonly pHolm: Ratio | null;
}

/** Why nothing is known of a variant: nobody wanted to know; the server ran without the agent; another tool measured; to record it took too much; it was not recorded then, or there. */
export type WhyNotCompared = 'off' | 'noAgent' | 'otherTool' | 'tooDear' | 'notRecorded';

export interface ComparedWaits {
  /** The peer that the most time is spent on first, each with its parts. */
  readonly rows: readonly ComparedWait[];
  readonly unknown: readonly { readonly variant: string; readonly why: WhyNotCompared }[];
  /** By how much the mean latency of each variant differs from that of the first, in milliseconds; null: not known. */
  readonly beside: readonly { readonly b: string; readonly latencyMs: ComparedDifference | null }[];
}

/** A difference in waiting that explains one in latency. */
export interface WaitReason {
  readonly wait: ComparedWait;
  readonly latencyMs: Milliseconds;
  /** Its verdict says that CPU per request is equivalent. */
  readonly isCpuEqual: boolean;
}

/** Why variant `b` differs from the first. */
export interface Reason {
  readonly b: string;
  readonly says: Said;
}
