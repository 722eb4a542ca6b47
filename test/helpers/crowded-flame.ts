/** A flame graph of many frames, most of them too narrow to be seen. */
import { makeRandom } from '../../shared/base/statistics/random.ts';
import type { FlameColumns } from '../../shared/model/profile/profile-views.ts';
import { KNOWN_CPU } from './known-cpu.ts';

const FUNCTIONS = 1_500;
const DEEPEST = 40;

/** A tree that grows where it already is, as those of servers do. */
export function makeCrowdedFlame(nodes: number, seed: number): FlameColumns {
  const random = makeRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const parent = [-1];
  const name = [0];
  const children: number[][] = [[]];
  while (parent.length < nodes) {
    let node = 0;
    for (let depth = 0; depth < DEEPEST && children[node]!.length > 0 && (children[node]!.length > 5 || random() < 0.9); depth++) {
      // Mostly the first ones, so that there are wide frames.
      node = children[node]![Math.floor(children[node]!.length * random() ** 3)]!;
    }
    const called = 1 + below(FUNCTIONS);
    if (children[node]!.some((child) => name[child] === called)) continue;
    children[node]!.push(parent.length);
    children.push([]);
    parent.push(node);
    name.push(called);
  }
  const self = Float64Array.from(parent, () => 1 + below(400));
  const total = self.slice();
  for (let node = nodes - 1; node > 0; node--) total[parent[node]!]! += total[node]!;
  return {
    meta: {
      names: ['(root)', ...Array.from({ length: FUNCTIONS }, (_, index) => `handle${index}`)],
      urls: ['', 'file:///home/ana/shop/server.mjs'],
      base: total[0]!,
      unit: 'microseconds',
      samples: nodes,
      timeBase: 'cpu',
      cpu: KNOWN_CPU,
      folded: 0,
    },
    parent: Int32Array.from(parent),
    name: Uint32Array.from(name),
    url: Uint32Array.from(name, (index) => Math.min(1, index)),
    line: Uint32Array.from(name),
    kind: Uint8Array.from(name, (index) => index % 4),
    self,
    folded: new Float64Array(nodes),
    total,
  };
}
