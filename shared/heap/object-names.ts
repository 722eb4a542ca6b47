/** What objects are called, and in which script the variable is that leads to them. */
import type { Index, Milliseconds } from '../base/units.ts';
import type { NamedKind } from '../model/heap-summary.ts';
import { cheapestPaths, type Step } from './cheapest-paths.ts';
import { findCodeNames } from './code-names.ts';
import type { Heap } from './heap.ts';
import { nameOfClass, namePath, ownerOf } from './name-path.ts';
import type { ScopePlace, Scripts } from './scripts.ts';
import { EDGE } from './snapshot.ts';

export interface ObjectName {
  /** `unnamed`: nothing that has a name leads to it. */
  readonly kind: NamedKind | 'unnamed';
  /** From the variable or the property of the global object on: `sessions`, `registry.byId`, `stores[key]`; `a/b`: one of these. Empty for other kinds. */
  readonly name: string;
  /** `Map`. */
  readonly constructor: string;
  /** The script that has the variable; null: it is global, or not known. */
  readonly place: ScopePlace | null;
  /** Of timers: after how long they are due; null: it is something else, or not known. */
  readonly delayMs: Milliseconds | null;
}

/** What Node calls it inside: `require.cache`. */
const MODULE_CACHE = /^\$?Module\._cache$/;

/** What objects are called; looks through the heap once for all of them. */
export class ObjectNames {
  private readonly paths: ReadonlyMap<Index, readonly Step[]>;
  private readonly codeNames: ReadonlySet<Index>;
  private readonly places: ReadonlyMap<Index, ScopePlace>;

  constructor(
    private readonly heap: Heap,
    nodes: ReadonlySet<Index>,
    scripts: Scripts,
  ) {
    this.paths = cheapestPaths(heap, nodes);
    this.codeNames = findCodeNames(heap);
    const scopes = [...nodes].map((node) => this.nameOf(node).scope).filter((scope) => scope !== null);
    this.places = scripts.placesOf(new Set(scopes));
  }

  tell(node: Index): ObjectName {
    const { name, scope } = this.nameOf(node);
    const path = this.pathOf(node);
    const ofClass = nameOfClass(this.heap, path.length === 0 ? node : ownerOf(this.heap, path));
    const place = scope === null ? null : (this.places.get(scope) ?? null);
    const own = { name: '', constructor: ofClass, place: null, delayMs: null };
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

  private pathOf(node: Index): readonly Step[] {
    return this.paths.get(node) ?? [];
  }

  private nameOf(node: Index) {
    return namePath(this.heap, this.pathOf(node), this.codeNames);
  }
}
