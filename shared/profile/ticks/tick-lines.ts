/** The lines of `[Summary]` by names of our own, with what is unaccounted for as one of them. */
import type { TickFigures, TickShare, TickSummaryRow } from '../../model/profile/ticks.ts';

/** In the order of print. */
export const TICK_LINES = ['javascript', 'cpp', 'gc', 'libraries', 'unaccounted'] as const;
export type TickLine = (typeof TICK_LINES)[number];

/** By what Node prints. */
export const LINE_OF = {
  JavaScript: 'javascript',
  'C++': 'cpp',
  GC: 'gc',
  'Shared libraries': 'libraries',
  Unaccounted: 'unaccounted',
} as const satisfies Readonly<Record<TickShare | 'Unaccounted', TickLine>>;

/** The line of the summary; undefined: it is not there, or is no line of it. */
export function shareOfLine({ summary }: Pick<TickFigures, 'summary'>, line: TickLine): TickSummaryRow | undefined {
  return summary.find(({ name }) => LINE_OF[name] === line);
}

export function ticksOfLine(figures: Pick<TickFigures, 'summary' | 'unaccounted'>, line: TickLine): number {
  return line === 'unaccounted' ? figures.unaccounted : (shareOfLine(figures, line)?.ticks ?? 0);
}
