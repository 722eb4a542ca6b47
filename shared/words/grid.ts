/** A grid in a sentence. */
import { MOST_FAILED_PERCENT } from '../analysis/grid.ts';
import type { GridCell } from '../model/grid.ts';
import { text } from './words.ts';

export function tellGrid(cells: readonly GridCell[]): string {
  const measured = cells.filter(({ figures }) => figures !== null);
  return text('grid.answer', {
    measured: measured.length,
    cells: cells.length,
    failed: measured.filter((cell) => isOverFailed(cell)).length,
    most: String(MOST_FAILED_PERCENT),
  });
}

function isOverFailed({ figures }: GridCell): boolean {
  return (figures?.failedPercent ?? 0) > MOST_FAILED_PERCENT;
}
