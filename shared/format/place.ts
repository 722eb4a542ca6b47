/** Names and places of functions, cut to what fits a report. They come from other people's programs. */
import { shorten } from '../base/shorten.ts';
import { showHidden } from '../base/show-hidden.ts';
import { ANONYMOUS_NAME } from '../model/profile/frame-kind.ts';
import { text } from '../words/words.ts';

const MOST_NAME = 160;
const MOST_PLACE = 200;

export function shortName(name: string): string {
  return shorten(showHidden(name), MOST_NAME);
}

/**
 * What a function is called, wherever it is shown: in frames, tables and reports alike, so that what was seen in one is found in another. An
 * anonymous one by file and line, which also fit into a narrow frame. `line` is one-based.
 */
export function calledName(name: string, url: string, line: number): string {
  if (name !== ANONYMOUS_NAME || !hasPlace(url, line)) return name;
  return placeOf(url.startsWith('node:') ? url : fileName(url), line);
}

/** The same of a row. */
export function calledFunction({ function: name, url, line }: Pick<Placed, 'function' | 'url' | 'line'>): string {
  return calledName(name, url, line);
}

/**
 * File and line for a table: of a dependency from its package on, of other files with the folder they are in, which is
 * what tells two files apart. Empty without position.
 */
export function shortPlace(url: string, line: number, column = 0): string {
  if (/^(?:node:|data:)/.test(url)) return placeOf(url, line, column);
  const inModules = url.lastIndexOf('/node_modules/');
  const shown = inModules >= 0 ? url.slice(inModules + '/node_modules/'.length) : url.split(/[/\\]/).slice(-2).join('/');
  return placeOf(shown, line, column);
}

/** Code that a program has made while it ran, such as a compiled template, has lines and no file. */
export function isGenerated(url: string, line: number): boolean {
  return url === '' && line > 0;
}

export function hasPlace(url: string, line: number): boolean {
  return url !== '' || isGenerated(url, line);
}

/** File and line, and `column` where it is needed; of a long path the end, which is the informative part. Empty without position. */
export function placeOf(url: string, line: number, column = 0): string {
  if (!hasPlace(url, line)) return '';
  const file = url === '' ? text('run.flame.generated') : showHidden(url.replace(/^file:\/\//, ''));
  const cut = file.length > MOST_PLACE ? `…${file.slice(1 - MOST_PLACE)}` : file;
  if (line === 0) return cut;
  return column > 0 ? `${cut}:${line}:${column}` : `${cut}:${line}`;
}

interface Placed {
  readonly function: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** Two functions of one line, such as `(anonymous)` ones at server.js:13, are told apart by their columns. Returns that of a row; 0: it needs none. */
export function columnsToTell(rows: readonly Placed[]): (row: Placed) => number {
  const keyOf = (row: Placed): string => JSON.stringify([row.function, row.url, row.line]);
  const columns = new Map<string, Set<number>>();
  for (const row of rows) {
    const known = columns.get(keyOf(row));
    if (known) known.add(row.column);
    else columns.set(keyOf(row), new Set([row.column]));
  }
  return (row) => (row.line > 0 && (columns.get(keyOf(row))?.size ?? 0) > 1 ? row.column : 0);
}

/** The last part of a path of any platform. */
export function fileName(path: string): string {
  return showHidden(path.split(/[/\\]/).pop() ?? path);
}
