/**
 * Tables of functions over a call tree: the heavy list, and one level of callers or callees at a time.
 *
 *   stack in time        self of b: 20    total of b: 20
 *   a  a  a              self of a: 10    total of a: 30
 *      b  b              recursion (a - b - a) is counted once in a's total
 */
import { percentOf } from '../../base/percent-of.ts';
import type { FunctionRow, TimeTable } from '../../model/profile/profile-views.ts';
import type { CallTree } from './call-tree.ts';
import { listChildren, walkTree } from './tree-walk.ts';

/** What one row adds up. */
interface Sums {
  self: number;
  folded: number;
  total: number;
  samples: number;
  hasMore: boolean;
}

/**
 * Every function with time in the window. `self`: time in the function itself, and in what is folded into it.
 * `total`: time with the function anywhere on the stack, once however often it recurs. Percentages are of the base. The
 * root is listed only when hidden frames were folded into it. Heaviest self time first.
 */
export function computeFunctions(tree: CallTree): TimeTable<FunctionRow> {
  return { rows: listFunctions(tree), ...baseOf(tree) };
}

/** What the rows of a table of a tree are of. */
export function baseOf({ base, unit, sampleCount, timeBase, cpu, isSampled }: CallTree): Omit<TimeTable<never>, 'rows'> {
  return { base, unit, samples: sampleCount, timeBase, cpu, isSampled };
}

export function listFunctions(tree: CallTree): FunctionRow[] {
  const sums = new Map<number, Sums>();
  const onStack = new Uint32Array(tree.frames.length);
  walkTree(
    tree,
    (node) => {
      const frame = tree.frame[node]!;
      addNode(tree, sumsOf(sums, frame), node, onStack[frame]! === 0);
      onStack[frame]!++;
      // DevTools' heavy view: what can be opened are callers, and the root is not shown as one.
      if (tree.parent[node]! > 0) sumsOf(sums, frame).hasMore = true;
    },
    (node) => {
      onStack[tree.frame[node]!]!--;
    },
  );
  const root = sums.get(tree.frame[0]!);
  if (root?.self === 0 && root.samples === 0) sums.delete(tree.frame[0]!);
  return toRows(tree, sums);
}

/**
 * One level below a function. `path` starts with the function opened in the heavy list and goes on with the callers (or
 * callees) opened below it.
 *
 * Callers [f, g, h]: rows are the callers of h where h called g and g called f. A row's `self` and `total` are f's own
 * times when reached that way; selfs of all rows add up to that of the row opened, less what was called from the root.
 *
 * Callees [f, g, h]: rows are the functions h called where f called g and g called h. A row's `self` and `total` are its
 * own times when reached that way.
 *
 * Within a row a recursive stack is counted once. Percentages are of the base, as in the heavy list.
 */
export function listRelated(tree: CallTree, direction: 'callers' | 'callees', path: readonly number[]): FunctionRow[] {
  return toRows(tree, direction === 'callers' ? sumCallers(tree, path) : sumCallees(tree, path));
}

function sumCallers(tree: CallTree, path: readonly number[]): Map<number, Sums> {
  // For each occurrence of path[0] with the right callers above: the node of the next caller.
  const callerOf = (node: number): number => {
    let at = node;
    for (const frame of path) {
      if (at <= 0 || tree.frame[at] !== frame) return -1;
      at = tree.parent[at]!;
    }
    return at;
  };
  return sumMatches(tree, (node) => {
    const caller = callerOf(node);
    return caller <= 0 ? null : { row: tree.frame[caller]!, hasMore: tree.parent[caller]! > 0 };
  });
}

function sumCallees(tree: CallTree, path: readonly number[]): Map<number, Sums> {
  const { first } = listChildren(tree);
  const follows = (node: number): boolean => {
    let at = tree.parent[node]!;
    for (let i = path.length - 1; i >= 0; i--) {
      if (at <= 0 || tree.frame[at] !== path[i]) return false;
      at = tree.parent[at]!;
    }
    return true;
  };
  return sumMatches(tree, (node) => (follows(node) ? { row: tree.frame[node]!, hasMore: first[node]! >= 0 } : null));
}

/** Adds up the nodes for which `match` names a row; a node below another one of its row adds no total again. */
function sumMatches(tree: CallTree, match: (node: number) => { row: number; hasMore: boolean } | null): Map<number, Sums> {
  const sums = new Map<number, Sums>();
  const open = new Uint32Array(tree.frames.length);
  const rowOf = new Int32Array(tree.parent.length).fill(-1);
  walkTree(
    tree,
    (node) => {
      const found = match(node);
      if (found === null) return;
      rowOf[node] = found.row;
      const row = sumsOf(sums, found.row);
      addNode(tree, row, node, open[found.row]! === 0);
      row.hasMore ||= found.hasMore;
      open[found.row]!++;
    },
    (node) => {
      if (rowOf[node]! >= 0) open[rowOf[node]!]!--;
    },
  );
  return sums;
}

function sumsOf(sums: Map<number, Sums>, frame: number): Sums {
  let found = sums.get(frame);
  if (found === undefined) {
    found = { self: 0, folded: 0, total: 0, samples: 0, hasMore: false };
    sums.set(frame, found);
  }
  return found;
}

function addNode(tree: CallTree, sums: Sums, node: number, isOutermost: boolean): void {
  sums.self += tree.self[node]!;
  sums.folded += tree.folded[node]!;
  sums.samples += tree.samples[node]!;
  if (isOutermost) sums.total += tree.total[node]!;
}

function toRows(tree: CallTree, sums: ReadonlyMap<number, Sums>): FunctionRow[] {
  const percent = (weight: number) => percentOf(weight, tree.base);
  const rows = Array.from(sums, ([index, { self, folded, total, samples, hasMore }]): FunctionRow => {
    const { name, url, line, column, kind } = tree.frames[index]!;
    return {
      index,
      function: name,
      url,
      line: line + 1,
      column: column + 1,
      kind,
      self,
      selfPercent: percent(self),
      folded,
      total,
      totalPercent: percent(total),
      samples,
      hasMore,
    };
  });
  return rows.sort((a, b) => b.self - a.self || b.total - a.total || a.index - b.index);
}
