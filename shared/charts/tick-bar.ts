/** The ticks of a run as a bar: what its parts are and where they stand. */
import type { TickFigures, TickShare } from '../profile/ticks.ts';

/** Whole, and in this order: the parts that add up to all ticks. GC is not one of them, its ticks are in the others, too. */
export const TICK_PARTS = ['javascript', 'cpp', 'libraries', 'unaccounted'] as const;
export type TickPart = (typeof TICK_PARTS)[number];

const SHARE_OF: Readonly<Record<Exclude<TickPart, 'unaccounted'>, TickShare>> = {
  javascript: 'JavaScript',
  cpp: 'C++',
  libraries: 'Shared libraries',
};

type Summed = Pick<TickFigures, 'summary' | 'unaccounted'>;

export function ticksOf(figures: Summed, share: TickShare): number {
  return figures.summary.find(({ name }) => name === share)?.ticks ?? 0;
}

export function ticksOfPart(figures: Summed, part: TickPart): number {
  return part === 'unaccounted' ? figures.unaccounted : ticksOf(figures, SHARE_OF[part]);
}

export interface BarPart {
  readonly part: TickPart;
  readonly ticks: number;
  /** Both of `full`, 0 to 1. */
  readonly from: number;
  readonly width: number;
}

/** Parts without ticks are left out. `full`: the ticks that fill the width. */
export function layoutTickBar(figures: Summed, full: number): BarPart[] {
  let before = 0;
  return TICK_PARTS.map((part): BarPart => {
    const ticks = ticksOfPart(figures, part);
    const from = before;
    before += ticks;
    return { part, ticks, from: full > 0 ? from / full : 0, width: full > 0 ? ticks / full : 0 };
  }).filter(({ ticks }) => ticks > 0);
}
