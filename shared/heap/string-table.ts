/** Texts of a snapshot as the bytes of the file, cut: a heap may hold hundreds of megabytes of them, of which a few are read. */
import type { Index } from '../base/units.ts';

/** Characters that are kept of a text. */
const KEPT = 120;
/** Of paths of files, and of what V8 says of a pair in a WeakMap, which ends with the number of its table. V8 itself cuts after 1,024. */
const KEPT_OF_LONG = 1_024;

const [QUOTE, BACKSLASH, LETTER_U, ZERO, NINE, SLASH, COLON, LETTER_F] = [0x22, 0x5c, 0x75, 0x30, 0x39, 0x2f, 0x3a, 0x66];
const UTF8 = new TextDecoder();
const PAIR = /^\d{1,10} \/ part of key \(/;
const TABLE_OF_PAIR = /\(table @(\d{1,10})\)$/;

export class StringTable {
  private bytes = new Uint8Array(64 * 1024);
  private used = 0;
  private starts = new Uint32Array(1_024);
  private count = 0;
  private readonly pairs = new Map<Index, number>();
  /** Of the text that is being read. */
  private characters = 0;
  private most = KEPT;
  private escapedLeft = 0;
  private isEscaped = false;

  get length(): number {
    return this.count;
  }

  /** Bytes that are kept. */
  get size(): number {
    return this.used;
  }

  /** Begins a text, after its quote. */
  begin(): void {
    if (this.count + 1 >= this.starts.length) this.starts = grown(this.starts, this.starts.length * 2);
    this.starts[this.count] = this.used;
    this.characters = 0;
    this.most = KEPT;
  }

  /** Takes bytes of a text up to its quote: the place behind it. Null: these bytes hold no quote. -1: they hold a line feed or another control character. */
  take(chunk: Uint8Array, from: number): number | null {
    if (this.used + chunk.length - from > this.bytes.length) this.reserve(chunk.length - from);
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (byte < 0x20) return -1;
      if (this.isEscaped) {
        this.isEscaped = false;
        this.escapedLeft = byte === LETTER_U ? 4 : 0;
      } else if (this.escapedLeft > 0) {
        this.escapedLeft -= 1;
      } else {
        if (byte === QUOTE) {
          this.end();
          return at + 1;
        }
        // Bytes behind the first one of a character in UTF-8.
        if (byte < 0x80 || byte >= 0xc0) {
          if (this.characters === KEPT && (this.isPair() || this.isPath())) this.most = KEPT_OF_LONG;
          this.characters += 1;
        }
        if (byte === BACKSLASH) this.isEscaped = true;
      }
      if (this.characters <= this.most) this.bytes[this.used++] = byte;
    }
    return null;
  }

  text(index: Index): string {
    return this.decode(this.starts[index]!, this.starts[index + 1]!);
  }

  /** The number of the table if the text says what a WeakMap holds; null: it does not. */
  tableOfPair(index: Index): number | null {
    return this.pairs.get(index) ?? null;
  }

  /** Whether a text is this one, which has nothing but ASCII. */
  is(index: Index, text: string): boolean {
    const start = this.starts[index]!;
    if (this.starts[index + 1]! - start !== text.length) return false;
    for (let at = 0; at < text.length; at++) if (this.bytes[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  private end(): void {
    const table = this.isPair() ? TABLE_OF_PAIR.exec(this.soFar())?.[1] : undefined;
    if (table !== undefined) this.pairs.set(this.count, Number(table));
    this.count += 1;
    this.starts[this.count] = this.used;
  }

  /** Most texts are told apart by their first byte. */
  private isPair(): boolean {
    const first = this.bytes[this.starts[this.count]!]!;
    return first >= ZERO && first <= NINE && PAIR.test(this.soFar());
  }

  private isPath(): boolean {
    const start = this.starts[this.count]!;
    const [first, second] = [this.bytes[start]!, this.bytes[start + 1]!];
    return first === SLASH || second === COLON || (first === LETTER_F && this.soFar().startsWith('file://'));
  }

  private soFar(): string {
    return this.decode(this.starts[this.count]!, this.used);
  }

  private reserve(more: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 1.5, this.used + more));
    larger.set(this.bytes.subarray(0, this.used));
    this.bytes = larger;
  }

  private decode(from: number, to: number): string {
    const raw = UTF8.decode(this.bytes.subarray(from, to));
    if (!raw.includes('\\')) return raw;
    try {
      return JSON.parse(`"${raw}"`) as string;
    } catch {
      // An escape that JSON does not know.
      return raw;
    }
  }
}

function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(array);
  return larger;
}
