/** Which protocol is spoken on a connection, by the first bytes that the program writes on it. */
import { isMysqlStart, MysqlReader } from './mysql.ts';
import { isPostgresStart, PostgresReader } from './postgres.ts';
import { RespReader } from './resp.ts';

/** Reads the protocol: when something is asked, and, if it counts replies, when that is answered. */
export interface Reader {
  readonly scheme: string;
  /** Otherwise a reply is over when somebody continues, or when something else is asked. */
  readonly countsReplies: boolean;
  /** A part of what is asked has been written. */
  isInside(): boolean;
  wrote(bytes: Uint8Array): void;
  read(bytes: Uint8Array): void;
}

/** What a reader tells of. */
export interface OnRead {
  /** A statement or a command begins. */
  begin(name: string): void;
  answer(): void;
  /** What was prepared is run right after; false: it is a command of its own. */
  goOn(): boolean;
  /** What is read on the connection does not show what is asked and answered. */
  giveUp(): void;
}

/** Requests of HTTP are known from Node and from undici. */
const HTTP = /^(?:[A-Z]{3,10} \S|PRI \* HTTP)/;
const RESP = /^\*\d+\r\n\$/;
const HEAD_LENGTH = 64;
/** From then on the server sends what nobody asks for. */
const LISTENS = new Set(['SUBSCRIBE', 'PSUBSCRIBE', 'SSUBSCRIBE', 'MONITOR', 'SYNC', 'PSYNC']);

/** Null: it is not known. */
export function readerOf(chunks: readonly Uint8Array[], on: OnRead): Reader | 'http' | null {
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_LENGTH)).toString('latin1');
  if (HTTP.test(head)) return 'http';
  if (isPostgresStart(bytes)) return postgres(on);
  if (isMysqlStart(bytes)) return mysql(on);
  return RESP.test(head) ? resp(on) : null;
}

function postgres(on: OnRead): Reader {
  const messages = new PostgresReader(
    (statement) => on.begin(statement),
    () => on.answer(),
  );
  return {
    ...{ scheme: 'postgresql', countsReplies: true },
    isInside: () => messages.isInside,
    wrote: (bytes) => messages.wrote(bytes),
    read: (bytes) => messages.read(bytes),
  };
}

function mysql(on: OnRead): Reader {
  const packets = new MysqlReader(
    (name) => on.begin(name),
    () => on.goOn(),
  );
  return {
    ...{ scheme: 'mysql', countsReplies: false },
    isInside: () => packets.isInside,
    wrote: (bytes) => packets.wrote(bytes),
    read: (bytes) => packets.read(bytes),
  };
}

function resp(on: OnRead): Reader {
  const commands = new RespReader(true, (name) => (LISTENS.has(name) ? on.giveUp() : on.begin(name)));
  const replies = new RespReader(false, () => on.answer());
  // What is no RESP after all is not read any further.
  const goOnIf = (isRead: boolean): void => {
    if (!isRead) on.giveUp();
  };
  return {
    ...{ scheme: 'redis', countsReplies: true },
    isInside: () => commands.isInside,
    wrote: (bytes) => goOnIf(commands.read(bytes)),
    read: (bytes) => goOnIf(replies.read(bytes)),
  };
}
