/**
 * Which texts are names that the program's code has in it. A property may be called after what a program was told (`sessions['sid-5f2c']`), and then
 * its name is a secret; one that stands in the code is none. V8 keeps the names of compiled code in lists of constants.
 */
import type { Index } from '../base/units.ts';
import { type HeapSnapshot, NODE } from './snapshot.ts';

const LISTS = ['(constant pool)', 'system / ObjectBoilerplateDescription', 'system / ScopeInfo'];
const IDENTIFIER = /^[$\w][$\w]{0,59}$/;

/** Indexes of `strings`. */
export function findCodeNames(snapshot: HeapSnapshot): ReadonlySet<Index> {
  const { nodeCount, nodeType, nodeName, firstEdge, edgeTo, strings } = snapshot;
  const found = new Set<Index>();
  const isList = remembered((name) => LISTS.some((list) => strings.is(name, list)));
  for (let node = 0; node < nodeCount; node++) {
    if (nodeType[node] !== NODE.code || !isList(nodeName[node]!)) continue;
    for (let edge = firstEdge[node]!; edge < firstEdge[node + 1]!; edge++) {
      const to = edgeTo[edge]!;
      if (nodeType[to] === NODE.string) found.add(nodeName[to]!);
    }
  }
  return found;
}

export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

function remembered(find: (index: Index) => boolean): (index: Index) => boolean {
  const known = new Map<Index, boolean>();
  return (index) => {
    const before = known.get(index);
    if (before !== undefined) return before;
    const found = find(index);
    known.set(index, found);
    return found;
  };
}
