/**
 * What grew between loads, and who keeps it: three snapshots of one process, each after a full collection, A of the settled program, B after a load, C
 * after another one. What was made between A and B and is still there in C was kept; what is merely young is not in it.
 *
 * Nothing in the result is a text of the program or a key of a dictionary.
 */

import { groupBy } from '../base/group-by.ts';
import type { Bytes, Index } from '../base/units.ts';
import { className, classOf, isOfV8 } from './class-names.ts';
import { findHolders, type Holder } from './find-holders.ts';
import type { Heap } from './heap.ts';
import { type Before, markGrown, markKept } from './kept.ts';
import { type ObjectName, ObjectNames } from './object-names.ts';
import { Scripts } from './scripts.ts';
import { NODE } from './snapshot.ts';

export interface WhatGrew {
  /** By bytes; what is below 8 bytes a request is left out. Compiled code is not in it: it grows while a program gets warm. */
  readonly grown: readonly Grown[];
  /** All that was kept, with what is left out of `grown`. */
  readonly bytesPerRequest: Bytes;
}

export interface Grown {
  /** Of functions "Function", of texts "(string)". */
  readonly constructor: string;
  /** 0: there are no more of them, but those that there are became larger, as a Map does, or a Set of numbers. */
  readonly countPerRequest: number;
  /** Of the objects themselves, with arrays that belong to them. Of those that became larger it is rough: tables grow in steps. */
  readonly bytesPerRequest: Bytes;
  /** Those that keep most of it; empty: nobody keeps a quarter of it. */
  readonly heldBy: readonly HeldBy[];
  /** Where they stand, if it is functions that grew. */
  readonly functions: readonly KeptFunctions[];
}

/** `share`: of what grew, 0 to 1. */
export type HeldBy = ObjectName & { readonly share: number };

export interface KeptFunctions {
  /** Empty: it has none. */
  readonly name: string;
  /** Empty: not known. */
  readonly url: string;
  /** From 0 on; null: not known. */
  readonly line: number | null;
  readonly column: number | null;
  readonly countPerRequest: number;
}

/** What V8 needs for the smallest object and its place in a list is more. */
const LEAST_PER_REQUEST: Bytes = 8;
const MOST_GROWN = 10;
const MOST_FUNCTIONS = 5;
const MOST_ENLARGED = 3;
/** Between A and C. */
const LOADS = 2;

/** `before`: A; `between`: the numbers of the objects of B. The numbers of both are sorted by this. `requests`: of the load between them. */
export function whatGrew(before: Before, between: Uint32Array, heap: Heap, requests: number): WhatGrew {
  const isKept = markKept(heap.nodeId, before.ids, between);
  const larger = sumLarger(heap, markGrown(heap, before, LEAST_PER_REQUEST * LOADS * requests));
  const classes = [...sumByClass(heap, isKept)].sort(([, a], [, b]) => b.bytes - a.bytes);
  const bytes = classes.reduce((sum, [, one]) => sum + one.bytes, 0);
  const told = classes.filter(([, one]) => one.bytes >= LEAST_PER_REQUEST * requests).slice(0, MOST_GROWN);
  const holders = told.map(([ofClass]) => findHolders(heap, bytesOfClass(heap, isKept, ofClass), isKept));
  const scripts = new Scripts(heap);
  const named = [...holders.flat(), ...larger.flatMap(({ holders: of }) => of)];
  const names = new ObjectNames(heap, new Set(named.map(({ node }) => node)), scripts);
  const nameAll = (of: readonly Holder[], all: Bytes): HeldBy[] =>
    mergeNames(of.map(({ node, bytes: held }) => ({ ...names.tell(node), share: held / all })));
  const grown = told.map(
    ([ofClass, one], at): Grown => ({
      constructor: className(heap, ofClass),
      countPerRequest: one.count / requests,
      bytesPerRequest: one.bytes / requests,
      heldBy: nameAll(holders[at]!, one.bytes),
      functions: ofClass === classOfFunctions(heap) ? keptFunctions(heap, scripts, isKept, requests) : [],
    }),
  );
  const enlarged = larger.map(
    (one): Grown => ({
      constructor: className(heap, one.ofClass),
      countPerRequest: 0,
      bytesPerRequest: one.bytes / (LOADS * requests),
      heldBy: nameAll(one.holders, one.bytes),
      functions: [],
    }),
  );
  const all = [...grown, ...enlarged].sort((a, b) => b.bytesPerRequest - a.bytesPerRequest);
  return {
    grown: all.slice(0, MOST_GROWN),
    bytesPerRequest: bytes / requests + enlarged.reduce((sum, one) => sum + one.bytesPerRequest, 0),
  };
}

interface Larger {
  readonly ofClass: Index;
  readonly bytes: Bytes;
  /** The objects themselves, the one that grew most first. */
  readonly holders: readonly Holder[];
}

function sumLarger(heap: Heap, grown: ReadonlyMap<Index, Bytes>): Larger[] {
  const nodes = [...grown].filter(([node]) => !isOfV8(heap, node)).sort(([, a], [, b]) => b - a);
  return [...groupBy(nodes, ([node]) => classOf(heap, node))].map(([ofClass, of]) => ({
    ofClass,
    bytes: of.reduce((sum, [, bytes]) => sum + bytes, 0),
    holders: of.slice(0, MOST_ENLARGED).map(([node, bytes]) => ({ node, bytes })),
  }));
}

interface ClassSum {
  count: number;
  bytes: Bytes;
}

function sumByClass(heap: Heap, isKept: Uint8Array): Map<Index, ClassSum> {
  const sums = new Map<Index, ClassSum>();
  for (let node = 0; node < heap.nodeCount; node++) {
    if (isKept[node] === 0 || isOfV8(heap, node)) continue;
    const ofClass = classOf(heap, node);
    const sum = sums.get(ofClass) ?? { count: 0, bytes: 0 };
    sum.count += 1;
    sum.bytes += heap.ownSize[node]!;
    sums.set(ofClass, sum);
  }
  return sums;
}

function bytesOfClass(heap: Heap, isKept: Uint8Array, ofClass: Index): Float64Array {
  return heap.ownSize.map((size, node) => (isKept[node] === 1 && classOf(heap, node) === ofClass ? size : 0));
}

function classOfFunctions({ strings }: Heap): Index {
  return strings.length + NODE.closure;
}

/** Parts of one store are called the same. */
function mergeNames(holders: readonly HeldBy[]): HeldBy[] {
  const merged = new Map<string, HeldBy>();
  for (const one of holders) {
    const key = [one.name, one.constructor, one.place?.url].join('\n');
    merged.set(key, { ...one, share: one.share + (merged.get(key)?.share ?? 0) });
  }
  return [...merged.values()];
}

/** Functions that were kept, by where they stand. */
function keptFunctions(heap: Heap, scripts: Scripts, isKept: Uint8Array, requests: number): KeptFunctions[] {
  const counts = new Map<string, { readonly of: Omit<KeptFunctions, 'countPerRequest'>; count: number }>();
  for (let node = 0; node < heap.nodeCount; node++) {
    if (isKept[node] === 0 || heap.nodeType[node] !== NODE.closure) continue;
    const of = { name: heap.strings.text(heap.nodeName[node]!), url: scripts.urlOf(node), ...scripts.startOf(node) };
    const key = [of.url, of.line, of.name].join('\n');
    const known = counts.get(key) ?? { of, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  const most = [...counts.values()].sort((a, b) => b.count - a.count).slice(0, MOST_FUNCTIONS);
  return most.map(({ of, count }) => ({ ...of, countPerRequest: count / requests }));
}
