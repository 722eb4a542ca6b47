/**
 * What the way to an object is called: from the variable or the global object on, as a program would write it (`registry.byId`). What V8 has in
 * between is left out, and keys of dictionaries and places in lists are `[key]`: they may be secrets.
 */
import type { Index } from '../base/units.ts';
import { isBlockVariable, nameBlockVariable } from './block-variables.ts';
import type { Step } from './cheapest-paths.ts';
import { className, classOf } from './class-names.ts';
import { isIdentifier } from './code-names.ts';
import { EDGE, type HeapSnapshot, NODE } from './snapshot.ts';

const ANY_KEY = '[key]';

export interface NamedPath {
  /** `sessions`, `registry.byId`, `stores[key]`. Empty: nothing that has a name leads to it. */
  readonly name: string;
  /** The scope that has the variable; null: it is reached from a global object, or from none of both. */
  readonly scope: Index | null;
}

const NOWHERE: NamedPath = { name: '', scope: null };

/** `codeNames`: indexes of `strings` that are names of the program's code. */
export function namePath(snapshot: HeapSnapshot, path: readonly Step[], codeNames: ReadonlySet<Index>): NamedPath {
  const start = path
    .map(({ from, edge }) => snapshot.edgeType[edge] === EDGE.context || isBlockVariable(snapshot, from, edge))
    .lastIndexOf(true);
  const first = start < 0 ? 1 + path.findIndex(({ edge }) => snapshot.edgeType[edge] === EDGE.shortcut) : start;
  if (start < 0 && first === 0) return NOWHERE;
  const parts = path.slice(first).map((step) => partOf(snapshot, step, codeNames));
  // A variable whose name is not known: what follows is no name of its own.
  if (start >= 0 && parts[0] === '.') return NOWHERE;
  const name = parts.join('').replace(/^\./, '');
  if (name === '') return NOWHERE;
  return { name, scope: start < 0 ? null : path[start]!.from };
}

function partOf(snapshot: HeapSnapshot, { from, edge }: Step, codeNames: ReadonlySet<Index>): string {
  if (isBlockVariable(snapshot, from, edge)) return `.${nameBlockVariable(snapshot, from, edge)}`;
  const { edgeType, edgeName, strings, nodeType } = snapshot;
  switch (edgeType[edge]) {
    case EDGE.context:
      return `.${strings.text(edgeName[edge]!)}`;
    case EDGE.element:
      return ANY_KEY;
    case EDGE.property:
      return propertyPart(snapshot, edgeName[edge]!, codeNames);
    default:
      // From the table of a Map or the elements of an array.
      return nodeType[from] === NODE.array ? ANY_KEY : '';
  }
}

/** How one object refers to another by a name; empty: it does not, or not by one. */
export function edgeLabel(snapshot: HeapSnapshot, from: Index, to: Index, codeNames: ReadonlySet<Index>): string {
  const { firstEdge, edgeTo, edgeType } = snapshot;
  for (let edge = firstEdge[from]!; edge < firstEdge[from + 1]!; edge++) {
    const isNamed = edgeType[edge] === EDGE.context || edgeType[edge] === EDGE.property;
    if (isNamed && edgeTo[edge] === to) return partOf(snapshot, { from, edge }, codeNames).replace(/^\./, '');
  }
  return '';
}

function propertyPart({ strings }: HeapSnapshot, name: Index, codeNames: ReadonlySet<Index>): string {
  const text = strings.text(name);
  return codeNames.has(name) && isIdentifier(text) ? `.${text}` : ANY_KEY;
}

/** The object itself, where it is a table of a Map or the elements of an array that keep it alive for it. */
export function ownerOf(snapshot: HeapSnapshot, path: readonly Step[]): Index {
  const { edgeTo, nodeType } = snapshot;
  const nodes = path.map(({ edge }) => edgeTo[edge]!);
  return nodes.filter((node) => nodeType[node] !== NODE.array && nodeType[node] !== NODE.hidden).at(-1) ?? nodes.at(-1)!;
}

export function nameOfClass(snapshot: HeapSnapshot, node: Index): string {
  return className(snapshot, classOf(snapshot, node));
}
