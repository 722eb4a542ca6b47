import type { Comparison } from '../sessions/comparison.ts';
import type { OpenSession } from '../sessions/open-session.ts';
import type { Cell } from './cell.ts';
import { ComparisonCell } from './compare/comparison-cell.ts';
import { RunCell } from './run/run-cell.ts';

/** The cell for what was read from a file or recovered. */
export function makeCell(open: OpenSession | Comparison): Cell {
  return open.kind === 'comparison' ? new ComparisonCell(open) : new RunCell(open, null);
}
