/** Tables for terminals. */
import { type Cell, cellText, columnOrder, narrowTable, noteOf, type ReportTable, writtenTable } from '../../../shared/report/table.ts';
import { terminalWidth } from '../terminal.ts';
import { breakable } from './format.ts';

/**
 * A table for terminals: the first column to the left, figures to the right. Where the terminal is narrower, titles and cells go on in the next
 * line, so that nothing is cut off and no row runs over the edge.
 */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  leftColumns: readonly number[] = [0],
  room = terminalWidth(),
): string {
  const all = [head, ...rows];
  const columns = head.map((_, column) => all.map((row) => row[column]!));
  const widths = fitWidths(
    columns.map((cells) => longest(cells)),
    columns.map((cells) => Math.min(LEAST_WIDTH, longest(cells.flatMap((cell) => cell.split(' '))))),
    room - (3 * head.length + 1),
  );
  const pad = (text: string, column: number): string =>
    leftColumns.includes(column) ? text.padEnd(widths[column]!) : text.padStart(widths[column]!);
  const lines = (cells: readonly string[]): string[] => {
    const wrapped = cells.map((cell, column) => wrap(cell, widths[column]!));
    const height = Math.max(...wrapped.map((parts) => parts.length));
    return Array.from({ length: height }, (_, line) => `│ ${wrapped.map((parts, column) => pad(parts[line] ?? '', column)).join(' │ ')} │`);
  };
  const rule = (left: string, middle: string, right: string): string =>
    left + widths.map((width) => '─'.repeat(width + 2)).join(middle) + right;
  return [rule('┌', '┬', '┐'), ...lines(head), rule('├', '┼', '┤'), ...rows.flatMap(lines), rule('└', '┴', '┘')].join('\n');
}

/** A word may be cut where it is longer: paths are. */
const LEAST_WIDTH = 12;

/** The length of the longest, in characters. */
export function longest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 0);
}

/** Takes from the widest column, as long as one is wider than its least. */
function fitWidths(wanted: readonly number[], least: readonly number[], room: number): number[] {
  const widths = [...wanted];
  let over = widths.reduce((sum, width) => sum + width, 0) - room;
  for (; over > 0; over--) {
    const widest = widths.reduce((found, width, at) => (width > least[at]! && width > (widths[found] ?? 0) ? at : found), -1);
    if (widest < 0) break;
    widths[widest]!--;
  }
  return widths;
}

/** At spaces; words that are longer than a line where they may be cut best. */
function wrap(cell: string, width: number): string[] {
  if (cell.length <= width) return [cell];
  const lines: string[] = [];
  let line = '';
  for (const word of cell.split(' ')) {
    const next = line === '' ? word : `${line} ${word}`;
    if (next.length <= width) {
      line = next;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > width) {
      const end = findCut(line, width);
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line];
}

/** Where a line ends in a word: behind a folder of a path, else behind a part of a name (a line and a column stay together), else at the edge. */
function findCut(word: string, width: number): number {
  const start = word.slice(0, width);
  for (const ends of [/^.*[/\\]/, /^.*[-._@]/]) {
    const [whole] = ends.exec(start) ?? [''];
    // A line with next to nothing in it helps nobody.
    if (whole.length * 3 > width) return whole.length;
  }
  return width;
}

/**
 * A table of a report, under its caption and above its note: the columns that a terminal has room for, facts without a frame. `told`: notes that
 * stand below other tables, to which its own is added.
 */
export function reportTable(table: ReportTable, told: Set<string> = new Set()): string {
  const { caption, columns, rows, note = '', more = '', facts, namesLast = false } = writtenTable(narrowTable(table));
  const below = noteOf({ more, note: told.has(note) ? '' : note });
  told.add(note);
  const shown = columns.map(({ title, numeric = false }, at) => ({ title, numeric, cells: rows.map((row) => textOf(row[at]!)) }));
  const ordered = columnOrder({ columns, namesLast }).map((at) => shown[at]!);
  const drawn = facts
    ? factLines(ordered.map(({ cells }) => cells))
    : textTable(
        ordered.map(({ title }) => title),
        rows.map((_, row) => ordered.map(({ cells }) => cells[row]!)),
        [...ordered.keys()].filter((at) => !ordered[at]!.numeric),
      );
  return breakable([caption, drawn, ...(below === '' ? [] : [below])].join('\n'));
}

function factLines([names = [], values = []]: readonly (readonly string[])[]): string {
  const width = longest(names);
  return names.map((name, at) => `${name.padEnd(width)}  ${values[at]}`.trimEnd()).join('\n');
}

/** Where nothing can be pointed at, a place stands whole. */
function textOf(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return cell.tone === 'sub' ? `  ${cell.text}` : (cell.whole ?? cellText(cell));
}
