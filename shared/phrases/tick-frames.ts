import type { TickFlameQuery } from '../profile/ticks/tick-flame.ts';
import { text } from '../words/words.ts';

/** Which frames a flame graph of ticks does not draw, and which of them it draws as one; empty ones are left out. */
export function aboutTicks({ hide, merged }: TickFlameQuery): string[] {
  const kinds = hide.map((category) => text(`run.ticks.category.${category}`)).join(', ');
  return [...(hide.length === 0 ? [] : [text('take.notDrawnFrames', { kinds })]), ...(merged ? [text('take.mergedTiers')] : [])];
}
