/** Tables for terminals. */
import { cellText, type ReportTable } from '../../shared/report/table.ts';

/** A table for terminals: the first column to the left, figures to the right. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[], leftColumns: readonly number[] = [0]): string {
  const widths = head.map((title, column) => rows.reduce((width, row) => Math.max(width, row[column]!.length), title.length));
  const line = (cells: readonly string[]): string =>
    `│ ${cells.map((cell, column) => (leftColumns.includes(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' │ ')} │`;
  const rule = (left: string, middle: string, right: string): string =>
    left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
  return [rule('┌', '┬', '┐'), line(head), rule('├', '┼', '┤'), ...rows.map(line), rule('└', '┴', '┘')].join('\n');
}

/** A table of a report; `order`: its columns as they are printed; `captioned`: the one that has the caption for its title. */
export function reportTable(
  { caption, columns, rows }: ReportTable,
  { order = columns.map((_, index) => index), captioned }: { readonly order?: readonly number[]; readonly captioned?: number } = {},
): string {
  return textTable(
    order.map((column) => (column === captioned ? caption : columns[column]!.title)),
    rows.map((row) => order.map((column) => cellText(row[column]!))),
    [...order.keys()].filter((place) => columns[order[place]!]!.numeric !== true),
  );
}
