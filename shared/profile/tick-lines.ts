/** The lines of `[Summary]` by names of our own, with what is unaccounted for as one of them. */
import type { TickFigures, TickShare } from './ticks.ts';

/** In the order of print. */
export const TICK_LINES = ['javascript', 'cpp', 'gc', 'libraries', 'unaccounted'] as const;
export type TickLine = (typeof TICK_LINES)[number];

export const SHARE_OF: Readonly<Record<Exclude<TickLine, 'unaccounted'>, TickShare>> = {
  javascript: 'JavaScript',
  cpp: 'C++',
  gc: 'GC',
  libraries: 'Shared libraries',
};

export function ticksOfLine({ summary, unaccounted }: Pick<TickFigures, 'summary' | 'unaccounted'>, line: TickLine): number {
  return line === 'unaccounted' ? unaccounted : (summary.find(({ name }) => name === SHARE_OF[line])?.ticks ?? 0);
}
