/**
 * The messages of PostgreSQL, as far as they tell queries apart: a query ends the messages that the client sends for it (Query, or Sync), and the server
 * ends its reply with ReadyForQuery. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import { statementOf } from './statement.ts';

/** Of a statement as it is read. */
const MOST_TEXT = 1_000;
/** Statements of a connection that have a name. */
const MOST_NAMED = 1_000;

const VERSION_3 = 3;
const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;
const STARTUP_HEAD = 8;
/** A type, and a length that counts itself. */
const LENGTH = 4;
const HEAD = 1 + LENGTH;
const NOTHING = new Uint8Array(0);

const code = (letter: string): number => letter.charCodeAt(0);
const [QUERY, PARSE, BIND, SYNC, CALL, COPY_DATA, READY] = ['Q', 'P', 'B', 'S', 'F', 'd', 'Z'].map(code) as [
  ...[number, number, number, number, number, number, number],
];
/** Parse, Bind, Describe, Execute, Close, Flush: a Sync follows. */
const PARTS = new Set(['P', 'B', 'D', 'E', 'C', 'H'].map(code));

/** Whether this is how a client begins: with the length of its first message, and what it asks for. */
export function isPostgresStart(bytes: Uint8Array): boolean {
  if (bytes.length < STARTUP_HEAD) return false;
  const asked = uint32(bytes, 4);
  return uint32(bytes, 0) <= 10_000 && (asked >>> 16 === VERSION_3 || asked === SSL_REQUEST || asked === GSS_REQUEST);
}

/** Messages with a type and a length. Of those that are kept, the first bytes are given. */
class Messages {
  private readonly head = new Uint8Array(HEAD);
  private headBytes = 0;
  private type = 0;
  /** Of the message, and of what is kept of it. */
  private left = 0;
  private isCut = false;
  /** Null: none, so far. */
  private kept: Uint8Array | null = null;
  private keptBytes = 0;

  constructor(
    private readonly keeps: (type: number) => boolean,
    private readonly onMessage: (type: number, text: Uint8Array, isCut: boolean) => void,
  ) {}

  /** Whether a message has come in part. */
  get isInside(): boolean {
    return this.headBytes > 0;
  }

  read(bytes: Uint8Array, from = 0): void {
    for (let at = from; at < bytes.length; ) {
      if (this.headBytes === 0 && bytes.length - at >= HEAD) {
        this.begin(bytes, at);
        at += HEAD;
      } else if (this.headBytes < HEAD) {
        this.head[this.headBytes++] = bytes[at++]!;
        if (this.headBytes < HEAD) continue;
        this.begin(this.head, 0);
      }
      if (this.kept === null) {
        if (this.left <= bytes.length - at) {
          this.end(this.keeps(this.type) ? bytes.subarray(at, at + Math.min(this.left, MOST_TEXT)) : NOTHING);
          at += this.left;
          continue;
        }
        this.kept = this.keeps(this.type) ? new Uint8Array(Math.min(this.left, MOST_TEXT)) : NOTHING;
        this.keptBytes = 0;
      }
      const taken = Math.min(this.left, bytes.length - at);
      const room = Math.min(taken, this.kept.length - this.keptBytes);
      if (room > 0) this.kept.set(bytes.subarray(at, at + room), this.keptBytes);
      this.keptBytes += room;
      at += taken;
      this.left -= taken;
      if (this.left === 0) this.end(this.kept);
    }
  }

  private begin(head: Uint8Array, at: number): void {
    this.headBytes = HEAD;
    this.type = head[at]!;
    this.left = Math.max(0, uint32(head, at + 1) - LENGTH);
    this.isCut = this.left > MOST_TEXT;
  }

  private end(text: Uint8Array): void {
    this.headBytes = 0;
    this.kept = null;
    this.onMessage(this.type, text, this.isCut);
  }
}

/** One connection. `onQuery`: the client has sent all of one. `onReady`: the server is done with one. */
export class PostgresReader {
  private hasStarted = false;
  /** Of the message it has started with. */
  private startLeft = 0;
  /** It has answered that first. */
  private isReady = false;
  /** One byte, without a head, answers the wish for encryption. */
  private bytesOfAnswer = 0;
  private readonly named = new Map<string, string>();
  private statement = '';
  /** Of what a Sync ends. */
  private hasBegun = false;
  private readonly sent: Messages;
  private readonly received: Messages;

  constructor(
    private readonly onQuery: (statement: string) => void,
    private readonly onReady: () => void,
  ) {
    this.sent = new Messages(
      (type) => type === QUERY || type === PARSE || type === BIND,
      (type, text, isCut) => this.onSent(type, text, isCut),
    );
    this.received = new Messages(
      () => false,
      (type) => type === READY && this.onReceivedReady(),
    );
  }

  /** Whether a part of a query has been sent. */
  get isInside(): boolean {
    return this.isReady && (this.hasBegun || this.sent.isInside);
  }

  wrote(bytes: Uint8Array): void {
    if (!this.hasStarted) {
      if (!isPostgresStart(bytes)) return;
      if (uint32(bytes, 4) >>> 16 !== VERSION_3) {
        this.bytesOfAnswer += 1;
        return;
      }
      this.hasStarted = true;
      this.startLeft = uint32(bytes, 0);
    }
    const skipped = Math.min(this.startLeft, bytes.length);
    this.startLeft -= skipped;
    this.sent.read(bytes, skipped);
  }

  read(bytes: Uint8Array): void {
    const skipped = Math.min(this.bytesOfAnswer, bytes.length);
    this.bytesOfAnswer -= skipped;
    this.received.read(bytes, skipped);
  }

  private onSent(type: number, text: Uint8Array, isCut: boolean): void {
    this.hasBegun = PARTS.has(type);
    if (type === QUERY) this.query(toStatement(text, 0, isCut));
    else if (type === SYNC || type === CALL) this.query(type === CALL ? 'function call' : this.statement);
    else if (type === PARSE) {
      const nameEnd = endOfText(text, 0);
      this.statement = toStatement(text, nameEnd + 1, isCut);
      const name = textOf(text, 0, nameEnd);
      if (name !== '' && (this.named.size < MOST_NAMED || this.named.has(name))) this.named.set(name, this.statement);
    } else if (type === BIND) {
      const portalEnd = endOfText(text, 0);
      const name = textOf(text, portalEnd + 1, endOfText(text, portalEnd + 1));
      if (name !== '') this.statement = this.named.get(name) ?? '';
    } else if (type === COPY_DATA) this.statement = '';
  }

  private query(statement: string): void {
    if (this.isReady) this.onQuery(statement);
  }

  private onReceivedReady(): void {
    if (this.isReady) this.onReady();
    this.isReady = true;
  }
}

function toStatement(text: Uint8Array, from: number, isCut: boolean): string {
  const end = endOfText(text, from);
  return statementOf(textOf(text, from, end), 'postgres', isCut && end === text.length);
}

function endOfText(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(0, from);
  return at < 0 ? bytes.length : at;
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, Math.max(0, to - from)).toString();
}

function uint32(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
}
