/**
 * Counts values of RESP, the protocol of Redis, in bytes as they come: commands on the way out, replies on the way in. Of a command its name is told, never
 * a key or a value. https://redis.io/docs/latest/develop/reference/protocol-spec/
 */

const codes = (types: string): ReadonlySet<number> => new Set(Array.from(types, (type) => type.charCodeAt(0)));
const CR = 13;
const LF = 10;
const [MINUS, ZERO, NINE] = ['-', '0', '9'].map((char) => char.charCodeAt(0)) as [number, number, number];
/** Longer ones are no name of a command. */
const MOST_NAME = 32;
const MOST_LENGTH = 2 ** 48;

const LINES = codes('+-:,#(_');
const BULKS = codes('$=!');
const LISTS = codes('*~>%|');
const MAPS = codes('%|');
/** What the server sends without being asked, and what comes before a value and is none. */
const NO_REPLY = codes('>|');
const ATTRIBUTES = '|'.charCodeAt(0);
const NAME = /^[A-Z][A-Z0-9._-]*$/;
/** Instead of a number: it is none. */
const NO_NUMBER = Number.NaN;

/** `onValue`: a value is complete that is in no other; `name` is the first text in it, in capitals, if `named`. */
export class RespReader {
  /** How many values each list that is open still lacks. */
  private readonly open: number[] = [];
  private isReply = true;
  /** Of the header that is being read; 0: none is. */
  private type = 0;
  /** What follows it, as far as it has come. */
  private number = 0;
  private digits = 0;
  private isNegative = false;
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
    return this.type !== 0 || this.skip > 0 || this.open.length > 0;
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
      if (this.type === 0) {
        if (!LINES.has(byte) && !BULKS.has(byte) && !LISTS.has(byte)) return false;
        this.type = byte;
        this.number = 0;
        this.digits = 0;
        this.isNegative = false;
      } else if (byte === LF) {
        if (!this.header()) return false;
      } else if (byte !== CR && !LINES.has(this.type)) this.addDigit(byte);
    }
    return true;
  }

  private addDigit(byte: number): void {
    if (byte === MINUS && this.digits === 0 && !this.isNegative) this.isNegative = true;
    else if (byte >= ZERO && byte <= NINE && this.number < MOST_LENGTH) {
      this.number = this.number * 10 + (byte - ZERO);
      this.digits += 1;
    } else this.number = NO_NUMBER;
  }

  private keepName(bytes: Uint8Array, at: number, taken: number): void {
    if (this.nameLeft === 0) return;
    const kept = Math.min(this.nameLeft, taken);
    for (let i = 0; i < kept; i++) this.name = (this.name ?? '') + String.fromCharCode(bytes[at + i]!);
    this.nameLeft -= kept;
  }

  private header(): boolean {
    const { type } = this;
    this.type = 0;
    if (this.open.length === 0) this.isReply = !NO_REPLY.has(type);
    if (LINES.has(type)) {
      this.end();
      return true;
    }
    const length = this.isNegative ? -this.number : this.number;
    if (this.digits === 0 || Number.isNaN(length) || length < -1) return false;
    if (BULKS.has(type)) {
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
    const values = MAPS.has(type) ? 2 * length : length;
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
