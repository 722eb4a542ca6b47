/** Names and places of functions, cut to what fits a report. They come from other people's programs. */
import { ANONYMOUS_NAME } from '../profile/frame-kind.ts';
import { shorten } from '../profile/shorten.ts';
import { showHidden } from './show-hidden.ts';

const MOST_NAME = 160;
const MOST_PLACE = 200;

export function shortName(name: string): string {
  return shorten(showHidden(name), MOST_NAME);
}

/**
 * What a function is called where no column has its file: an anonymous one by file and line, which also fit into a narrow frame.
 * `line` is one-based.
 */
export function calledName(name: string, url: string, line: number): string {
  if (name !== ANONYMOUS_NAME || url === '') return name;
  return placeOf(url.startsWith('node:') ? url : fileName(url), line);
}

/**
 * File and line for a table: of a dependency from its package on, of other files with the folder they are in, which is
 * what tells two files apart. Empty without position.
 */
export function shortPlace(url: string, line: number): string {
  if (/^(?:node:|data:)/.test(url)) return placeOf(url, line);
  const inModules = url.lastIndexOf('/node_modules/');
  const shown = inModules >= 0 ? url.slice(inModules + '/node_modules/'.length) : url.split(/[/\\]/).slice(-2).join('/');
  return placeOf(shown, line);
}

/** File and line; of a long path the end, which is the informative part. Empty without position. */
export function placeOf(url: string, line: number): string {
  if (url === '') return '';
  const file = showHidden(url.replace(/^file:\/\//, ''));
  const cut = file.length > MOST_PLACE ? `…${file.slice(1 - MOST_PLACE)}` : file;
  return line > 0 ? `${cut}:${line}` : cut;
}

/** The last part of a path of any platform. */
export function fileName(path: string): string {
  return showHidden(path.split(/[/\\]/).pop() ?? path);
}
