/** Every table of a comparison or a grid; a section has those of it in this order. */
import { cutTable } from '../../table.ts';
import { type Piece, tellCut } from '../index.ts';
import { REQUEST_FIGURES, REQUEST_VERDICTS } from './by-request.ts';
import { CELLS } from './cells.ts';
import type { Compared, ComparedTable, Section, Surface } from './compared-table.ts';
import { DIFFERENCE } from './functions.ts';
import { CURVES } from './percentiles.ts';
import { PLACES } from './places.ts';
import { RESPONSES } from './responses.ts';
import { RUNS } from './runs.ts';
import { SETTINGS } from './settings.ts';
import { TICK_DIFFERENCE } from './ticks.ts';
import { VERDICTS } from './verdicts.ts';
import { WAIT_DIFFERENCE } from './waits.ts';

export const COMPARED_TABLES: readonly ComparedTable[] = [
  RESPONSES,
  VERDICTS,
  WAIT_DIFFERENCE,
  RUNS,
  CURVES,
  REQUEST_FIGURES,
  REQUEST_VERDICTS,
  DIFFERENCE,
  TICK_DIFFERENCE,
  SETTINGS,
  PLACES,
  CELLS,
];

/** `b`: as `TableOfPair` has it. */
export type ComparedPiece = Piece & { readonly b?: number };

/** What a surface shows of one section. */
export function comparedPieces(compared: Compared, on: Surface, section: Section): ComparedPiece[] {
  return COMPARED_TABLES.flatMap((one): ComparedPiece[] => {
    const { id, none } = one;
    const shown = one.on[on];
    if (one.section !== section || shown === undefined) return [];
    const tables = one.of(compared);
    const said = tables.length === 0 ? (none?.(compared) ?? '') : '';
    if (said !== '') return [{ id, said }];
    const [alone, each] = typeof shown === 'number' ? [shown, shown] : shown;
    return tables.map(({ table, ...of }, nth) => {
      const cut = cutTable(table, tables.length === 1 ? alone : each, tellCut);
      // Where there is little room, what is said below is said once, below the last.
      const { note: _, more: __, ...unsaid } = cut;
      const isSaid = typeof shown === 'number' || nth === tables.length - 1;
      return { id, ...of, table: isSaid ? cut : unsaid };
    });
  });
}
