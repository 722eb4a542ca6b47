/** Classic ticks per request, by the kind of code, of a variant against the first. */
import { compareTicks } from '../../../analysis/ticks-per-request.ts';
import { variantLetter } from '../../../model/comparison/comparison.ts';
import { EVERYWHERE } from '../run-table.ts';
import { tickDifferenceTable } from '../ticks.ts';
import type { ComparedTable } from './compared-table.ts';

export const TICK_DIFFERENCE: ComparedTable = {
  id: 'tick-difference',
  section: 'ticks',
  of: ({ info: { setup, passes } }) =>
    setup.variants.flatMap((_, b) => {
      const rows = b === 0 ? null : compareTicks(passes, 0, b);
      return rows === null ? [] : [{ b, table: tickDifferenceTable(rows, variantLetter(0), variantLetter(b)) }];
    }),
  on: EVERYWHERE,
};
