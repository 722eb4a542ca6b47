/** The tree of stacks of classic ticks, as its flame graph draws it: coloured by heat, marked by tier. Pure. */
import { percentOf } from '../../shared/base/percent-of.ts';
import { heatPaint } from '../../shared/charts/heat.ts';
import { TIER_MARK, tickFrameKey } from '../../shared/charts/tick-frames.ts';
import type { TickFlameColumns } from '../../shared/model/profile/profile-views.ts';
import { TICK_CATEGORIES, TICK_TIERS, type TickCategory, type TickTier } from '../../shared/model/profile/ticks.ts';
import { calledNode, type FlameNode, linkNodes } from './flame-model.ts';

/** `self` is what heats it: the ticks that found it on top of the stack, or a hidden frame that it called. */
export interface TickNode extends FlameNode {
  readonly category: TickCategory;
  readonly tier: TickTier;
}

export function buildTickTree(columns: TickFlameColumns): TickNode | null {
  return linkNodes<TickNode>(columns, (node, index) => {
    const self = columns.self[index] ?? 0;
    const tier = TICK_TIERS[columns.tier[index] ?? 2] ?? 'none';
    const category = TICK_CATEGORIES[columns.category[index] ?? 0] ?? 'app';
    return {
      ...node,
      self,
      value: columns.total[index] ?? 0,
      category,
      tier,
      label: `${TIER_MARK[tier]}${calledNode(node)}`,
      key: tickFrameKey(node.key, columns.column[index] ?? 0, tier, category),
      // The root is no function.
      ...(node.parent === null ? {} : { paint: heatPaint(percentOf(self, columns.meta.base)) }),
    };
  });
}

export function isTickNode(node: FlameNode): node is TickNode {
  return 'tier' in node;
}
