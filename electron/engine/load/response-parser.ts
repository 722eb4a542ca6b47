/** The door to http-parser-js: parses the responses of one connection, one after the other. */
import { HTTPParser, type OnHeadersCompleteParser } from 'http-parser-js';
import type { Microseconds } from '../../../shared/base/units.ts';
import { EventCounter } from './event-counter.ts';

export const MORE = 0;
export const COMPLETE = 1;
export const BAD = 2;
/** The result of parsing a piece of the response. Numbers, because there is one for every piece received. */
export type Progress = typeof MORE | typeof COMPLETE | typeof BAD;

/**
 * What we use of the parser beyond its declarations: it is a state machine whose states are methods that a subclass may
 * replace, which http-parser-js's own README proposes. The version is pinned by the lock file and covered by tests.
 */
interface ParserParts {
  [HTTPParser.kOnHeadersComplete]: OnHeadersCompleteParser;
  [HTTPParser.kOnMessageComplete]: () => void;
  [HTTPParser.kOnBody]: (chunk: Uint8Array, offset: number, length: number) => void;
  reinitialize(type: string): void;
  execute(chunk: Uint8Array, start: number, length: number): number | Error;
  finish(): undefined | Error;
  parseHeader(line: string, headers: string[]): void;
  consumeLine(): string | undefined;
  state: string;
  offset: number;
  end: number;
  body_bytes: number | null;
}
const Parser = HTTPParser as unknown as { new (type: string): ParserParts; maxHeaderSize: number };

// The parser counts the end of one response as headers of the next; with pieces of 64 KiB its own limit of 80 KiB would be too near.
Parser.maxHeaderSize = 512 * 1024;

const SPACE = 0x20;
const TAB = 0x09;

/** Only these four headers say how a response is delimited: connection, content-length, transfer-encoding, upgrade. */
function isOfInterest(firstLetter: number): boolean {
  const lower = firstLetter | 0x20;
  return lower === 0x63 || lower === 0x74 || lower === 0x75;
}

const T = 0x74;
const Y = 0x79;
/** Where `content-type` has its y, as no other header of interest has. */
const Y_OF_CONTENT_TYPE = 9;
const EVENT_STREAM = /^content-type:\s*text\/event-stream\b/i;
/** RFC 9112, 6.1: whatever other codings there are, the last one says how the response ends. */
const CHUNKED_LAST = /^transfer-encoding:.*,\s*chunked\s*$/i;

const K = 0x6b;
/** `Keep-Alive: timeout=5`: after so many seconds without a request the server closes. */
const IDLE_TIMEOUT = /^keep-alive:.*\btimeout\s*=\s*(\d+)/i;

class LeanParser extends Parser {
  /** From the first response on the connection; null: there was none yet. */
  idleTimeoutS: number | null = null;
  /** Whether the response being read is an event stream. */
  isEventStream = false;
  #skipping = false;

  /** Headers that do not delimit the response are not parsed: with typical responses that is most of the parser's work. */
  override parseHeader(line: string, headers: string[]): void {
    const first = line.charCodeAt(0);
    const isContinuation = first === SPACE || first === TAB;
    if (!isContinuation) this.#skipping = !isOfInterest(first);
    if (this.idleTimeoutS === null && (first | 0x20) === K) this.idleTimeoutS = Number(IDLE_TIMEOUT.exec(line)?.[1] ?? Infinity);
    if (this.#skipping) return;
    if ((line.charCodeAt(Y_OF_CONTENT_TYPE) | 0x20) === Y && EVENT_STREAM.test(line)) this.isEventStream = true;
    // The parser knows the value `chunked` only.
    const isListed = (first | 0x20) === T && line.includes(',') && CHUNKED_LAST.test(line);
    super.parseHeader(isListed ? 'transfer-encoding: chunked' : line, headers);
  }

  /** The original treats a size that is not a number as the last chunk, and loops forever on a negative one. */
  BODY_CHUNKHEAD(): void {
    const line = this.consumeLine();
    if (line === undefined) return;
    if (!/^[0-9a-f]+\s*(;|$)/i.test(line)) throw new Error('chunk size expected');
    this.body_bytes = Number.parseInt(line, 16);
    this.state = this.body_bytes === 0 ? 'BODY_CHUNKTRAILERS' : 'BODY_CHUNK';
  }
}

const SKIP_BODY = 1;
/** Ends the message and the reading of this piece at once. */
const SKIP_MESSAGE = 2;

export class ResponseParser {
  /** Status of the last complete response. */
  status = 0;
  /** Whether the connection may carry another request after it. */
  keepAlive = false;
  /** How far it has read the last chunk. */
  offset = 0;

