/** A table once, as HTML and as Markdown. The first column names its row. */
import type { Percent } from '../base/units.ts';
import type { FrameKind } from '../model/report.ts';
import type { TimePartName } from '../model/time-parts.ts';
import type { TickLine } from '../profile/ticks/tick-lines.ts';
import type { Messages } from '../words/catalogue.ts';
import { escapeMarkdown } from './escape.ts';
import { type Html, html } from './html.ts';

/**
 * `less`, `more`: a difference and its sign; `better`, `worse`: what it means; `weak`: stands on too few responses; `code`: a name out of a program;
 * `sub`: the name of a part of the row above.
 */
export type Tone = 'bad' | 'less' | 'more' | 'better' | 'worse' | 'weak' | 'muted' | 'code' | 'strong' | 'sub';

export interface MarkedCell {
  readonly text: string;
  readonly tone?: Tone;
  /** What it means, where it is pointed at. */
  readonly title?: string;
  /** The figure alone, for spreadsheets and programs, where `text` has a mark. */
  readonly plain?: string;
  /** The whole of what `text` has shortened: where it is pointed at, and instead of it on a terminal, where nothing can be pointed at. */
  readonly whole?: string;
  /** `text` in two, where the second can be drawn smaller. */
  readonly apart?: readonly [name: string, mark: string];
  /** It names a variant, by its place: its mark is drawn on the screen. */
  readonly variant?: number;
  /** It names a kind of code or of ticks: its colour is drawn before it on the screen. */
  readonly swatch?: FrameKind | TickLine;
  /** A place in code: where there is no room on a screen, the path is cut and not the line. */
  readonly place?: CodePlace;
  /** Of the name of a row in a tree: from 0, below that of its parent. */
  readonly depth?: number;
  /** Of the name of a row. */
  readonly term?: GlossaryTerm;
  /** In a column with an axis. */
  readonly mark?: AxisMark;
  /** What something is made of, drawn on the screen in place of `text`, which may be long. */
  readonly bar?: PartsBar;
  /** What rows are sorted by, where the text is no number or not all of it. */
  readonly value?: number;
}
export type Cell = string | MarkedCell;

export interface CodePlace {
  readonly url: string;
  readonly line: number;
  /** 0 or absent: it needs none. */
  readonly column?: number;
  /** So many of the last parts of the path tell it from others. */
  readonly parts?: number;
}

/** A figure and its interval on the axis of a column. */
export interface AxisMark {
  readonly at: number;
  readonly low: number;
  readonly high: number;
  /** It says something by itself; others stand back. */
  readonly isStrong: boolean;
}

/** As long as others: how much each part is of the whole. */
export interface PartsBar {
  readonly parts: readonly { readonly part: TimePartName; readonly name: string; readonly share: Percent; readonly says: string }[];
  /** Beside it. */
  readonly says: string;
}

/** A word that the glossary explains. */
export type GlossaryTerm = Exclude<keyof Messages['glossary'], 'more' | 'moreAbout'>;

export interface TableColumn {
  readonly title: string;
  readonly numeric?: boolean;
  /** What explains it, where it can be pointed at. */
  readonly term?: GlossaryTerm;
  /** Percent of the width of the table on a screen; absent: the name of a row has a quarter, and figures share the rest. */
  readonly share?: number;
  /** Its cells are drawn on one axis, from -`reach` to `reach`, with a band from -`band` to `band`; what is only written leaves it out. */
  readonly axis?: { readonly reach: number; readonly band: number };
  /** Of which variant its cells are, by its place: its mark is drawn on the screen. */
  readonly variant?: number;
  /** Left out where there is no room for all columns: on the screen and on the terminal. */
  readonly detail?: boolean;
}

export interface ReportTable {
  readonly caption: string;
  /** What explains all of it. */
  readonly term?: GlossaryTerm;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
  readonly note?: string;
  /** The list that it is made of has been cut before: what it has is the first of it. */
  readonly isFirst?: boolean;
  /** That there are more rows than these. */
  readonly more?: string;
  /** As wide as its figures, not as the page. */
  readonly narrow?: boolean;
  /** The page of the help that explains it. */
  readonly page?: string;
  /** No head: names and values. */
  readonly facts?: boolean;
  /** On a terminal and on the screen names come last: they may be long. */
  readonly namesLast?: boolean;
  /** Many rows, in an order that readers may change: they scroll on the screen. */
  readonly long?: boolean;
}

