/** Whether a server keeps more memory with each request: what is measured, and what is concluded. */

import type { Bytes, Milliseconds, Percent, Ratio, Seconds } from '../base/units.ts';
import type { NamedKind } from './heap-summary.ts';
import type { LiveLevels } from './memory.ts';

/** Alive in a thread right after a full collection. */
export interface LeakThread extends Omit<LiveLevels, 'rss'> {
  readonly pid: number;
  /** 0: the main thread. */
  readonly thread: number;
}

/** What a program holds by number. Null: not known on this system. */
export const LEAK_HANDLES = ['threads', 'descriptors', 'resources', 'contexts'] as const;
export type LeakHandle = (typeof LEAK_HANDLES)[number];
export type LeakCounts = Readonly<Record<LeakHandle, number | null>>;

/**
 * - `settle`: levels are not judged yet, as code and caches of the first requests come in
 * - `judge`: of these the verdict is made
 * - `rest`: after a time without requests, which gives caches that forget the chance to
 */
export type LeakRoundKind = 'settle' | 'judge' | 'rest';

/** So many requests, until each had its response, then a full collection in each thread. */
export interface LeakRound {
  readonly kind: LeakRoundKind;
  readonly requests: number;
  readonly failed: number;
  readonly ms: Milliseconds;
  readonly threads: readonly LeakThread[];
  readonly counts: LeakCounts;
  /** Resident set of the processes together. Null: not known. */
  readonly rss: Bytes | null;
}

/** Fixed before the start, but for `perRound`, which follows from the rate of the warm-up. */
export interface LeakPlan {
  readonly connections: number;
  readonly warmUp: { readonly requests: number; readonly atLeastS: Seconds };
  readonly settle: number;
  readonly judge: number;
  /** As many rounds are added once where that might tell. */
  readonly more: number;
  readonly restS: Seconds;
  /** Of these all rounds are of the same number. Null: of as many as the server responds to in 2.5 s. */
  readonly perRound: number | null;
  /** Requests, with those of the warm-up. A cache that is not full yet looks like a leak: with fewer, rounds are added until `atMostS`, or the heap is too large to look into. */
  readonly enough: number;
  readonly atMostS: Seconds;
}

export const LEAK_PLAN: LeakPlan = {
  connections: 10,
  warmUp: { requests: 10_000, atLeastS: 5 },
  settle: 3,
  judge: 8,
  more: 8,
  restS: 35,
  perRound: null,
  enough: 50_000,
  atMostS: 90,
};

export const LEAK_LIMITS = {
  connections: { low: 1, high: 1_000 },
  /** Fewer are not judged. */
  judge: { low: 8, high: 100 },
  perRound: { low: 10, high: 1_000_000 },
  restS: { low: 0, high: 3_600 },
  atMostS: { low: 10, high: 86_400 },
} as const;

export interface LeakWarmUp {
  readonly requests: number;
  readonly failed: number;
  readonly ms: Milliseconds;
}

/** What is kept: objects of one constructor, by how much of them stays of each request. */
export interface LeakGrown {
  /** Of functions "Function", of texts "(string)". */
  readonly constructor: string;
  readonly countPerRequest: number;
  readonly bytesPerRequest: Bytes;
  /** What keeps most of them alive; empty: nothing keeps a quarter. */
  readonly heldBy: readonly LeakHolder[];
  /** Where they stand, if it is functions. */
  readonly functions: readonly LeakSite[];
}

/** What it is called: words in phrases/holder.ts. */
export interface LeakHolder {
  readonly kind: NamedKind | 'unnamed';
  /** `sessions`, `registry.byId`, `stores[key]`; empty for other kinds. */
  readonly name: string;
  /** `Map`. */
  readonly constructor: string;
  readonly delayMs: Milliseconds | null;
  /** Of what grew. */
  readonly share: Ratio;
  /** Where the variable is declared; null: it is global, inside Node, or not known. */
  readonly place: LeakPlace | null;
}

/** `line` from 1 on; null: not known. */
export interface LeakPlace {
  readonly url: string;
  readonly line: number | null;
}

