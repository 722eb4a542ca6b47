/**
 * Where a program calls `Atomics.wait`. V8 has no frame for it: what waits there looks like the function that calls it, and only the line
 * on which its samples were taken tells the two apart.
 *
 *   12   for (const row of rows) sum += row.price;      works
 *   13   Atomics.wait(flag, 0, 0);                      waits
 *   14   while (Atomics.wait(flag, 0, 0, 5)) step();    waits and works: its samples cannot be told apart
 */
import type { LineTicks } from './line-ticks.ts';
import type { Frame, Profile } from './profile.ts';

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
    const end = text.indexOf('\n', index);
    const rest = text.slice(start, index) + text.slice(closing(text, index + call.length), end < 0 ? text.length : end);
    found.push({ line, column: index - start, isShared: WORK.test(rest.replace(/\bif\s*\(/g, '')) });
  }
  return found;
}

/** Behind the parenthesis that closes the one before `at`; or the end of the text. */
function closing(text: string, at: number): number {
  for (let depth = 1; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return text.length;
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
  const byLine = new Map<string, WaitPlace[]>();
  for (const wait of waits) {
    const key = `${wait.line} ${wait.url}`;
    byLine.set(key, [...(byLine.get(key) ?? []), wait]);
  }
  const waitsAt = lines.places.map(({ url, line }) => byLine.get(`${line} ${url}`));
  if (waitsAt.every((at) => at === undefined)) return null;
  const beginning = beginningOn(frames, byLine);
  return Uint8Array.from(lines.place, (place, entry) => {
    const here = waitsAt[place];
    if (here === undefined) return WORKS;
    const of = frameOf[lines.node[entry]!]!;
    const starts = beginning.get(`${lines.places[place]!.line} ${lines.places[place]!.url}`) ?? [];
    const own = here.filter(({ column }) => innermost(starts, frames, column) === of);
    if (own.length > 0) return WAITS_AND_WORKS;
    const others = here.filter(({ column }) => innermost(starts, frames, column) === -1);
    if (others.length === 0 || starts.includes(of)) return WORKS;
    return others.some(({ isShared }) => isShared) ? WAITS_AND_WORKS : WAITS;
  });
}

/** Functions that begin on the lines that are asked for. */
function beginningOn(frames: readonly Frame[], lines: ReadonlyMap<string, unknown>): Map<string, number[]> {
  const found = new Map<string, number[]>();
  frames.forEach(({ url, line }, index) => {
    const key = `${line + 1} ${url}`;
    if (lines.has(key)) found.set(key, [...(found.get(key) ?? []), index]);
  });
  return found;
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