/** In a tree two spaces deeper than its parent. */
export const cellText = (cell: Cell): string => (typeof cell === 'string' ? cell : `${'  '.repeat(cell.depth ?? 0)}${cell.text}`);

/** The same without a mark. */
export const plainText = (cell: Cell): string => (typeof cell === 'string' ? cell : (cell.plain ?? cellText(cell)));

/** The places of the columns in the order in which they are shown. */
export function columnOrder({ columns, namesLast = false }: Pick<ReportTable, 'columns' | 'namesLast'>): readonly number[] {
  const places = [...columns.keys()];
  return namesLast
    ? places.sort((one, other) => Number(columns[other]!.numeric ?? false) - Number(columns[one]!.numeric ?? false))
    : places;
}

function withColumns(table: ReportTable, isShown: (column: TableColumn) => boolean): ReportTable {
  const { columns, rows } = table;
  if (columns.every(isShown)) return table;
  const isIn = (_: unknown, at: number): boolean => isShown(columns[at]!);
  return { ...table, columns: columns.filter(isIn), rows: rows.map((row) => row.filter(isIn)) };
}

/** Without the columns that a narrow surface has no room for. */
export const narrowTable = (table: ReportTable): ReportTable => withColumns(table, ({ detail }) => detail !== true);

/** Without the columns that are drawn. */
export const writtenTable = (table: ReportTable): ReportTable => withColumns(table, ({ axis }) => axis === undefined);

/** The first `most` rows; `tell`: that there are more, `isFirst`: how many is not known. */
export function cutTable(table: ReportTable, most: number, tell: (shown: number, all: number, isFirst: boolean) => string): ReportTable {
  const { rows, isFirst = false } = table;
  if (rows.length > most) return { ...table, rows: rows.slice(0, most), more: tell(most, rows.length, isFirst) };
  return isFirst ? { ...table, more: tell(rows.length, rows.length, true) } : table;
}

/** What is said below it; empty: nothing. */
export function noteOf({ more = '', note = '' }: Pick<ReportTable, 'more' | 'note'>): string {
  return [more, note].filter((said) => said !== '').join(' ');
}

export function htmlTable(table: ReportTable): Html {
  const { caption, columns, rows, facts, narrow } = writtenTable(table);
  const note = noteOf(table);
  // Figures may be wider than a phone: they scroll there, and what scrolls can be reached with the keys.
  const scrolls = facts ? null : html` tabindex="0" role="region" aria-label="${caption}"`;
  return html`<div class="table"${scrolls}><table class="${facts ? 'facts' : 'figures'}${narrow ? ' narrow' : ''}"><caption>${caption}</caption>
${facts ? null : html`<thead><tr>${columns.map(({ title, numeric }) => html`<th scope="col"${numeric ? html` class="n"` : null}>${title}</th>`)}</tr></thead>\n`}<tbody>
${rows.map((row) => html`<tr>${row.map((cell, column) => htmlCell(cell, column, columns[column]?.numeric === true))}</tr>\n`)}</tbody></table></div>
${note !== '' ? html`<p class="note">${note}</p>\n` : null}`;
}

function htmlCell(cell: Cell, column: number, numeric: boolean): Html {
  const { tone = '', title, whole, bar } = typeof cell === 'string' ? ({} as Partial<MarkedCell>) : cell;
  const told = title ?? whole;
  const names = [numeric ? 'n' : '', tone, bar === undefined ? '' : 'wraps'].filter((name) => name !== '').join(' ');
  const attributes = html`${names === '' ? null : html` class="${names}"`}${told === undefined ? null : html` title="${told}"`}`;
  return column === 0 ? html`<th scope="row"${attributes}>${cellText(cell)}</th>` : html`<td${attributes}>${cellText(cell)}</td>`;
}

export function markdownTable(table: ReportTable): string {
  const { columns, rows, caption } = writtenTable(table);
  const note = noteOf(table);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const text = [
    `**${escapeMarkdown(caption)}**`,
    '',
    line(columns.map(({ title }) => escapeMarkdown(title))),
    line(columns.map(({ numeric }) => (numeric ? '---:' : '---'))),
    ...rows.map((row) => line(row.map((cell) => escapeMarkdown(cellText(cell))))),
  ].join('\n');
  return note !== '' ? `${text}\n\n${escapeMarkdown(note)}` : text;
}
