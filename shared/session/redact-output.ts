/** What is replaced in the output of a script: looked for in all that each stream printed, since its pieces end anywhere. */
import { cutAt, type FindRanges, type Range } from '../privacy/replace-ranges.ts';
import type { Found } from '../privacy/value-search.ts';
import type { OutputPiece } from './output-ring.ts';

export function replaceInOutput(pieces: readonly OutputPiece[], find: FindRanges): OutputPiece[] {
  return perStream(pieces, (texts) => cutAt(texts, find(texts.join('')))).map(([piece, text]) => ({ ...piece, text }));
}

/** What `edit` makes of all that each stream printed. What differs stands where it begins to. */
export function editOutput(pieces: readonly OutputPiece[], edit: (text: string) => string): OutputPiece[] {
  return replaceInOutput(pieces, (whole) => changeOf(whole, edit(whole)));
}

/** The part of a text that is another one in `edited`, as one range; empty: they are the same. */
function changeOf(text: string, edited: string): Range[] {
  if (text === edited) return [];
  const shorter = Math.min(text.length, edited.length);
  let [from, after] = [0, 0];
  while (from < shorter && text[from] === edited[from]) from++;
  while (after < shorter - from && text.at(-1 - after) === edited.at(-1 - after)) after++;
  return [{ from, to: text.length - after, by: edited.slice(from, edited.length - after) }];
}

/** The same for output that comes bit by bit: an end that may become a value waits for what its stream prints next. */
export class OutputRedaction {
  private held: readonly OutputPiece[] = [];

  constructor(private readonly values: (text: string, goesOn: boolean) => Found) {}

  take(printed: readonly OutputPiece[], isLast: boolean): OutputPiece[] {
    const pieces = perStream([...this.held, ...printed], (texts) => {
      const { ranges, open } = this.values(texts.join(''), !isLast);
      const taken = cutAt(texts, [...ranges, { from: open, to: Number.POSITIVE_INFINITY, by: '' }]);
      const held = cutAt(texts, [{ from: 0, to: open, by: '' }]);
      return texts.map((_, index) => ({ taken: taken[index]!, held: held[index]! }));
    });
    this.held = pieces.flatMap(([piece, { held }]) => (held === '' ? [] : [{ ...piece, text: held }]));
    return pieces.flatMap(([piece, { taken }]) => (taken === '' ? [] : [{ ...piece, text: taken }]));
  }
}

/** What `edit` makes of the texts of each stream, with their pieces. */
function perStream<T>(pieces: readonly OutputPiece[], edit: (texts: readonly string[]) => readonly T[]): [OutputPiece, T][] {
  const edited = new Map<OutputPiece, T>();
  for (const stream of new Set(pieces.map((piece) => piece.stream))) {
    const own = pieces.filter((piece) => piece.stream === stream);
    const made = edit(own.map(({ text }) => text));
    for (const [index, piece] of own.entries()) edited.set(piece, made[index]!);
  }
  return pieces.map((piece) => [piece, edited.get(piece)!]);
}
