/** The ticks of a run as a bar: what its parts are and where they stand. */
import type { TickFigures } from '../model/profile/ticks.ts';
import { type TickLine, ticksOfLine } from '../profile/ticks/tick-lines.ts';

/** They add up to all ticks. GC is not one of them: its ticks are in the others, too. */
export const TICK_PARTS = ['javascript', 'cpp', 'libraries', 'unaccounted'] as const satisfies readonly TickLine[];

export interface BarPart {
  readonly part: (typeof TICK_PARTS)[number];
  readonly ticks: number;
  /** Of `full`, 0 to 1. */
  readonly width: number;
}

/** Parts without ticks are left out. `full`: the ticks that fill the width. */
export function layoutTickBar(figures: TickFigures, full: number): BarPart[] {
  return TICK_PARTS.map((part): BarPart => {
    const ticks = ticksOfLine(figures, part);
    return { part, ticks, width: full > 0 ? ticks / full : 0 };
  }).filter(({ ticks }) => ticks > 0);
}
