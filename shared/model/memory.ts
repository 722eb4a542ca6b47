/** Memory of the processes of a server, as it is recorded and as reports have it. */
import type { Bytes, Milliseconds, Percent } from '../base/units.ts';

/** Of the measured phase: when a full garbage collection is asked for. */
export const MOMENTS = ['before', 'after'] as const;
export type Moment = (typeof MOMENTS)[number];

/** Of a process after a full garbage collection, all of its threads together. */
export interface LiveLevels {
  /** Used of the heaps. */
  readonly heap: Bytes;
  /** Outside of the heaps, held by objects in them. Most of `arrayBuffers` is in it; what threads share is not. */
  readonly external: Bytes;
  readonly arrayBuffers: Bytes;
  readonly rss: Bytes;
}

/** Held by objects in the heap, outside of it: threads share what is in `arrayBuffers` only, and what V8 does not know as a buffer is in `external` only. */
export function outsideOf({ external, arrayBuffers }: Pick<LiveLevels, 'external' | 'arrayBuffers'>): Bytes {
  return Math.max(external, arrayBuffers);
}

/** `minor`: of young objects. `full`: of all. `step`: a part of the marking for a full one, between which the program goes on. */
export const COLLECTION_KINDS = ['minor', 'full', 'step'] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** Garbage collections of the main threads of all processes. */
export interface Collections {
  readonly count: number;
  readonly pauseMs: Milliseconds;
  /** Of the time of the load, of one main thread. */
  readonly percent: Percent;
  /** Those that came; null: this Node does not tell them apart. */
  readonly kinds: readonly CollectionsOfKind[] | null;
}

export interface CollectionsOfKind {
  readonly kind: CollectionKind;
  readonly count: number;
  readonly pauseMs: Milliseconds;
  readonly longestMs: Milliseconds;
  readonly percent: Percent;
}

export const LEVELS = ['heap', 'external', 'arrayBuffers', 'notHeap', 'rss'] as const;
/** `notHeap`: of the resident memory, what is neither heap nor held by it. */
export type Level = (typeof LEVELS)[number];

/** All processes together. Null: not known. */
export interface LevelFigures {
  readonly level: Level;
  /** At the start and at the end of the measured phase. */
  readonly first: Bytes | null;
  readonly last: Bytes | null;
  /** After a full collection, before and after it. */
  readonly liveFirst: Bytes | null;
  readonly liveLast: Bytes | null;
}

/** Why it is not known what requests allocate. */
export type AllocationUnknown = 'no-agent' | 'old-node' | 'behind' | 'no-response';
/** Why it is not known what was alive. */
export type LiveUnknown = 'switched-off' | 'in-rounds' | 'running' | 'no-agent' | 'late' | 'restarted' | 'not-ended' | 'of-part';

/** All processes of the server together. */
export interface MemoryFigures {
  /** In the heaps of all threads; memory of Buffers is not in it. Null: not known. */
  readonly allocatedPerRequestBytes: Bytes | null;
  /** What of Loopscope allocates for each request, too, and is in it; absent: nothing. */
  readonly allocatedWith?: 'spans' | 'by-request';
  readonly allocationUnknown?: AllocationUnknown;
  /** Heaps and what they hold outside of them, after a full collection before and after the measured phase. Null: not known. */
  readonly liveBytes: { readonly first: Bytes; readonly last: Bytes } | null;
  readonly liveUnknown?: LiveUnknown;
  /** Of `liveBytes`. Two readings of one run have no interval. */
  readonly growthPerRequestBytes: { readonly value: Bytes; readonly ci: readonly [Bytes, Bytes] | null } | null;
  /** It grew until the end, as collections within the load show; absent: it did not, or it is not known. */
  readonly growsOn?: true;
  /** Null: not known. */
  readonly gc: Collections | null;
  /** Of the resident memory, what is surely Loopscope's (mean). Null: not known, or no process has the agent. */
  readonly ownBytes: Bytes | null;
  readonly levels: readonly LevelFigures[];
}
