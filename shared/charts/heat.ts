/** The colours of 0x's flame graph: a frame is as hot as the share of all ticks that found it on top of the stack. */
import type { Percent } from '../base/units.ts';

/**
 * From here on a share has the next of the colours `heat-0`, `heat-1` ... In the light theme those below 6 % are what 0x's formula gives
 * here; above, that formula runs through pink to white, so that the hottest frames would look like the coldest.
 */
export const HEAT_FROM: readonly Percent[] = [0, 0.5, 1, 2, 3, 4, 5, 10, 20, 40];

/** From this one on a colour needs text of the other brightness (`--heat-text-hot`). */
export const FIRST_HOT = 7;

export function heatPaint(percent: Percent): string {
  return `heat-${HEAT_FROM.filter((from) => percent >= from).length - 1}`;
}
