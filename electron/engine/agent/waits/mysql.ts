/**
 * The packets of MySQL and MariaDB, as far as they tell commands apart: each begins a sequence, and the client sends the next one when the reply has come.
 * https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html
 */
import { statementOf } from './statement.ts';

const MOST_TEXT = 1_000;
const MOST_PREPARED = 1_000;
const HEAD = 4;
/** Of a handshake response, before which a wish for encryption may have come. */
const FIRST_SEQUENCES = [1, 2];
const LEAST_HANDSHAKE = 32;
const COMPRESSES = 0x20;

/** Commands that have a text or get an answer worth a name. */
const QUERY = 0x03;
const PREPARE = 0x16;
const EXECUTE = 0x17;
/** Of MariaDB, with many rows of values. */
const BULK_EXECUTE = 0xfa;
/** Of MariaDB: what has just been prepared, whose number is not known yet. */
const LAST_PREPARED = 0xffff_ffff;
const NAMES: Readonly<Record<number, string>> = { 2: 'USE', 14: 'PING', 17: 'CHANGE USER', 28: 'FETCH', 31: 'RESET CONNECTION' };
const PREPARED_OK = 0x00;
const REFUSED = 0xff;
/** A head, whether it is done, and a number. */
const PREPARED_LENGTH = HEAD + 5;

/** Whether this is how a client answers the greeting of the server, on a connection that is not compressed. */
export function isMysqlStart(bytes: Uint8Array): boolean {
  if (bytes.length < HEAD + LEAST_HANDSHAKE || !FIRST_SEQUENCES.includes(bytes[3]!)) return false;
  return uint24(bytes, 0) === bytes.length - HEAD && (bytes[HEAD]! & COMPRESSES) === 0;
}

/**
 * One connection. `onCommand`: a command begins; those without a reply are none. `onPrepared`: what was prepared is run right after; false: it is a command of
 * its own.
 */
export class MysqlReader {
  private readonly head = new Uint8Array(HEAD);
  private headBytes = 0;
  private left = 0;
  /** The beginning of a command, where it comes in pieces; null: none is being read. */
  private kept: number[] | null = null;
  private readonly prepared = new Map<number, string>();
  /** Its reply says under which number it is run. */
  private preparing: string | null = null;
  /** The beginning of that reply. */
  private readonly reply: number[] = [];
  /** The number of what was prepared last, if nothing has been asked since. */
  private justPrepared: number | null = null;

  constructor(
    private readonly onCommand: (name: string) => void,
    private readonly onPrepared: () => boolean,
  ) {}

  wrote(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.headBytes < HEAD) {
        this.head[this.headBytes++] = bytes[at++]!;
        if (this.headBytes < HEAD) continue;
        this.left = uint24(this.head, 0);
        if (this.left > 0 && this.left <= bytes.length - at) {
          this.headBytes = 0;
          if (this.head[3] === 0) this.command(bytes.subarray(at, at + Math.min(this.left, MOST_TEXT + 1)));
          at += this.left;
          continue;
        }
        this.kept = this.head[3] === 0 ? [] : null;
      }
      const taken = Math.min(this.left, bytes.length - at);
      if (this.kept !== null) for (let i = 0; i < taken && this.kept.length <= MOST_TEXT; i++) this.kept.push(bytes[at + i]!);
      at += taken;
      this.left -= taken;
      if (this.left > 0) return;
      this.headBytes = 0;
      if (this.kept !== null && this.kept.length > 0) this.command(Uint8Array.from(this.kept));
      this.kept = null;
    }
  }

  /** Whether a command has been sent in part. */
  get isInside(): boolean {
    return this.headBytes > 0 && this.kept !== null;
  }

  read(bytes: Uint8Array): void {
    const { preparing: statement, reply } = this;
    if (statement === null) return;
    for (let at = 0; at < bytes.length && reply.length < PREPARED_LENGTH; at++) reply.push(bytes[at]!);
    if (reply.length < PREPARED_LENGTH && reply[HEAD] !== REFUSED) return;
    this.preparing = null;
    if (reply[HEAD] !== PREPARED_OK || this.prepared.size >= MOST_PREPARED) return;
    this.justPrepared = uint32(Uint8Array.from(reply), HEAD + 1);
    this.prepared.set(this.justPrepared, statement);
  }

  private command(bytes: Uint8Array): void {
    const command = bytes[0]!;
    const { preparing, justPrepared } = this;
    const isExecute = command === EXECUTE || command === BULK_EXECUTE;
    const number = isExecute ? uint32(bytes, 1) : 0;
    // It is sent before the reply to that.
    if (isExecute && number === LAST_PREPARED && preparing !== null) return;
    this.preparing = null;
    this.justPrepared = null;
    this.reply.length = 0;
    if (command === QUERY) this.onCommand(toStatement(bytes));
    else if (command === PREPARE) {
      this.preparing = toStatement(bytes);
      this.onCommand(this.preparing);
    } else if (isExecute) {
      if (number !== justPrepared || !this.onPrepared()) this.onCommand(this.prepared.get(number) ?? '');
    } else if (NAMES[command] !== undefined) this.onCommand(NAMES[command]);
  }
}

/** Before the text there may be the number of attributes, and how many sets of them: one. Attributes are values. */
function toStatement(bytes: Uint8Array): string {
  if (bytes[1] !== 0 && bytes[2] === 1) return '';
  const from = bytes[1] === 0 && bytes[2] === 1 ? 3 : 1;
  const isCut = bytes.length > MOST_TEXT;
  return statementOf(Buffer.from(bytes.buffer, bytes.byteOffset + from, bytes.length - from).toString(), 'mysql', isCut);
}

const uint24 = (bytes: Uint8Array, at: number): number => bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
const uint32 = (bytes: Uint8Array, at: number): number => (uint24(bytes, at) | (bytes[at + 3]! << 24)) >>> 0;
