/** Tables of a comparison or a grid as text. */
import type { ComparisonInfo } from '../../../shared/model/comparison/comparison-info.ts';
import { TABLE_WRITERS, type TableFormat } from '../../../shared/report/table-text.ts';
import type { Compared, ComparedTable, Section } from '../../../shared/report/tables/compared/compared-table.ts';
import { COMPARED_TABLES, comparedPieces } from '../../../shared/report/tables/compared/index.ts';
import type { Piece } from '../../../shared/report/tables/index.ts';
import { text } from '../../../shared/words/words.ts';
import { reportTable } from './text-table.ts';

export function terminalTables(info: ComparisonInfo, section: Section): string[] {
  return comparedPieces({ info }, 'terminal', section).map((piece) => formatPiece(piece));
}

/** `note`: in place of that of the table. */
export function formatPiece(piece: Piece, note?: string): string {
  if ('said' in piece) return piece.said;
  return reportTable(note === undefined ? piece.table : { ...piece.table, note });
}

export const COMPARED_NAMES: readonly string[] = COMPARED_TABLES.map(({ id }) => id);

export function isComparedTable(name: string | undefined): name is string {
  return name !== undefined && COMPARED_NAMES.includes(name);
}

export function comparedTable(name: string): ComparedTable {
  return COMPARED_TABLES.find(({ id }) => id === name)!;
}

/**
 * A table that was asked for by its name, with all of its rows: for reading, or as a file. Of several variants an empty line is between the tables of
 * each. Null: it is empty.
 */
export function formatCompared(name: string, compared: Compared, format: TableFormat | null): string | null {
  const { of, named = of } = comparedTable(name);
  const isGrid = compared.info.setup.grid !== undefined;
  // Cells of a grid are set against the first of their own case, not of all of them.
  const tables = named(compared).flatMap(({ b, table }) => (isGrid && b !== undefined ? [] : [table]));
  if (tables.length === 0) return null;
  return format === null
    ? tables.map((table) => reportTable(table)).join('\n\n')
    : tables.map((table) => TABLE_WRITERS[format].write(table)).join('\n');
}

/** Why it is empty. */
export function nothingCompared(name: string, compared: Compared): string {
  return comparedTable(name).none?.(compared) || text('terminal.run.emptyTable', { name });
}
