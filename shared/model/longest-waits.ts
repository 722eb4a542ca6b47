/** The longest of the waits for one thing, and whose they were. */
import type { Milliseconds } from '../base/units.ts';
import type { RequestFilter } from './request-filter.ts';
import type { WaitKind } from './waits.ts';

/** What is waited for: a row of the table of waits. */
export interface WaitedFor {
  readonly kind: WaitKind;
  readonly to: string;
  /** Null: its protocol is not read. */
  readonly name: string | null;
  /** Of these alone; null: of any. */
  readonly requests: RequestFilter | null;
}

/** Enough to see what the slow ones have in common. */
export const MOST_LONGEST = 10;

export interface LongestWait {
  /** When it began, in line if it was, since time 0. */
  readonly atMs: Milliseconds;
  /** Null: not known. */
  readonly inLineMs: Milliseconds | null;
  readonly inProgressMs: Milliseconds;
  /** Null: it is not known whose it was, or that one had no response. */
  readonly request: {
    readonly pid: number;
    /** Its number in its process. */
    readonly request: number;
    readonly route: string;
    readonly status: number;
    /** From when its head had been read until its response was handed over. */
    readonly inServerMs: Milliseconds;
  } | null;
}

export const MOST_CALLERS = 3;

/** A function of the user's own. */
export interface WaitCaller {
  readonly function: string;
  readonly url: string;
  readonly line: number;
  readonly samples: number;
}

/** What ran right before requests asked for something. */
export interface WaitCallers {
  readonly calls: number;
  /** Of so many of them a sample tells; of some, that it was in no function of the user's own. */
  readonly samples: number;
  /** The most frequent first. */
  readonly callers: readonly WaitCaller[];
}
