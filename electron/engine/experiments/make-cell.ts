import type { Opened } from '../sessions/opened.ts';
import type { Cell } from './cell.ts';
import { ComparisonCell } from './compare/comparison-cell.ts';
import { RunCell } from './run/run-cell.ts';
import { ServicesCell } from './services/services-cell.ts';

/** The cell for what was read from a file or recovered. */
export function makeCell(open: Opened): Cell {
  switch (open.kind) {
    case 'comparison':
      return new ComparisonCell(open);
    case 'services':
      return new ServicesCell(open);
    default:
      return new RunCell(open, null);
  }
}
