/**
 * What is told and kept of a snapshot of a heap. A snapshot holds every secret of its process: nothing here is a text of the program or a key of a
 * dictionary. Names of properties stand in the program's code, others are `[key]`.
 */
import type { Bytes, Milliseconds } from '../base/units.ts';

export interface HeapSummary {
  readonly objects: number;
  /** From one object to another. */
  readonly references: number;
  /** Of all objects. */
  readonly bytes: Bytes;
  /** By what they retain, the largest first. */
  readonly constructors: readonly ConstructorFigures[];
  /** Of constructors beyond those; null: there are none. */
  readonly otherConstructors: OtherConstructors | null;
  /** Single objects by what they retain, the largest first: those that a name leads to. */
  readonly retainers: readonly Retainer[];
  /** In the order in which they are read: each behind the one that keeps it alive, the largest first. */
  readonly tree: readonly DominatorRow[];
}

/** The same figures as in DevTools. */
export interface ConstructorFigures {
  /** "Map", "Function", "(string)". */
  readonly name: string;
  readonly count: number;
  /** Of the objects themselves, with arrays that belong to them. */
  readonly selfBytes: Bytes;
  /** What would be gone with all of them. */
  readonly retainedBytes: Bytes;
}

export interface OtherConstructors {
  readonly constructors: number;
  readonly count: number;
  readonly selfBytes: Bytes;
}

/** How an object is called; a `variable` is reached from a scope, a `global` from the global object. */
export type NamedKind = 'variable' | 'global' | 'timers' | 'module cache';

export interface Retainer {
  readonly kind: NamedKind;
  /** `sessions`, `registry.byId`, `stores[key]`; empty for timers and the module cache. */
  readonly name: string;
  readonly constructor: string;
  /** Of timers: after how long they are due; null: it is something else, or not known. */
  readonly delayMs: Milliseconds | null;
  /** The file that has the variable; empty: it is global, or not known. */
  readonly url: string;
  readonly selfBytes: Bytes;
  readonly retainedBytes: Bytes;
}

/** An object that keeps what is below it alive, or several of one constructor that are kept alive by the same. */
export interface DominatorRow {
  /** 0: nothing but the root keeps it alive. */
  readonly depth: number;
  /** How the one above refers to it; empty: not by a name, or there are several. */
  readonly name: string;
  readonly constructor: string;
  readonly count: number;
  readonly selfBytes: Bytes;
  readonly retainedBytes: Bytes;
}

/** Of two snapshots. */
export interface HeapDifference {
  readonly objectsBefore: number;
  readonly objects: number;
  readonly bytesBefore: Bytes;
  readonly bytes: Bytes;
  /** By how much their bytes have changed, the largest first; without those that are the same. */
  readonly changes: readonly ConstructorChange[];
}

export interface ConstructorChange {
  readonly name: string;
  readonly countBefore: number;
  readonly count: number;
  readonly selfBytesBefore: Bytes;
  readonly selfBytes: Bytes;
}
