/** Names and places of functions, cut to what fits a report. They come from other people's programs. */
import { groupBy } from '../base/group-by.ts';
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

/** The same of a row of a comparison, with the native calls that its time has in it. */
export function calledWithNatives(row: Pick<Placed, 'function' | 'url' | 'line'> & { readonly natives?: readonly string[] }): string {
  const name = calledFunction(row);
  return row.natives === undefined ? name : text('compare.functions.with', { name, natives: row.natives.map(shortName).join(', ') });
}

/** A file and the folder it is in. */
const USUAL_PARTS = 2;

/** What tells a place from others beside it. */
export interface ToTell {
  /** 0: it needs none. */
  readonly column: number;
  /** So many of the last parts of the path. */
  readonly parts: number;
}

/**
 * A path as people write it: without the scheme of a file, and with the spaces and brackets (`[id]`) that addresses encode. By the look of the
 * address, whatever system shows it, as sessions travel:
 *
 *   file:///srv/my%20app/%5Bid%5D.ts    /srv/my app/[id].ts
 *   file:///C:/work/a.js                C:\work\a.js
 *   file://host/share/a.js              \\host\share\a.js
 *   webpack://app/./a%20b.js            webpack://app/./a b.js
 */
export function plainPath(url: string): string {
  const address = decoded(url).replace(OF_LAYER, '$1');
  const [, host, path] = /^file:\/\/([^/\\]*)([/\\].*)$/s.exec(address) ?? [];
  if (host === undefined || path === undefined) return address.replace(/^file:\/\//, '');
  if (host !== '' && host !== 'localhost') return `\\\\${host}${path.replaceAll('/', '\\')}`;
  return /^\/[A-Za-z]:(?:[/\\]|$)/.test(path) ? path.slice(1).replaceAll('/', '\\') : path;
}

/** What Next's webpack adds to tell apart the copies of one file that it compiles for server and browser. */
const OF_LAYER = /^(webpack(?:-internal)?:.*)\?[\da-f]{4,}$/is;

function decoded(url: string): string {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(url) || !url.includes('%')) return url;
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** Of a path that has no slash but a backslash. */
const isOfWindows = (path: string): boolean => path.includes('\\') && !path.includes('/');

/**
 * File and line for a table: of a dependency from its package on, of other files with the folder they are in, which is
 * what tells two files apart. Empty without position.
 */
export function shortPlace(url: string, line: number, { column = 0, parts = USUAL_PARTS }: Partial<ToTell> = {}): string {
  if (/^(?:node:|data:)/.test(url)) return placeOf(url, line, column);
  const path = plainPath(url);
  const inModules = /^.*[/\\]node_modules[/\\]/s.exec(path);
  const inPackage = inModules === null ? null : path.slice(inModules[0].length);
  const last = partsOf(url).slice(-parts);
  const isWhole = inPackage !== null && inPackage.split(/[/\\]/).length >= parts;
  const shown = isWhole ? inPackage : last.join(isOfWindows(path) ? '\\' : '/');
  return placeOf(shown, line, column);
}

const partsOf = (url: string): string[] => plainPath(url).split(/[/\\]/);

/**
 * Of each of these files, how many of the last parts of its path no other of them has: 1 where its name is its own, 3 of `a/src/index.js` beside
 * `b/src/index.js`. 0 of any other file.
 */
export function partsToTell(urls: Iterable<string>): (url: string) => number {
  const needed = new Map<string, number>();
  const tell = (alike: readonly string[], parts: number): void => {
    for (const those of groupBy(alike, (url) => partsOf(url).slice(-parts).join('/')).values()) {
      const isWhole = those.every((url) => partsOf(url).length <= parts);
      if (those.length === 1 || isWhole) for (const url of those) needed.set(url, parts);
      else tell(those, parts + 1);
    }
  };
  tell([...new Set(urls)], 1);
  return (url) => needed.get(url) ?? 0;
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
  const file = url === '' ? text('run.flame.generated') : showHidden(plainPath(url));
  const cut = file.length > MOST_PLACE ? `…${file.slice(1 - MOST_PLACE)}` : file;
  if (line === 0) return cut;
  return column > 0 ? `${cut}:${line}:${column}` : `${cut}:${line}`;
}

interface Placed {
  readonly function: string;
  readonly url: string;
  readonly line: number;
  readonly column?: number;
}

/**
 * Two functions of one line, such as `(anonymous)` ones at server.js:13, are told apart by their columns; two files of one name in folders of one
 * name by more of their paths.
 */
export function placesToTell(rows: readonly Placed[]): (row: Placed) => ToTell {
  const partsOf = partsToTell(rows.map(({ url }) => url));
  const keyOf = (row: Placed): string => JSON.stringify([row.function, row.url, row.line]);
  const columns = new Map<string, Set<number | undefined>>();
  for (const row of rows) {
    const known = columns.get(keyOf(row));
    if (known) known.add(row.column);
    else columns.set(keyOf(row), new Set([row.column]));
  }
  return (row) => ({
    column: row.line > 0 && (columns.get(keyOf(row))?.size ?? 0) > 1 ? (row.column ?? 0) : 0,
    parts: Math.max(USUAL_PARTS, partsOf(row.url)),
  });
}

/** The last part of a path of any platform. */
export function fileName(path: string): string {
  const plain = plainPath(path);
  return showHidden(plain.split(/[/\\]/).pop() ?? plain);
}
