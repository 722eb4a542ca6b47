/** In which script a function or a variable stands. */
import type { Index } from '../base/units.ts';
import { EDGE, type HeapSnapshot, NODE } from './snapshot.ts';

/** Scopes within scopes that are looked through for a function. */
const MOST_SCOPES = 30;

export interface ScopePlace {
  /** Path or address of the script, as Node has it. */
  readonly url: string;
  /** The first line on which a function of the scope begins, from 0 on; null: not known. */
  readonly line: number | null;
}

export class Scripts {
  private readonly rows: ReadonlyMap<Index, Index>;

  constructor(private readonly snapshot: HeapSnapshot) {
    this.rows = new Map(Array.from(snapshot.places.node, (node, row) => [node, row]));
  }

  /** Of a function; empty: it is not known. */
  urlOf(closure: Index): string {
    const { snapshot } = this;
    const shared = this.follow(closure, 'shared');
    // Until Node 20 it is the same edge that debuggers use.
    const script = shared === null ? null : (this.follow(shared, 'script') ?? this.follow(shared, 'script_or_debug_info'));
    const name = script === null ? null : this.follow(script, 'name');
    return name === null ? '' : snapshot.strings.text(snapshot.nodeName[name]!);
  }

  /** Where a function begins, with its parameters; from 0 on, null: not known. */
  startOf(closure: Index): { readonly line: number | null; readonly column: number | null } {
    const row = this.rows.get(closure);
    const { line, column } = this.snapshot.places;
    return row === undefined ? { line: null, column: null } : { line: line[row]!, column: column[row]! };
  }

  /** Where the variables of scopes stand, by functions that see them: those of the scope itself before those within it. */
  placesOf(scopes: ReadonlySet<Index>): ReadonlyMap<Index, ScopePlace> {
    const { nodeCount, nodeType } = this.snapshot;
    const found = new Map<Index, ScopePlace & { readonly depth: number }>();
    for (let node = 0; node < nodeCount; node++) {
      if (nodeType[node] !== NODE.closure) continue;
      let scope = this.follow(node, 'context');
      for (let depth = 0; scope !== null && depth < MOST_SCOPES; depth++, scope = this.follow(scope, 'previous')) {
        const known = found.get(scope);
        if (!scopes.has(scope) || (known !== undefined && known.depth < depth)) continue;
        const url = this.urlOf(node);
        if (url === '') continue;
        const { line } = this.startOf(node);
        const isFirst = known === undefined || known.depth > depth || (known.line !== null && line !== null && line < known.line);
        if (isFirst) found.set(scope, { url, line, depth });
      }
    }
    return found;
  }

  private follow(node: Index, name: string): Index | null {
    const { firstEdge, edgeType, edgeName, edgeTo, strings } = this.snapshot;
    for (let edge = firstEdge[node]!; edge < firstEdge[node + 1]!; edge++) {
      if (edgeType[edge] === EDGE.internal && strings.is(edgeName[edge]!, name)) return edgeTo[edge]!;
    }
    return null;
  }
}
