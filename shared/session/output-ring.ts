import type { Bytes, Microseconds } from '../base/units.ts';
import type { OutputStream } from '../model/run.ts';

/** A piece of what the script wrote. */
export interface OutputPiece {
  readonly stream: OutputStream;
  readonly text: string;
  /** On the engine's clock. */
  readonly at: Microseconds;
}

/** More output than anyone reads, and little memory. */
export const OUTPUT_LIMIT: Bytes = 1024 * 1024;
/** Of that, kept from the beginning: what a script says when it starts (its version, its port) explains the rest. */
export const OUTPUT_HEAD: Bytes = 64 * 1024;
/** Writes of one stream this close to each other are one piece: they cannot be told apart on a screen. */
const MERGE_WITHIN_US: Microseconds = 10_000;
/** A larger piece is not added to, so that dropping the oldest never drops much. */
const MERGE_UP_TO: Bytes = 4_096;

/**
 * The first and the newest output of the script.
 *
 *   | head: the first of it | dropped, and counted | the newest of it |
 *
 * Sizes are in UTF-16 units, which are bytes for ASCII. Whether two pieces are merged depends on nothing but the two, and the head is filled
 * to its end before anything is dropped, so replaying what was kept keeps the same.
 */
export class OutputRing {
  droppedBytes: Bytes = 0;
  private readonly head: OutputPiece[] = [];
  /** What fits into the beginning yet; 0: it is over. */
  headRoom: Bytes;
  private size = 0;
  private readonly limit: Bytes;
  private kept: OutputPiece[] = [];
  /** Index of the oldest piece; what lies before it is dropped, and let go now and then. */
  private first = 0;

  /** `pieceCost`: what a piece takes beside its text, where many tiny ones must be bounded, too. */
  constructor(
    limit: Bytes = OUTPUT_LIMIT,
    private readonly pieceCost: Bytes = 0,
    head: Bytes = OUTPUT_HEAD,
  ) {
    this.headRoom = head;
    this.limit = limit - head;
  }

  push(piece: OutputPiece): void {
    if (piece.text === '') return;
    const rest = this.headRoom > 0 ? this.fillHead(piece) : piece.text;
    if (rest !== '') this.pushNewest({ ...piece, text: rest });
  }

  /** Of the pieces, those of the beginning. */
  get headPieces(): number {
    return this.head.length;
  }

  /** Returns what did not fit. */
  private fillHead(piece: OutputPiece): string {
    const first = oldestOf(piece.text, this.headRoom - this.pieceCost);
    const rest = piece.text.slice(first.length);
    // Once something did not fit, the beginning is over.
    this.headRoom = rest === '' ? this.headRoom - first.length - this.pieceCost : 0;
    if (first !== '') addTo(this.head, { ...piece, text: first });
    return rest;
  }

  private pushNewest(piece: OutputPiece): void {
    const text = newestOf(piece.text, this.limit - this.pieceCost);
    this.droppedBytes += piece.text.length - text.length;
    this.size += text.length;
    const last = this.first < this.kept.length ? this.kept.at(-1)! : null;
    if (last && areOne(last, piece)) this.kept[this.kept.length - 1] = { ...last, text: last.text + text };
    else {
      this.kept.push(text === piece.text ? piece : { ...piece, text });
      this.size += this.pieceCost;
    }
    this.dropOldest();
  }

  get pieces(): readonly OutputPiece[] {
    return [...this.head, ...this.kept.slice(this.first)];
  }

  /** As a reopened session knows it: what an earlier ring had dropped before. */
  addDropped(bytes: Bytes): void {
    this.droppedBytes += bytes;
  }

  private dropOldest(): void {
    while (this.size > this.limit) {
      const { length } = this.kept[this.first++]!.text;
      this.size -= length + this.pieceCost;
      this.droppedBytes += length;
    }
    // Half of the list at a time: each piece is moved at most once on average.
    if (this.first * 2 <= this.kept.length) return;
    this.kept = this.kept.slice(this.first);
    this.first = 0;
  }
}

function areOne(last: OutputPiece, next: OutputPiece): boolean {
  return last.stream === next.stream && next.at - last.at < MERGE_WITHIN_US && last.text.length + next.text.length <= MERGE_UP_TO;
}

/** Merged with the last one where they cannot be told apart. */
function addTo(pieces: OutputPiece[], next: OutputPiece): void {
  const last = pieces.at(-1);
  if (last && areOne(last, next)) pieces[pieces.length - 1] = { ...last, text: last.text + next.text };
  else pieces.push(next);
}

/** The beginning of a text, at most `length` units of it, never half a character. */
export function oldestOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = length > 0 ? text.slice(0, length) : '';
  return /[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start;
}

/** The end of a text, at most `length` units of it, never half a character. */
export function newestOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = length > 0 ? text.slice(-length) : '';
  return /^[\udc00-\udfff]/.test(end) ? end.slice(1) : end;
}
