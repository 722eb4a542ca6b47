/**
 * Counts values of RESP, the protocol of Redis, in bytes as they come: commands on the way out, replies on the way in. Of a command its name is told, never
 * a key or a value. https://redis.io/docs/latest/develop/reference/protocol-spec/
 */

const codes = (types: string): readonly number[] => Array.from(types, (type) => type.charCodeAt(0));
const CR = 13;
const LF = 10;
const [MINUS, ZERO, NINE] = ['-', '0', '9'].map((char) => char.charCodeAt(0)) as [number, number, number];
/** Longer ones are no name of a command. */
const MOST_NAME = 32;
const MOST_LENGTH = 2 ** 48;
/** More than there are; what else is written where a command is expected is not kept. */
const MOST_COMMANDS = 500;

const [LINE, BULK, LIST] = [1, 2, 3];
/** By the first byte of a value; 0: none begins with it. */
const KINDS = new Uint8Array(256);
for (const type of codes('+-:,#(_')) KINDS[type] = LINE;
for (const type of codes('$=!')) KINDS[type] = BULK;
for (const type of codes('*~>%|')) KINDS[type] = LIST;
const [MAP, PUSH, ATTRIBUTES] = codes('%>|') as [number, number, number];
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
      if (this.type === 0) {
        const type = bytes[at++]!;
        if (KINDS[type] === 0) return false;
        this.type = type;
        this.number = 0;
        this.digits = 0;
        this.isNegative = false;
      }
      const end = this.readHeader(bytes, at);
      if (end < 0) return false;
      at = end;
    }
    return true;
  }

  /** On to the end of its line. Returns where it is; below 0: this is not RESP. */
  private readHeader(bytes: Uint8Array, from: number): number {
    const isLine = KINDS[this.type] === LINE;
    let { number, digits } = this;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === LF) {
        this.number = number;
        this.digits = digits;
        return this.header() ? at + 1 : -1;
      }
      if (byte === CR || isLine) continue;
      if (byte >= ZERO && byte <= NINE && number < MOST_LENGTH) {
        number = number * 10 + (byte - ZERO);
        digits += 1;
      } else if (byte === MINUS && digits === 0 && !this.isNegative) this.isNegative = true;
      else number = NO_NUMBER;
    }
    this.number = number;
    this.digits = digits;
    return bytes.length;
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
    // What the server sends without being asked, and what comes before a value, are no replies.
    if (this.open.length === 0) this.isReply = type !== PUSH && type !== ATTRIBUTES;
    if (KINDS[type] === LINE) {
      this.end();
      return true;
    }
    const length = this.isNegative ? -this.number : this.number;
    if (this.digits === 0 || Number.isNaN(length) || length < -1) return false;
    if (KINDS[type] === BULK) {
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
    const values = type === MAP || type === ATTRIBUTES ? 2 * length : length;
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
    const { name } = this;
    this.name = null;
    this.nameLeft = 0;
    if (this.isReply) this.onValue(name === null ? '' : commandOf(name));
  }
}

/** By how they are written: to read one anew takes as long as all the rest. */
const commands = new Map<string, string>();

function commandOf(written: string): string {
  const known = commands.get(written);
  if (known !== undefined) return known;
  const name = written.toUpperCase();
  const command = NAME.test(name) ? name : '';
  if (commands.size < MOST_COMMANDS) commands.set(written, command);
  return command;
}
