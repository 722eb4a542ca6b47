/** 0x's tree of stacks as its flame graph draws it. */
import type { TickFlameColumns } from '../../model/profile/profile-views.ts';
import { TICK_CATEGORIES, TICK_TIERS } from '../../model/profile/ticks.ts';
import { pickHeaviest, toFlameColumns } from '../tree/flame-columns.ts';
import type { TickTree } from './tick-flame.ts';

/** The `maxNodes` heaviest frames. */
export function toTickFlameColumns(tree: TickTree, maxNodes: number): TickFlameColumns {
  const nodes = pickHeaviest(tree, maxNodes);
  const drawn = Array.from(nodes, (node) => tree.frames[tree.frame[node]!]!);
  const { meta, ...columns } = toFlameColumns(tree, maxNodes, nodes);
  return {
    ...columns,
    meta: { ...meta, categories: tree.categories },
    column: Uint32Array.from(drawn, ({ column }) => column + 1),
    category: Uint8Array.from(drawn, ({ category }) => TICK_CATEGORIES.indexOf(category)),
    tier: Uint8Array.from(drawn, ({ tier }) => TICK_TIERS.indexOf(tier)),
  };
}
