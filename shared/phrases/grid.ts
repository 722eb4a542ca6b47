/** A grid in sentences. */
import { MOST_FAILED_PERCENT } from '../analysis/verdicts/grid.ts';
import { formatElapsed, formatRoughTime } from '../format/figures.ts';
import { tellFailure } from '../format/word-said.ts';
import type { ComparisonEstimate } from '../model/comparison/comparison.ts';
import type { Grid, GridCell } from '../model/comparison/grid.ts';
import { text } from '../words/words.ts';

/** Before it starts: how much there is to run, for how long, and what of it cannot be run here, once for each reason. */
export function tellGridPlan({ cases, topologies, records }: Grid, { totalMs, missing = [] }: ComparisonEstimate): readonly string[] {
  const reasons = new Map<string, number>();
  for (const { failure } of missing) reasons.set(tellFailure(failure), (reasons.get(tellFailure(failure)) ?? 0) + 1);
  return [
    text('grid.plan', {
      cells: cases.length * topologies.length,
      cases: cases.length,
      topologies: topologies.length,
      time: formatRoughTime(totalMs),
    }),
    ...(records ? [text('grid.planCases', { cases: cases.join('; ') })] : []),
    ...[...reasons].map(([why, cells]) => text('grid.missing', { cells, why })),
  ];
}

export function tellGrid(cells: readonly GridCell[]): string {
  const measured = cells.filter(({ figures }) => figures !== null);
  const answer = text('grid.answer', {
    measured: measured.length,
    cells: cells.length,
    failed: measured.filter((cell) => isOverFailed(cell)).length,
    most: String(MOST_FAILED_PERCENT),
  });
  const stopped = tellStopped(cells);
  return stopped === null ? answer : `${stopped} ${answer}`;
}

/** Null: there is no cell whose server stopped responding. */
function tellStopped(cells: readonly GridCell[]): string | null {
  const stopped = cells.filter(({ silentMs }) => silentMs !== undefined);
  if (stopped.length === 0) return null;
  return text('grid.stoppedResponding', {
    count: stopped.length,
    cells: stopped.map(({ run }) => run).join(', '),
    time: formatElapsed(Math.min(...stopped.map(({ silentMs }) => silentMs!))),
  });
}

function isOverFailed({ figures }: GridCell): boolean {
  return (figures?.failedPercent ?? 0) > MOST_FAILED_PERCENT;
}
