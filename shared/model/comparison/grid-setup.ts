/** A grid as the comparison that the engine runs: its variants are the cells. */
import { firstOf } from '../../base/shorten.ts';
import { NO_CAPTURE } from '../setup/captures.ts';
import type { Setup } from '../setup/setup.ts';
import { type ComparisonSetup, DEFAULT_EQUIVALENCE_PERCENT, DEFAULT_SEED } from './comparison.ts';
import { MOST_TITLE } from './comparison-schema.ts';
import { type Grid, gridPlace } from './grid.ts';
import { DEFAULT_QUESTION } from './metrics.ts';

/** `cells`: those of the first case first, as many as the grid has. */
export function setupOfGrid(grid: Grid, cells: readonly Setup[]): ComparisonSetup {
  const titleOf = (index: number): string => {
    const { row, column } = gridPlace(grid, index);
    return firstOf(`${grid.cases[row]}, ${grid.topologies[column]}`, MOST_TITLE);
  };
  return {
    variants: cells.map((setup, index) => ({ title: titleOf(index), setup: grid.records ? setup : { ...setup, capture: NO_CAPTURE } })),
    pairs: 1,
    question: DEFAULT_QUESTION,
    profiled: false,
    seed: DEFAULT_SEED,
    equivalencePercent: DEFAULT_EQUIVALENCE_PERCENT,
    grid: { ...grid, cases: [...grid.cases], topologies: [...grid.topologies] },
  };
}
