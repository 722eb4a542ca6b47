import { connect as connectPlain, type OnReadOpts, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { ABSENT, type ErrorKind } from '../../../shared/model/run.ts';
import type { Microseconds, Milliseconds } from '../../../shared/model/units.ts';
import { clockUs } from '../machine/clock.ts';
import { AnswerParser, BAD, COMPLETE } from './answer-parser.ts';
import { kindOfError, statusOfKind } from './error-kind.ts';
import { isHttp2Frame } from './http2-server.ts';
import type { RequestTimes } from './request-log.ts';
import type { Turn } from './source.ts';

/** Where a connection goes and what it sends; the same for all connections of a client. */
export interface Exchange {
  /** IP literal. */
  readonly address: string;
  readonly port: number;
  readonly secure: boolean;
  /** For TLS; undefined when the host is an IP address. */
  readonly servername: string | undefined;
  readonly method: string;
  readonly request: Buffer;
  readonly keepAlive: boolean;
  readonly timeoutUs: Microseconds;
}

/** The client: supplies and counts the requests. */
export interface ConnectionOwner {
  /** A request that was sent has ended: with a complete response, or failed. */
  ended(request: RequestTimes, end: Microseconds, status: number): void;
  /** The connection can send the next request: `send`, now or later, or `close`. */
  free(connection: Connection): void;
  /** False: there is nothing left to send. */
  readonly hasMore: boolean;
}

const READ_BYTES = 64 * 1024;
/**
 * One buffer for the reads of all connections: a read is consumed before the next one begins. Not so on Windows, where reads are
 * started before there is data.
 */
const sharedBuffer = process.platform === 'win32' ? null : Buffer.allocUnsafeSlow(READ_BYTES);

/** A refused connection is retried after 10 ms, then twice that, up to a second: a dead target must not cost a core. */
const FIRST_BACKOFF: Milliseconds = 10;
const LONGEST_BACKOFF: Milliseconds = 1_000;

/**
 * One connection of the plan: sends a request on `send`, waits for the complete response, and is then free. It stays open in between, and
 * opens a new socket whenever the old one is closed.
 */
export class Connection implements RequestTimes, Turn {
  intended: Microseconds = 0;
  request = 0;
  phase = 0;
  user = 0;
  until: Microseconds = 0;
  start: Microseconds = 0;
  connect: Microseconds = ABSENT;
  firstByte: Microseconds = ABSENT;
  bytes = 0;
  readonly stale = 0;
  /** A request was sent and has not ended. */
  inFlight = false;

  readonly #exchange: Exchange;
  readonly #owner: ConnectionOwner;
  readonly #parser: AnswerParser;
  #socket: Socket | null = null;
  /** Distinguishes events of the current socket from late ones of earlier sockets. */
  #generation = 0;
  #isOpen = false;
  #backoff: Milliseconds = FIRST_BACKOFF;
  #retry: NodeJS.Timeout | null = null;
  /** Connect time of a connection opened in advance; goes into the row of the first request. */
  #connectedAhead: Microseconds = ABSENT;
  /** Called when this connection is open or has failed to open. */
  #onOpened: (() => void) | null = null;

  constructor(
    readonly index: number,
    exchange: Exchange,
    owner: ConnectionOwner,
  ) {
    this.#exchange = exchange;
    this.#owner = owner;
    this.#parser = new AnswerParser(exchange.method);
  }

  /** Opens the connection before there is a request. `onSettled` comes when it is open, or was refused: the first request then tries again. */
  openAhead(onSettled: () => void): void {
    this.#onOpened = onSettled;
    this.start = clockUs();
    this.#open();
  }

  /** Resets itself to an empty turn. */
  ask(now: Microseconds): void {
    this.intended = now;
    this.request = 0;
    this.phase = 0;
    this.user = this.index;
  }

  /** Sends a request. Its service time starts now, before connecting where that is needed. */
  send(now: Microseconds): void {
    this.inFlight = true;
    this.start = now;
    this.connect = this.#connectedAhead;
    this.#connectedAhead = ABSENT;
    this.firstByte = ABSENT;
    this.bytes = 0;
    if (this.#isOpen) this.#socket!.write(this.#exchange.request);
    else if (this.#socket === null) this.#open();
  }

  /** Called periodically: fails the request if it has taken too long. */
  expireIfLate(now: Microseconds): void {
    if (this.inFlight && now - this.start > this.#exchange.timeoutUs) this.#fail('TIMEOUT', now);
  }

  /** Drops the socket; a request in flight stays unfinished. */
  close(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#drop();
  }

  #open(): void {
    const generation = ++this.#generation;
    const isCurrent = () => generation === this.#generation;
    const buffer = sharedBuffer ?? Buffer.allocUnsafeSlow(READ_BYTES);
    const onread: OnReadOpts = {
      buffer,
      callback: (length) => {
        if (isCurrent()) this.#received(buffer, length);
        return true;
      },
    };
    this.#parser.reset();
    const { secure } = this.#exchange;
    const socket = secure ? this.#openSecure(onread) : this.#openPlain(onread);
    this.#socket = socket;
    socket.on(secure ? 'secureConnect' : 'connect', () => isCurrent() && this.#opened());
    socket.on('end', () => isCurrent() && this.#closedByPeer());
    socket.on('error', (error) => isCurrent() && this.#broke(error));
    socket.on('close', () => isCurrent() && this.#closedByPeer());
  }

  #openPlain(onread: OnReadOpts): Socket {
    const { address, port } = this.#exchange;
    return connectPlain({ host: address, port, noDelay: true, onread });
  }

  /** Certificates are not checked: the target is this machine or a host that the user named, and they are usually self-signed. */
  #openSecure(onread: OnReadOpts): Socket {
    const { address, port, servername } = this.#exchange;
    const options = { host: address, port, noDelay: true, onread, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] };
    return connectSecure(servername === undefined ? options : { ...options, servername });
  }

  #opened(): void {
    this.#isOpen = true;
    this.#backoff = FIRST_BACKOFF;
    this.#settled();
    if (!this.inFlight) {
      this.#connectedAhead = clockUs() - this.start;
      return;
    }
    this.connect = clockUs() - this.start;
    this.#socket!.write(this.#exchange.request);
  }

  #settled(): void {
    this.#onOpened?.();
    this.#onOpened = null;
  }

  #received(chunk: Uint8Array, length: number): void {
    if (!this.inFlight) {
      this.#drop(); // unsolicited data: the next request gets a new connection
      return;
    }
    const now = clockUs();
    if (now - this.start > this.#exchange.timeoutUs) {
      this.#fail('TIMEOUT', now);
      return;
    }
    this.bytes += length;
    if (this.firstByte === ABSENT) {
      this.firstByte = now - this.start;
      if (isHttp2Frame(chunk, length)) {
        this.#fail('HTTP2', now);
        return;
      }
    }
    const progress = this.#parser.feed(chunk, length);
    if (progress === COMPLETE) this.#complete(now);
    else if (progress === BAD) this.#fail('BAD_ANSWER', now);
  }

  #complete(now: Microseconds): void {
    this.inFlight = false;
    if (!this.#parser.keepAlive || !this.#exchange.keepAlive) this.#drop();
    this.#owner.ended(this, now, this.#parser.status);
    this.#owner.free(this);
  }

  #closedByPeer(): void {
    if (!this.inFlight) {
      this.#idleEnded();
      return;
    }
    const now = clockUs();
    const progress = this.#isOpen ? this.#parser.feedEnd() : BAD;
    if (progress === COMPLETE && this.firstByte !== ABSENT) this.#complete(now);
    else this.#fail('CLOSED', now);
  }

  /** Opened in advance and closed before it was needed: no request has failed. */
  #idleEnded(): void {
    this.#drop();
    this.#settled();
  }

  #broke(error: Error): void {
    if (!this.inFlight) {
      this.#idleEnded();
      return;
    }
    this.#fail(kindOfError(error), clockUs());
  }

  #fail(kind: ErrorKind, now: Microseconds): void {
    // If the connection could not be opened, the request is tried again later; a request that failed on an open connection is a result.
    const isUnreachable = !this.#isOpen && kind !== 'TIMEOUT';
    this.inFlight = false;
    this.#drop();
    this.#owner.ended(this, now, statusOfKind(kind));
    if (isUnreachable && this.#owner.hasMore) this.#freeLater();
    else this.#owner.free(this);
  }

  #freeLater(): void {
    this.#retry = setTimeout(() => this.#owner.free(this), this.#backoff);
    this.#backoff = Math.min(2 * this.#backoff, LONGEST_BACKOFF);
  }

  #drop(): void {
    this.#generation++;
    this.#isOpen = false;
    this.#socket?.destroy();
    this.#socket = null;
  }
}