/** A function by which memory was allocated that stayed (V8 counts what it has inlined for the caller), or one that stayed itself. */
export interface LeakSite {
  /** Empty: it has none. */
  readonly name: string;
  readonly place: LeakPlace | null;
  /** Of all that was sampled and stayed; of functions that stayed, of these. */
  readonly share: Ratio;
}

/**
 * Why what grew is not looked up: snapshots would need more memory than half of what is free (`bytes`); it is no heap of a main thread; or it could not be done.
 */
export type LeakNotFound = { readonly why: 'too-large'; readonly bytes: Bytes } | { readonly why: 'elsewhere' | 'failed' };

export interface LeakFound {
  /** By bytes. Empty: nothing stands out, or `not` says why it is not known. */
  readonly grown: readonly LeakGrown[];
  readonly not: LeakNotFound | null;
  /** By bytes. Empty: not known. */
  readonly sites: readonly LeakSite[];
}

/** What a search for a leak has measured. */
export interface LeakMeasured {
  /** `perRound` is known. */
  readonly plan: LeakPlan;
  readonly warmUp: LeakWarmUp;
  readonly rounds: readonly LeakRound[];
  /** Null: it went to its end, or goes on, or what ended it is the ending of its run. */
  readonly cut: LeakCut | null;
  /** Looked up where there is a leak. */
  readonly found: LeakFound | null;
}

export interface LeakReport extends Omit<LeakMeasured, 'cut'> {
  /** Null: it goes on. */
  readonly verdict: LeakVerdict | null;
}

export const LEAK_WORDS = ['leak', 'no leak', 'cannot tell'] as const;
export type LeakWord = (typeof LEAK_WORDS)[number];

/** `heap`; `outside`: the larger of external memory and array buffers; or a number of handles. */
export type LeakCounter = 'heap' | 'outside' | LeakHandle;

/**
 * Why it is so.
 * - `below`: nothing above the floor stayed; `stopped`: it grew, and then no more; `given-back`: most of what had grown went in the rest
 * - `grows`: it grew evenly to the end
 * - `replaced`: a process or thread that lives at the end was not there in every judged round, so that what it keeps is not known
 * - `slowing`, `one-step`, `unsteady`: it grew, but not so; `partly-given-back`; `process-memory`: only what is outside of V8 grew
 */
export type LeakReason =
  | 'below'
  | 'stopped'
  | 'given-back'
  | 'grows'
  | 'slowing'
  | 'one-step'
  | 'unsteady'
  | 'partly-given-back'
  | 'process-memory'
  | 'replaced'
  | LeakCut;

/** What ended it early. */
export const LEAK_CUTS = ['stopped-by-user', 'load-failed', 'ended', 'not-collected', 'near-limit', 'slow-round'] as const;
export type LeakCut = (typeof LEAK_CUTS)[number];

/** One counter of one thread over the rounds. */
export interface LeakSeries {
  readonly counter: LeakCounter;
  readonly pid: number;
  readonly thread: number;
  readonly word: LeakWord;
  readonly reason: LeakReason;
  /** Kept by each request, in bytes or a number, with its 95 % interval. */
  readonly perRequest: number;
  readonly ci: readonly [low: number, high: number];
  /** Between the first and the last judged round. */
  readonly grew: number;
}

export interface LeakVerdict {
  readonly word: LeakWord;
  readonly reason: LeakReason;
  /** What decides it. Null: it was cut before anything could be judged. */
  readonly by: LeakSeries | null;
  /** All, the most telling first. */
  readonly series: readonly LeakSeries[];
  /** Less of it for each request cannot be seen. */
  readonly floor: Bytes;
  /** All since the start, the warm-up included. */
  readonly requests: number;
  /**
   * Between the first and the last judged level. A cache that holds no more entries is not taken for a leak, whether it fills in order or at random; one
   * that holds a fifth more may be.
   */
  readonly judged: number;
  /** Null: there was no rest. */
  readonly rest: { readonly seconds: Seconds; readonly givenBack: Percent } | null;
}
