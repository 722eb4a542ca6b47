/** A table as a text to be pasted or saved: for spreadsheets, for programs, for documents. Every row, the figures as they are shown. */

import { csvField, tsvField } from '../base/separated.ts';
import { showHidden } from '../base/show-hidden.ts';
import { markdownTable, plainText, type ReportTable, writtenTable } from './table.ts';

export type TableFormat = 'tsv' | 'csv' | 'markdown';

interface Written {
  readonly extension: string;
  readonly write: (table: ReportTable) => string;
}

export const TABLE_WRITERS: Readonly<Record<TableFormat, Written>> = {
  tsv: { extension: 'tsv', write: (table) => separated(table, tsvField, '\t', '\n') },
  // As RFC 4180 has it.
  csv: { extension: 'csv', write: (table) => separated(table, csvField, ',', '\r\n') },
  markdown: { extension: 'md', write: (table) => `${markdownTable(table)}\n` },
};

function separated(table: ReportTable, field: (text: string) => string, between: string, end: string): string {
  const { columns, rows } = writtenTable(table);
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => row.map(plainText))];
  return lines.map((cells) => cells.map((cell) => field(showHidden(cell))).join(between) + end).join('');
}
