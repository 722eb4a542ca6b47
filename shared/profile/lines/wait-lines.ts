/**
 * Where a program calls `Atomics.wait`. V8 has no frame for it: what waits there looks like the function that calls it, and only the line
 * on which its samples were taken tells the two apart.
 *
 *   12   for (const row of rows) sum += row.price;      works
 *   13   Atomics.wait(flag, 0, 0);                      waits
 *   14   while (Atomics.wait(flag, 0, 0, 5)) step();    waits and works: its samples cannot be told apart
 */
import { groupBy } from '../../base/group-by.ts';
import type { Frame, LinePlace, LineTicks, Profile } from '../../model/profile/profile.ts';

export interface WaitPlace {
  readonly url: string;
  /** One-based, of the code that runs. */
  readonly line: number;
  /** Zero-based, of the call. */
  readonly column: number;
  /** The line does something else as well that may take time. */
  readonly isShared: boolean;
}

/** What the samples of a line of a function are of. */
export const WORKS = 0;
export const WAITS = 1;
export const WAITS_AND_WORKS = 2;

/** A program has a handful; a file of nothing else is made up. */
const MOST_PER_FILE = 1_000;
/** A line with more characters (minified code) does something else as well. */
const LONGEST_LINE = 2_000;

const WAIT = /\bAtomics\s*\.\s*wait\s*\(/g;
/** A loop or another call; the parenthesis of `if` calls nothing. */
const WORK = /\b(?:for|while|do)\b|[\w$\])]\s*\(/;

/** Those in a text, in its order. Comments and strings are not told apart: nothing is ever sampled there. */
export function findWaits(text: string): Omit<WaitPlace, 'url'>[] {
  if (!text.includes('Atomics')) return [];
  const found: Omit<WaitPlace, 'url'>[] = [];
  let [line, start] = [1, 0];
  for (const { index, 0: call } of text.matchAll(WAIT)) {
    if (found.length >= MOST_PER_FILE) break;
    for (let next = text.indexOf('\n', start); next >= 0 && next < index; next = text.indexOf('\n', start))
      [line, start] = [line + 1, next + 1];
    const next = text.indexOf('\n', index);
    const end = next < 0 ? text.length : next;
    const rest = end - start > LONGEST_LINE ? null : text.slice(start, index) + text.slice(closing(text, index + call.length, end), end);
    found.push({ line, column: index - start, isShared: rest === null || WORK.test(rest.replace(/\bif\s*\(/g, '')) });
  }
  return found;
}

/** Behind the parenthesis that closes the one before `at`; or `end`. */
function closing(text: string, at: number, end: number): number {
  for (let depth = 1; at < end; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return end;
}

/** The same profile, its lines told apart. Positions are those of the code that ran. */
export function withWaits(profile: Profile, waits: readonly WaitPlace[]): Profile {
  const { lines, frames, frame } = profile;
  const marks = lines === undefined ? null : markWaits(lines, frames, frame, waits);
  return marks === null ? profile : { ...profile, lines: { ...lines!, waits: marks } };
}

/**
 * For each entry of `lines` what its samples are of; null: none waits. A function that begins on
 * the line of the call may be all of that line, as in minified code: all of it is told apart from other functions only.
 */
function markWaits(lines: LineTicks, frames: readonly Frame[], frameOf: Int32Array, waits: readonly WaitPlace[]): Uint8Array | null {
  if (waits.length === 0) return null;
  const byLine = groupBy(waits, ({ line, url }) => `${line} ${url}`);
  const keyOf = ({ url, line }: LinePlace): string => `${line} ${url}`;
  if (!lines.places.some((place) => byLine.has(keyOf(place)))) return null;
  const starting = groupBy([...frames.keys()], (index) => `${frames[index]!.line + 1} ${frames[index]!.url}`);
  const waitsAt = lines.places.map((place): WaitsOfLine | null => {
    const here = byLine.get(keyOf(place));
    return here === undefined ? null : readWaits(here, starting.get(keyOf(place)) ?? [], frames);
  });
  return Uint8Array.from(lines.place, (place, entry) => {
    const here = waitsAt[place];
    if (here == null) return WORKS;
    const of = frameOf[lines.node[entry]!]!;
    return here.owners.has(of) ? WAITS_AND_WORKS : here.starts.has(of) ? WORKS : here.ofOthers;
  });
}

interface WaitsOfLine {
  /** Functions that begin on it and wait on it. */
  readonly owners: ReadonlySet<number>;
  /** All that begin on it. */
  readonly starts: ReadonlySet<number>;
  /** What samples of functions that began before are of. */
  readonly ofOthers: number;
}

function readWaits(waits: readonly WaitPlace[], starts: readonly number[], frames: readonly Frame[]): WaitsOfLine {
  const ownerOf = new Map(waits.map((wait) => [wait, innermost(starts, frames, wait.column)]));
  const others = waits.filter((wait) => ownerOf.get(wait) === -1);
  const isShared = others.some((wait) => wait.isShared);
  const ofOthers = others.length === 0 ? WORKS : isShared ? WAITS_AND_WORKS : WAITS;
  return { owners: new Set([...ownerOf.values()].filter((owner) => owner >= 0)), starts: new Set(starts), ofOthers };
}

/** The function that began last before a column; -1: none did on this line. */
function innermost(starts: readonly number[], frames: readonly Frame[], column: number): number {
  let found = -1;
  for (const index of starts) {
    const begins = frames[index]!.column;
    if (begins <= column && (found < 0 || begins > frames[found]!.column)) found = index;
  }
  return found;
}
