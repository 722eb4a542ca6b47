/**
 * CSV by RFC 4180, as spreadsheets write it: a comma, semicolon or tab between cells, whichever the first line has more of; cells in double
 * quotes may have any of them, quotes doubled, and line breaks. The first line has the names of the columns.
 *
 * Own code, because what is needed of a library here (line of a damaged quote, bounds on rows and columns) those of npm leave out, and these are
 * sixty lines.
 */
import { MOST_CSV_COLUMNS, MOST_CSV_ROWS, MOST_FILE } from '../model/load/limits.ts';
import { type Said, say } from '../words/said.ts';

export interface Csv {
  readonly columns: readonly string[];
  /** Each as long as `columns`. */
  readonly rows: readonly (readonly string[])[];
}

export type ReadCsv = { readonly ok: true; readonly csv: Csv } | { readonly ok: false; readonly says: Said };

/** `name`: of the file, for the sentences. */
export function readCsv(text: string, name: string): ReadCsv {
  if (text.length > MOST_FILE) return { ok: false, says: say('plan.fileTooLarge', { name, limit: MOST_FILE }) };
  const source = text.replace(/^\ufeff/, '');
  const reader = new CsvReader(source, separatorOf(source));
  const columns = reader.row()?.map((one) => one.trim());
  if (reader.isDamaged) return { ok: false, says: say('plan.csvQuote', { name, line: reader.line }) };
  if (columns === undefined || columns.every((one) => one === '')) return { ok: false, says: say('plan.csvEmpty', { name }) };
  if (columns.length > MOST_CSV_COLUMNS) return { ok: false, says: say('plan.csvColumns', { name, limit: MOST_CSV_COLUMNS }) };
  const rows: string[][] = [];
  for (;;) {
    const { line } = reader;
    const row = reader.row();
    if (reader.isDamaged) return { ok: false, says: say('plan.csvQuote', { name, line: reader.line }) };
    if (row === null) break;
    // An empty line is no row.
    if (row.length === 1 && row[0] === '') continue;
    if (row.length !== columns.length)
      return { ok: false, says: say('plan.csvCells', { name, line, cells: row.length, columns: columns.length }) };
    if (rows.push(row) > MOST_CSV_ROWS) return { ok: false, says: say('plan.csvRows', { name, limit: MOST_CSV_ROWS }) };
  }
  return rows.length === 0 ? { ok: false, says: say('plan.csvEmpty', { name }) } : { ok: true, csv: { columns, rows } };
}

function separatorOf(text: string): string {
  const first = /^[^\r\n]*/.exec(text)![0];
  const counts = [',', ';', '\t'].map((one) => [one, first.split(one).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

class CsvReader {
  /** Of what is read next; where it is damaged, of the cell whose quote is not closed. */
  line = 1;
  isDamaged = false;
  readonly #text: string;
  readonly #separator: string;
  /** A cell without quotes: up to the separator, the end of the line, or of the text. */
  readonly #plain: RegExp;
  #at = 0;

  constructor(text: string, separator: string) {
    this.#text = text;
    this.#separator = separator;
    this.#plain = new RegExp(`[^${separator}\\r\\n]*`, 'y');
  }

  /** Null: the text has ended, or is damaged. */
  row(): string[] | null {
    if (this.#at >= this.#text.length) return null;
    const cells: string[] = [];
    do {
      const cell = this.#text[this.#at] === '"' ? this.#quotedCell() : this.#plainCell();
      if (cell === null) {
        this.isDamaged = true;
        return null;
      }
      cells.push(cell);
      // One more than are allowed is enough to refuse the row.
    } while (this.#skip(this.#separator) && cells.length <= MOST_CSV_COLUMNS);
    if (this.#skip('\r\n') || this.#skip('\n') || this.#skip('\r')) this.line++;
    return cells;
  }

  #plainCell(): string {
    this.#plain.lastIndex = this.#at;
    const cell = this.#plain.exec(this.#text)![0];
    this.#at += cell.length;
    return cell;
  }

  /** Null: the quote is not closed, or something is behind it. */
  #quotedCell(): string | null {
    const text = this.#text;
    let end = text.indexOf('"', this.#at + 1);
    while (text[end + 1] === '"' && end >= 0) end = text.indexOf('"', end + 2);
    if (end < 0) return null;
    const cell = text.slice(this.#at + 1, end);
    this.#at = end + 1;
    const next = text[this.#at];
    if (next !== undefined && next !== this.#separator && next !== '\r' && next !== '\n') return null;
    this.line += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
    return cell.replaceAll('""', '"');
  }

  #skip(what: string): boolean {
    if (!this.#text.startsWith(what, this.#at)) return false;
    this.#at += what.length;
    return true;
  }
}
