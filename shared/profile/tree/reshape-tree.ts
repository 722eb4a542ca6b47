/**
 * A call tree read from another side. Weights stay, so percentages are of the same base.
 *
 *   tree             bottom up            callers of c       callees of b
 *   a 1              c 6    (self times)  c 6                b 6
 *    \ b 0            \ b 6               \ b 6              \ c 6
 *       \ c 6            \ a 6               \ a 6
 */
import { GrowableInt32 } from '../../base/growable.ts';
import type { AROUND } from './around.ts';
import type { CallTree } from './call-tree.ts';
import type { FunctionName } from './folds.ts';
import { walkTree } from './tree-walk.ts';

/** `bottomUp`: functions by self time, below each who called it. `callers`, `callees`: of one function, wherever it was called. */
export type Reshape = { readonly as: 'bottomUp' } | ({ readonly as: (typeof AROUND)[number] } & FunctionName);

/** `how` undefined: as it is. */
export function reshapeTree(tree: CallTree, how: Reshape | undefined): CallTree {
  if (how === undefined) return tree;
  if (how.as === 'bottomUp') return invert(tree);
  const isIt = tree.frames.map(({ name, url, line }) => name === how.function && url === how.url && line + 1 === how.line);
  return how.as === 'callers' ? callersOf(tree, isIt) : calleesOf(tree, isIt);
}

/** The same tree without the time of some nodes themselves. */
export function withoutNodes(tree: CallTree, isLeftOut: (node: number) => boolean): CallTree {
  const self = tree.self.map((us, node) => (isLeftOut(node) ? 0 : us));
  const total = self.slice();
  for (let node = total.length - 1; node > 0; node--) total[tree.parent[node]!]! += total[node]!;
  return { ...tree, self, total };
}

/** A tree of the same functions and weights, put together anew. */
export class TreeBuilder {
  readonly #known = new Map<number, number>();
  readonly #parent = new GrowableInt32();
  readonly #frame = new GrowableInt32();
  readonly #self: number[] = [];
  readonly #folded: number[] = [];
  readonly #samples: number[] = [];

  constructor(private readonly tree: CallTree) {
    this.#push(-1, tree.frame[0]!);
  }

  child(above: number, frame: number): number {
    const key = above * this.tree.frames.length + frame;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const node = this.#push(above, frame);
    this.#known.set(key, node);
    return node;
  }

  /** From a node outwards; the root stands for none. */
  outwards(from: number): number {
    let at = 0;
    for (let node = from; node > 0; node = this.tree.parent[node]!) at = this.child(at, this.tree.frame[node]!);
    return at;
  }

  add(node: number, self: number, folded: number, samples: number): void {
    this.#self[node]! += self;
    this.#folded[node]! += folded;
    this.#samples[node]! += samples;
  }

  build(): CallTree {
    const parent = this.#parent.toArray();
    const self = Float64Array.from(this.#self);
    const total = self.slice();
    for (let node = parent.length - 1; node > 0; node--) total[parent[node]!]! += total[node]!;
    return {
      ...this.tree,
      parent,
      frame: this.#frame.toArray(),
      self,
      folded: Float64Array.from(this.#folded),
      total,
      samples: Float64Array.from(this.#samples),
    };
  }

  #push(above: number, frame: number): number {
    const node = this.#parent.length;
    this.#parent.push(above);
    this.#frame.push(frame);
    for (const column of [this.#self, this.#folded, this.#samples]) column.push(0);
    return node;
  }
}

function invert(tree: CallTree): CallTree {
  const builder = new TreeBuilder(tree);
  for (let node = 0; node < tree.parent.length; node++) {
    if (tree.self[node] === 0 && tree.samples[node] === 0) continue;
    builder.add(builder.outwards(node), tree.self[node]!, tree.folded[node]!, tree.samples[node]!);
  }
  return builder.build();
}

/** Of a stack on which it stands several times, the outermost counts: its time is all that is below. */
function callersOf(tree: CallTree, isIt: readonly boolean[]): CallTree {
  const builder = new TreeBuilder(tree);
  const samples = tree.samples.slice();
  for (let node = samples.length - 1; node > 0; node--) samples[tree.parent[node]!]! += samples[node]!;
  let depth = 0;
  walkTree(
    tree,
    (node) => {
      if (node === 0 || !isIt[tree.frame[node]!]) return;
      if (depth++ === 0) builder.add(builder.outwards(node), tree.total[node]!, 0, samples[node]!);
    },
    (node) => {
      if (node > 0 && isIt[tree.frame[node]!]) depth--;
    },
  );
  return builder.build();
}

function calleesOf(tree: CallTree, isIt: readonly boolean[]): CallTree {
  const builder = new TreeBuilder(tree);
  /** By node where it went; -1: it is not below the function. */
  const placeOf = new Int32Array(tree.parent.length).fill(-1);
  // Parents come before their children.
  for (let node = 1; node < placeOf.length; node++) {
    const above = placeOf[tree.parent[node]!]!;
    const frame = tree.frame[node]!;
    if (above < 0 && !isIt[frame]) continue;
    placeOf[node] = builder.child(Math.max(0, above), frame);
    builder.add(placeOf[node]!, tree.self[node]!, tree.folded[node]!, tree.samples[node]!);
  }
  return builder.build();
}
