/** A call tree as the flame graph draws it: columns, the heaviest nodes only. */
import { FRAME_KINDS } from '../../model/profile/frame-kind.ts';
import type { Frame } from '../../model/profile/profile.ts';
import type { FlameColumns } from '../../model/profile/profile-views.ts';
import type { CallTree } from './call-tree.ts';

/** Gives equal texts one index, for columns that name texts. */
class TextTable {
  readonly texts: string[] = [];
  readonly #indices = new Map<string, number>();

  add(text: string): number {
    let index = this.#indices.get(text);
    if (index === undefined) {
      index = this.texts.push(text) - 1;
      this.#indices.set(text, index);
    }
    return index;
  }
}

/** A function in columns: where its texts are, its line, one-based, and its kind as a number. */
export interface FunctionEntry {
  readonly name: number;
  readonly url: number;
  readonly line: number;
  readonly kind: number;
}

/** The functions that columns name. A function is in many rows; what is looked up of it is looked up once. */
export class FunctionTable {
  readonly #names = new TextTable();
  readonly #urls = new TextTable();
  readonly #entries = new Map<Frame, FunctionEntry>();

  add(frame: Frame): FunctionEntry {
    let entry = this.#entries.get(frame);
    if (entry === undefined) {
      const { name, url, line, kind } = frame;
      entry = { name: this.#names.add(name), url: this.#urls.add(url), line: line + 1, kind: FRAME_KINDS.indexOf(kind) };
      this.#entries.set(frame, entry);
    }
    return entry;
  }

  get texts(): { readonly names: readonly string[]; readonly urls: readonly string[] } {
    return { names: this.#names.texts, urls: this.#urls.texts };
  }
}

/**
 * The `maxNodes` heaviest nodes, the heaviest first and parents before their children. Of what is left out the weight stays in the totals of its
 * callers, and `folded` counts the nodes.
 */
export function toFlameColumns(tree: CallTree, maxNodes: number, nodes = pickHeaviest(tree, maxNodes)): FlameColumns {
  const count = nodes.length;
  const columns = {
    parent: new Int32Array(count),
    name: new Uint32Array(count),
    url: new Uint32Array(count),
    line: new Uint32Array(count),
    kind: new Uint8Array(count),
    self: new Float64Array(count),
    folded: new Float64Array(count),
    total: new Float64Array(count),
  };
  const functions = new FunctionTable();
  const place = new Int32Array(tree.parent.length);
  // One pass over plain arrays: this is done for each window that somebody drags over.
  for (let i = 0; i < count; i++) {
    const node = nodes[i]!;
    const { name, url, line, kind } = functions.add(tree.frames[tree.frame[node]!]!);
    place[node] = i;
    columns.parent[i] = node === 0 ? -1 : place[tree.parent[node]!]!;
    columns.name[i] = name;
    columns.url[i] = url;
    columns.line[i] = line;
    columns.kind[i] = kind;
    columns.self[i] = tree.self[node]!;
    columns.folded[i] = tree.folded[node]!;
    columns.total[i] = tree.total[node]!;
  }
  return {
    ...columns,
    meta: {
      ...functions.texts,
      base: tree.base,
      unit: tree.unit,
      samples: tree.sampleCount,
      timeBase: tree.timeBase,
      cpu: tree.cpu,
      folded: tree.parent.length - count,
    },
  };
}

/** Nodes of the columns, in their order. */
export function pickHeaviest({ total }: Pick<CallTree, 'total'>, maxNodes: number): Int32Array {
  return keepHeaviest(total, Math.max(1, maxNodes)).sort((a, b) => total[b]! - total[a]! || a - b);
}

/** Of equals the first. No child is heavier than its parent and each comes after it, so these are a tree. Numbers alone are sorted fast. */
function keepHeaviest(total: Float64Array, most: number): Int32Array {
  const kept = new Int32Array(Math.min(most, total.length));
  const sorted = total.slice().sort();
  const least = sorted[sorted.length - kept.length]!;
  let equals = kept.length;
  for (let i = sorted.length - 1; sorted[i]! > least; i--) equals--;
  for (let node = 0, next = 0; node < total.length; node++) {
    if (total[node]! > least || (total[node] === least && equals-- > 0)) kept[next++] = node;
  }
  return kept;
}
