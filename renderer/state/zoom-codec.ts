/**
 * What fills a flame graph, in the address: the frames from the outermost one as the lines of their keys (name, file, line). Files are
 * written once, before the frames, which name them by number; behind them the ends of a row of callees, and the part that is shown.
 *
 *   file%3A%2F%2F%2Fapp.js,node%3Ahttp|emit,1,512;handle,0,4||0.25-0.75
 */

import { escapeText, unescapeText } from '../../shared/base/escape-text.ts';
import type { FlameZoom, Part } from '../flame/flame-frames.ts';

/** Deeper than the stacks that profilers keep. */
const MOST_FRAMES = 1_000;

export function printZoom({ path, among, part }: FlameZoom): string {
  const files: string[] = [];
  const numberOf = (file: string): number => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1);
  const print = (key: string): string => {
    const [name = '', file = '', ...rest] = key.split('\n');
    return [escapeText(name), numberOf(file), ...rest.map(escapeText)].join(',');
  };
  const frames = path.map(print).join(';');
  const ends = among === null ? '' : `${print(among.from)};${print(among.to)}`;
  const shares = part === null ? '' : `${part.from.toFixed(6)}-${part.to.toFixed(6)}`;
  return [files.map(escapeText).join(','), frames, ends, shares].join('|');
}

/** Null: not what `printZoom` writes. Whether the tree has such frames is found out when it is drawn. */
export function parseZoom(text: string): FlameZoom | null {
  const [files = '', frames = '', ends = '', shares = '', ...more] = text.split('|', 5);
  const names = files.split(',').map(unescapeText);
  const path = parseFrames(frames, names);
  const among = parseFrames(ends, names);
  const part = parsePart(shares);
  if (more.length > 0 || path === null || among === null || part === 'wrong') return null;
  if (among.length !== 0 && among.length !== 2) return null;
  if (path.length + among.length === 0 && part === null) return null;
  return { path, among: among.length === 0 ? null : { from: among[0]!, to: among[1]! }, part };
}

function parseFrames(text: string, files: readonly (string | null)[]): readonly string[] | null {
  if (text === '') return [];
  const keys: string[] = [];
  for (const frame of text.split(';', MOST_FRAMES + 1)) {
    const [name = '', file = '', ...rest] = frame.split(',', 8);
    const lines = [unescapeText(name), files[/^\d{1,4}$/.test(file) ? Number(file) : -1] ?? null, ...rest.map(unescapeText)];
    if (lines.includes(null)) return null;
    keys.push(lines.join('\n'));
  }
  return keys.length > MOST_FRAMES ? null : keys;
}

function parsePart(text: string): Part | null | 'wrong' {
  if (text === '') return null;
  const [, from, to] = /^([01]\.\d{6})-([01]\.\d{6})$/.exec(text) ?? [];
  const part = { from: Number(from), to: Number(to) };
  return part.from < part.to && part.to <= 1 ? part : 'wrong';
}
