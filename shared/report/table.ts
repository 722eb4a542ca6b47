/** A table once, as HTML and as Markdown. The first column names its row. */
import type { Messages } from '../words/catalogue.ts';
import { escapeMarkdown } from './escape.ts';
import { type Html, html } from './html.ts';

/** `less`, `more`: a difference and its sign; `better`, `worse`: what it means; `weak`: stands on too few responses; `code`: a name out of a program. */
export type Tone = 'bad' | 'less' | 'more' | 'better' | 'worse' | 'weak' | 'muted' | 'code' | 'strong';

export interface MarkedCell {
  readonly text: string;
  readonly tone: Tone;
  readonly title?: string;
}
export type Cell = string | MarkedCell;

type Term = Exclude<keyof Messages['glossary'], 'more' | 'moreAbout'>;

export interface TableColumn {
  readonly title: string;
  readonly numeric?: boolean;
  /** The word of the glossary that explains it, where there is one at hand. */
  readonly term?: Term;
}

export interface ReportTable {
  readonly caption: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
  readonly note?: string;
  /** As wide as its figures, not as the page. */
  readonly narrow?: boolean;
  /** No head: names and values. */
  readonly facts?: boolean;
}

export const cellText = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

export function htmlTable({ caption, columns, rows, note, facts, narrow }: ReportTable): Html {
  // Figures may be wider than a phone: they scroll there, and what scrolls can be reached with the keys.
  const scrolls = facts ? null : html` tabindex="0" role="region" aria-label="${caption}"`;
  return html`<div class="table"${scrolls}><table class="${facts ? 'facts' : 'figures'}${narrow ? ' narrow' : ''}"><caption>${caption}</caption>
${facts ? null : html`<thead><tr>${columns.map(({ title, numeric }) => html`<th scope="col"${numeric ? html` class="n"` : null}>${title}</th>`)}</tr></thead>\n`}<tbody>
${rows.map((row) => html`<tr>${row.map((cell, column) => htmlCell(cell, column, columns[column]?.numeric === true))}</tr>\n`)}</tbody></table></div>
${note ? html`<p class="note">${note}</p>\n` : null}`;
}

function htmlCell(cell: Cell, column: number, numeric: boolean): Html {
  const tone = typeof cell === 'string' ? '' : cell.tone;
  const title = typeof cell === 'string' ? undefined : cell.title;
  const names = [numeric ? 'n' : '', tone].filter((name) => name !== '').join(' ');
  const attributes = html`${names === '' ? null : html` class="${names}"`}${title === undefined ? null : html` title="${title}"`}`;
  return column === 0 ? html`<th scope="row"${attributes}>${cellText(cell)}</th>` : html`<td${attributes}>${cellText(cell)}</td>`;
}

export function markdownTable({ columns, rows, note, caption }: ReportTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const text = [
    `**${escapeMarkdown(caption)}**`,
    '',
    line(columns.map(({ title }) => escapeMarkdown(title))),
    line(columns.map(({ numeric }) => (numeric ? '---:' : '---'))),
    ...rows.map((row) => line(row.map((cell) => escapeMarkdown(cellText(cell))))),
  ].join('\n');
  return note ? `${text}\n\n${escapeMarkdown(note)}` : text;
}