  readonly #parser = new LeanParser('RESPONSE');
  #isHead: boolean;
  #progress: Progress = MORE;
  #events: EventCounter | null = null;
  /** When the piece being read has come. */
  #now: Microseconds = 0;

  constructor(method: string) {
    this.#isHead = method === 'HEAD';
    this.#listen();
  }

  /** A response to this method comes next. */
  expect(method: string): void {
    this.#isHead = method === 'HEAD';
    this.#parser.isEventStream = false;
    this.#events = null;
  }

  /** Forgets what it has read; for a new connection. */
  reset(): void {
    this.#parser.reinitialize('RESPONSE');
    this.#parser.idleTimeoutS = null;
    this.#progress = MORE;
  }

  /** Of the events so far of the response being read; null: it is no event stream. */
  get events(): EventCounter | null {
    if (!this.#parser.isEventStream) return null;
    this.#events ??= new EventCounter();
    return this.#events;
  }

  /** How long the connection may be idle: a second less than the server says, as it may be about to close; half of a short time. */
  get idleLimit(): Microseconds {
    const seconds = this.#parser.idleTimeoutS ?? Infinity;
    return 1e6 * Math.max(seconds - 1, seconds / 2);
  }

  /** Reads `chunk`, which has come `now`, between these offsets, but no further than the end of a response. The chunk may be reused afterwards. */
  feed(chunk: Uint8Array, from: number, to: number, now: Microseconds): Progress {
    this.#now = now;
    this.#progress = MORE;
    this.offset = to;
    const result = this.#parser.execute(chunk, from, to - from);
    return result instanceof Error ? BAD : this.#progress;
  }

  /** The peer has closed: complete if that is how the response ends (no length given). */
  feedEnd(): Progress {
    this.#progress = MORE;
    this.keepAlive = false;
    return this.#parser.finish() instanceof Error ? BAD : this.#progress;
  }

  #listen(): void {
    const parser = this.#parser;
    parser[HTTPParser.kOnHeadersComplete] = (info) => {
      this.status = info.statusCode;
      if (info.upgrade || info.statusCode === 101 || isNoLength(parser.body_bytes)) {
        this.#progress = BAD;
        return SKIP_MESSAGE;
      }
      // The parser knows of 204 and 304, but believes a length that is given all the same: it is that of the body which is not sent.
      const hasBody = !this.#isHead && info.statusCode !== 204 && info.statusCode !== 304;
      this.keepAlive = hasBody ? info.shouldKeepAlive : mayContinue(info);
      return hasBody ? 0 : SKIP_BODY;
    };
    parser[HTTPParser.kOnBody] = (chunk, offset, length) => {
      this.events?.read(chunk, offset, offset + length, this.#now);
    };
    parser[HTTPParser.kOnMessageComplete] = () => {
      // 1xx is an interim response, not the final one.
      if (this.#progress === BAD || this.status < 200) return;
      this.#progress = COMPLETE;
      // The caller knows whether the rest was requested. The parser itself would continue, so it is moved to the end of the chunk.
      this.offset = parser.offset;
      parser.offset = parser.end;
    };
  }
}

function isNoLength(bodyBytes: number | null): boolean {
  return bodyBytes !== null && !(Number.isSafeInteger(bodyBytes) && bodyBytes >= 0);
}

/** For responses without a body, for which the parser assumes without a length that the response ends with the connection. */
function mayContinue(info: { versionMajor: number; versionMinor: number; headers: string[] }): boolean {
  let connection = '';
  for (let i = 0; i < info.headers.length; i += 2) {
    if (info.headers[i]!.toLowerCase() === 'connection') connection += info.headers[i + 1]!.toLowerCase();
  }
  const isModern = info.versionMajor > 0 && info.versionMinor > 0;
  return isModern ? !connection.includes('close') : connection.includes('keep-alive');
}
