/**
 * What grew between loads, and who keeps it: three snapshots of one process, each after a full collection, A of the settled program, B after a load, C
 * after another one. What was made between A and B and is still there in C was kept; what is merely young is not in it.
 *
 * Nothing in the result is a text of the program or a key of a dictionary.
 */
import type { Bytes, Index, Milliseconds } from '../base/units.ts';
import { cheapestPaths, type Step } from './cheapest-paths.ts';
import { className, classOf, isOfV8 } from './class-names.ts';
import { findCodeNames } from './code-names.ts';
import { findHolders } from './find-holders.ts';
import type { Heap } from './heap.ts';
import { markKept } from './kept.ts';
import { nameOfClass, namePath, ownerOf } from './name-path.ts';
import { type ScopePlace, Scripts } from './scripts.ts';
import { EDGE, NODE } from './snapshot.ts';

export interface WhatGrew {
  /** By bytes; what is below 8 bytes a request is left out. Compiled code is not in it: it grows while a program gets warm. */
  readonly grown: readonly Grown[];
  /** All that was kept, with what is left out of `grown`. */
  readonly bytesPerRequest: Bytes;
}

export interface Grown {
  /** Of functions "Function", of texts "(string)". */
  readonly constructor: string;
  readonly countPerRequest: number;
  /** Of the objects themselves, with arrays that belong to them. */
  readonly bytesPerRequest: Bytes;
  /** Those that keep most of it; empty: nobody keeps a quarter of it. */
  readonly heldBy: readonly HeldBy[];
  /** Where they stand, if it is functions that grew. */
  readonly functions: readonly KeptFunctions[];
}

export interface HeldBy {
  /** `unnamed`: nothing that has a name leads to it. */
  readonly kind: 'variable' | 'global' | 'timers' | 'module cache' | 'unnamed';
  /** From the variable or the property of the global object on: `sessions`, `registry.byId`, `stores[key]`. Empty for other kinds. */
  readonly name: string;
  /** Of the object that holds: `Map`. */
  readonly constructor: string;
  /** The script that has the variable; null: it is global, or not known. */
  readonly place: ScopePlace | null;
  /** Of timers: after how long they are due; null: it is something else, or not known. */
  readonly delayMs: Milliseconds | null;
  /** Of what grew, 0 to 1. */
  readonly share: number;
}

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
/** What Node calls it inside: `require.cache`. */
const MODULE_CACHE = /^\$?Module\._cache$/;

/** `before` and `between`: the numbers of the objects of A and B (sorted by this); `requests`: of the load between them. */
export function whatGrew(before: Uint32Array, between: Uint32Array, heap: Heap, requests: number): WhatGrew {
  const isKept = markKept(heap.nodeId, before, between);
  const classes = [...sumByClass(heap, isKept)].sort(([, a], [, b]) => b.bytes - a.bytes);
  const bytes = classes.reduce((sum, [, one]) => sum + one.bytes, 0);
  const told = classes.filter(([, one]) => one.bytes >= LEAST_PER_REQUEST * requests).slice(0, MOST_GROWN);
  const holders = told.map(([ofClass]) => findHolders(heap, bytesOfClass(heap, isKept, ofClass), isKept));
  const naming = new Naming(heap, new Set(holders.flat().map(({ node }) => node)));
  const grown = told.map(
    ([ofClass, one], at): Grown => ({
      constructor: className(heap, ofClass),
      countPerRequest: one.count / requests,
      bytesPerRequest: one.bytes / requests,
      heldBy: mergeNames(holders[at]!.map((holder) => naming.tell(holder.node, holder.bytes / one.bytes))),
      functions: ofClass === classOfFunctions(heap) ? naming.functions(isKept, requests) : [],
    }),
  );
  return { grown, bytesPerRequest: bytes / requests };
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

/** What objects are called; looks through the heap once for all of them. */
class Naming {
  private readonly paths: ReadonlyMap<Index, readonly Step[]>;
  private readonly codeNames: ReadonlySet<Index>;
  private readonly scripts: Scripts;
  private readonly places: ReadonlyMap<Index, ScopePlace>;

  constructor(
    private readonly heap: Heap,
    nodes: ReadonlySet<Index>,
  ) {
    this.paths = cheapestPaths(heap, nodes);
    this.codeNames = findCodeNames(heap);
    this.scripts = new Scripts(heap);
    const scopes = [...nodes].map((node) => this.nameOf(node).scope).filter((scope) => scope !== null);
    this.places = this.scripts.placesOf(new Set(scopes));
  }

  tell(node: Index, share: number): HeldBy {
    const { name, scope } = this.nameOf(node);
    const path = this.pathOf(node);
    const ofClass = nameOfClass(this.heap, path.length === 0 ? node : ownerOf(this.heap, path));
    const place = scope === null ? null : (this.places.get(scope) ?? null);
    const own = { name: '', constructor: ofClass, place: null, delayMs: null, share };
    if (ofClass === 'TimersList') return { ...own, kind: 'timers', delayMs: this.delayOf(node) };
    if (place?.url.startsWith('node:') && MODULE_CACHE.test(name)) return { ...own, kind: 'module cache' };
    if (name === '') return { ...own, kind: 'unnamed' };
    return { ...own, kind: scope === null ? 'global' : 'variable', name, place };
  }

  /** Node keeps a list of timers for each delay, in an object by this. */
  private delayOf(list: Index): Milliseconds | null {
    const { edgeCount, edgeTo, edgeType, edgeName } = this.heap;
    for (let edge = 0; edge < edgeCount; edge++) if (edgeTo[edge] === list && edgeType[edge] === EDGE.element) return edgeName[edge]!;
    return null;
  }

  functions(isKept: Uint8Array, requests: number): KeptFunctions[] {
    const { heap, scripts } = this;
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

  private pathOf(node: Index): readonly Step[] {
    return this.paths.get(node) ?? [];
  }

  private nameOf(node: Index) {
    return namePath(this.heap, this.pathOf(node), this.codeNames);
  }
}
