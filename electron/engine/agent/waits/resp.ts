/**
 * Counts values of RESP, the protocol of Redis, in bytes as they come: commands on the way out, replies on the way in. Of a command its name is told, never
 * a key or a value. https://redis.io/docs/latest/develop/reference/protocol-spec/
 */

const CR = 13;
const LF = 10;
/** Longer ones are no name of a command. */
const MOST_NAME = 32;
/** A header is a type and a number. */
const MOST_LINE = 32;

const LINES = '+-:,#(_';
const BULKS = '$=!';
const LISTS = '*~>%|';
const MAPS = '%|';
/** What the server sends without being asked, and what comes before a value and is none. */
const NO_REPLY = '>|';
const ATTRIBUTES = '|';
const NAME = /^[A-Z][A-Z0-9._-]*$/;

/** `onValue`: a value is complete that is in no other; `name` is the first text in it, in capitals, if `named`. */
export class RespReader {
  /** How many values each list that is open still lacks. */
  private readonly open: number[] = [];
  private isReply = true;
  /** The header, as far as it has come; null: none is being read. */
  private line: string | null = null;
  /** Of a text, with its end of line. */
  private skip = 0;
  private name: string | null = null;
  private nameLeft = 0;

  constructor(
    private readonly isNamed: boolean,
    private readonly onValue: (name: string) => void,
  ) {}

  /** Whether a value has come in part. */
  get isInside(): boolean {
    return this.line !== null || this.skip > 0 || this.open.length > 0;
  }

  /** False: this is not RESP; nothing can be read any more. */
  read(bytes: Uint8Array): boolean {
    for (let at = 0; at < bytes.length; ) {
      if (this.skip > 0) {
        const taken = Math.min(this.skip, bytes.length - at);
        this.keepName(bytes, at, taken);
        this.skip -= taken;
        at += taken;
        if (this.skip === 0) this.end();
        continue;
      }
      const byte = bytes[at++]!;
      if (byte === LF && this.line !== null) {
        if (!this.header(this.line)) return false;
      } else if (this.line === null) {
        if (!`${LINES}${BULKS}${LISTS}`.includes(String.fromCharCode(byte))) return false;
        this.line = String.fromCharCode(byte);
      } else if (byte !== CR && this.line.length < MOST_LINE) this.line += String.fromCharCode(byte);
    }
    return true;
  }

  private keepName(bytes: Uint8Array, at: number, taken: number): void {
    if (this.nameLeft === 0) return;
    const kept = Math.min(this.nameLeft, taken);
    for (let i = 0; i < kept; i++) this.name = (this.name ?? '') + String.fromCharCode(bytes[at + i]!);
    this.nameLeft -= kept;
  }

  private header(line: string): boolean {
    this.line = null;
    const type = line[0]!;
    if (this.open.length === 0) this.isReply = !NO_REPLY.includes(type);
    if (LINES.includes(type)) {
      this.end();
      return true;
    }
    const length = Number(line.slice(1));
    if (!Number.isInteger(length) || length < -1) return false;
    if (BULKS.includes(type)) {
      if (length < 0) this.end();
      else {
        this.skip = length + 2;
        if (this.isNamed && this.open.length === 1 && this.name === null) {
          this.name = '';
          this.nameLeft = length <= MOST_NAME ? length : 0;
        }
      }
      return true;
    }
    // They come before one of the values that the list has, and are none of them.
    if (type === ATTRIBUTES && this.open.length > 0) this.open[this.open.length - 1]! += 1;
    const values = MAPS.includes(type) ? 2 * length : length;
    if (values <= 0) this.end();
    else this.open.push(values);
    return true;
  }

  /** A value is complete, and with it perhaps the lists that it is in. */
  private end(): void {
    while (this.open.length > 0) {
      const left = this.open[this.open.length - 1]! - 1;
      if (left > 0) {
        this.open[this.open.length - 1] = left;
        return;
      }
      this.open.pop();
    }
    const name = (this.name ?? '').toUpperCase();
    this.name = null;
    this.nameLeft = 0;
    if (this.isReply) this.onValue(NAME.test(name) ? name : '');
  }
}
