/** What tells frames of classic ticks apart, as 0x and `--prof-process` do: on screen and in reports. */
import type { TickCategory, TickTier } from '../model/profile/ticks.ts';

/** Before the name. */
export const TIER_MARK: Readonly<Record<TickTier, string>> = { optimised: '*', unoptimised: '~', none: '' };

/** `key`: of the function. Functions of one line, and one function in several tiers or categories, are frames of their own. */
export function tickFrameKey(key: string, column: number, tier: TickTier, category: TickCategory): string {
  return `${key}\n${column} ${tier} ${category}`;
}
