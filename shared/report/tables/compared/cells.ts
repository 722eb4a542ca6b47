/** Every cell of a grid with its figures. */
import { gridTable } from '../../grid-table.ts';
import { EVERYWHERE } from '../run-table.ts';
import type { ComparedTable } from './compared-table.ts';

export const CELLS: ComparedTable = {
  id: 'cells',
  section: 'cells',
  of: ({ info: { setup, cells = [] } }) => (setup.grid === undefined ? [] : [{ table: gridTable(setup.grid, cells) }]),
  on: { ...EVERYWHERE, brief: Number.POSITIVE_INFINITY },
  key: 'grid.cells',
};
