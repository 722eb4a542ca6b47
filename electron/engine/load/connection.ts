import type { OnReadOpts, Socket } from 'node:net';
import type { Bytes, Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import { ABSENT, type ErrorKind } from '../../../shared/model/run.ts';
import { kindOfError, statusOfKind } from './error-kind.ts';
import type { EventCounter } from './event-counter.ts';
import { otherProtocolOf } from './other-protocol.ts';
import type { Message } from './plan/plan-message.ts';
import type { RequestTimes } from './request-log.ts';
import type { Received, ResponseSource } from './response-keeper.ts';
import { BAD, COMPLETE, ResponseParser } from './response-parser.ts';
import type { Turn } from './sources/source.ts';
import type { Destination, Surroundings } from './surroundings.ts';
import { Tape } from './tape.ts';

/** Where a connection goes and what it sends; the same for all connections of a client. */
export interface Exchange extends Destination {
  /** What is sent if there is no plan. */
  readonly message: Message;
  readonly keepAlive: boolean;
  /** How many requests may be in flight on a connection. */
  readonly pipelining: number;
  readonly timeoutUs: Microseconds;
  /** Each row has the port that its request was sent from. */
  readonly recordsPorts: boolean;
}

/** The client: supplies and counts the requests. */
export interface ConnectionOwner {
  /** A request that was sent has ended: with a complete response, or failed. `source` has what came of it until this returns; null: nothing. */
  ended(request: RequestTimes, end: Microseconds, status: number, source: ResponseSource | null): void;
  /** The connection can send one more request: `send`, now or later, or `close`. Called once for each place that becomes free. */
  free(connection: Connection): void;
  /** False: there is nothing left to send. */
  readonly hasMore: boolean;
  /** How many bytes of the response to this request may be asked for when it has ended. */
  mostKeptOf(request: RequestTimes): Bytes;
  /** True: a connection that could not be opened becomes free only after a delay, or it would ask for the next request at once. False: a schedule sets the times. */
  readonly isUnpaced: boolean;
  /** A byte of a response has come. Called for each piece that is read, so it must be cheap. */
  progressed(now: Microseconds): void;
  /** False: the load has ended, and late responses are waited for without a timeout. */
  mayTimeOut(now: Microseconds): boolean;
  /**
   * True: the whole response has to be complete within the timeout. False: a request times out when no byte of its response arrived for that long; a
   * load that ends at a given time need not cut off a response that goes on.
   */
  readonly timesWhole: boolean;
}

const READ_BYTES = 64 * 1024;
/**
 * One buffer for the reads of all connections: a read is consumed before the next one begins. Not so on Windows, where reads are
 * started before there is data.
 */
const sharedBuffer = process.platform === 'win32' ? null : Buffer.allocUnsafeSlow(READ_BYTES);

const NO_BYTES = new Uint8Array(0);
/** A refused connection is retried after 10 ms, then twice that, up to a second: a dead target must not cost a core. */
const FIRST_BACKOFF: Milliseconds = 10;
const LONGEST_BACKOFF: Milliseconds = 1_000;
/** A connection that was idle for less than this is not closed for being idle: Node waits 5 s, others longer. */
const MAY_BE_STALE: Microseconds = 500_000;

/** An open socket to one of the other hosts of a plan, on which nothing is in flight. */
interface Parked {
  readonly socket: Socket;
  readonly generation: number;
  readonly idleSince: Microseconds;
  readonly idleLimit: Microseconds;
  readonly connectedAhead: Microseconds;
}

/** A request in flight. */
export interface Unfinished extends RequestTimes {
  /** When the newest byte of its response arrived; before the first one, when it was sent. */
  readonly progress: Microseconds;
}

/** Place for a request of a connection, used again for the next one, so that nothing is allocated for a request. */
class Place implements Unfinished, Turn {
  intended: Microseconds = 0;
  request = 0;
  phase = 0;
  user = 0;
  until: Microseconds = 0;
  start: Microseconds = 0;
  connect: Microseconds = ABSENT;
  firstByte: Microseconds = ABSENT;
  bytes = 0;
  progress: Microseconds = 0;
  readonly stale = 0;
  unmet = 0;
  port = 0;
  message: Message;

  constructor(
    readonly index: number,
    message: Message,
  ) {
    this.message = message;
  }
}

/**
 * Kinds of errors that are the connection's, so that all requests in flight on it have failed by them. The others are about the first
 * response that is missing; the requests behind it were given up with the connection.
 */
function isOfConnection(kind: ErrorKind): boolean {
  return kind !== 'TIMEOUT' && kind !== 'BAD_ANSWER';
}

/**
 * One connection of the plan. It has a place for each request that may be in flight on it: one, or with pipelining several, whose responses
 * come in the order of the requests. A place is free until `send`, and again after the complete response. The connection stays open in
 * between, and opens a new socket whenever the old one is closed.
 *
 *   places   | complete | sent | sent | sent | free |          a ring: the first `sent` is the oldest, `ask` gives out the first `free`
 *                          ^ #oldest, #inFlight = 3
 */
export class Connection implements ResponseSource {
  readonly #exchange: Exchange;
  readonly #owner: ConnectionOwner;
  readonly #outside: Surroundings;
  readonly #parser: ResponseParser;
  readonly #places: readonly Place[];
  /** Response to the oldest request: bytes of earlier pieces, and its part of the piece being read. */
  readonly #tape = new Tape();
  #piece: Uint8Array = NO_BYTES;
  #pieceFrom = 0;
  #pieceTo = 0;
  #oldest = 0;
  #inFlight = 0;
  #socket: Socket | null = null;
  /** Where it goes. A plan may send a request to another host: a connection then has one socket to each host, as browsers do. */
  #to: Destination;
  readonly #parked = new Map<Destination, Parked>();
  /** Distinguishes events of the current socket from late ones of earlier sockets. */
  #generation = 0;
  #generations = 0;
  #isOpen = false;
  #openedAt: Microseconds = 0;
  /** Since when it is open with nothing in flight. */
  #idleSince: Microseconds = 0;
  /** It had been idle for long when the oldest request was sent. */
  #mayBeStale = false;
  #backoff: Milliseconds = FIRST_BACKOFF;
  /** Cancels the timer after which a connection that could not be opened is tried again; null: none runs. */
  #retry: (() => void) | null = null;
  /** Places that become free when it fires. */
  #freedByRetry = 0;
  /** Connect time of a connection opened in advance; goes into the row of the first request. */
  #connectedAhead: Microseconds = ABSENT;
  /** Called when this connection is open or has failed to open. */
  #onOpened: (() => void) | null = null;

  constructor(
    readonly index: number,
    exchange: Exchange,
    owner: ConnectionOwner,
    outside: Surroundings,
  ) {
    this.#exchange = exchange;
    this.#to = exchange;
    this.#owner = owner;
    this.#outside = outside;
    this.#parser = new ResponseParser(exchange.message.method);
    this.#places = Array.from({ length: exchange.pipelining }, () => new Place(index, exchange.message));
  }

  /** No request is in flight. */
  get isIdle(): boolean {
    return this.#inFlight === 0;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** When the oldest request in flight was sent; Infinity: none is. */
  get oldestStart(): Microseconds {
    return this.isIdle ? Infinity : this.#placeAt(0).start;
  }

  /** Requests in flight, the oldest first. */
  get inFlight(): readonly Unfinished[] {
    return Array.from({ length: this.#inFlight }, (_, nth) => this.#placeAt(nth));
  }

  /** Of the events of the response to the oldest request; null: it is no event stream. */
  get events(): EventCounter | null {
    return this.#parser.events;
  }

  /** Opens the connection before there is a request. `onSettled` comes when it is open, or was refused: the first request then tries again. */
  openAhead(onSettled: () => void): void {
    this.#onOpened = onSettled;
    this.#open(this.#outside.now());
  }

  /** The place of the next request, as an empty turn. */
  ask(now: Microseconds): Turn {
    const place = this.#placeAt(this.#inFlight);
    place.intended = now;
    place.request = 0;
    place.phase = 0;
    place.user = this.index;
    place.unmet = 0;
    return place;
  }

  /** Sends the request of the turn given out last. Latency from sending starts now, before connecting where that is needed. */
  send(now: Microseconds, message: Message): void {
    const place = this.#placeAt(this.#inFlight);
    place.message = message;
    this.#goTo(message.to ?? this.#exchange);
    this.#inFlight++;
    place.start = now;
    place.progress = now;
    place.connect = this.#connectedAhead;
    this.#connectedAhead = ABSENT;
    place.firstByte = ABSENT;
    place.bytes = 0;
    place.port = 0;
    if (this.#inFlight === 1) this.#mayBeStale = this.#isOpen && now - this.#idleSince >= MAY_BE_STALE;
    if (this.#isOpen) this.#write(place);
    else if (this.#socket === null) this.#open(now);
  }

  /** Called periodically: fails the oldest request if it has taken too long. */
  expireIfLate(now: Microseconds): void {
    if (!this.isIdle && this.#isLate(now) && this.#owner.mayTimeOut(now)) this.#free(this.#fail('TIMEOUT', now));
  }

  /** Called periodically: closes what the server is about to close, so that no request crosses with that. */
  retireIfIdle(now: Microseconds): void {
    if (this.#isOpen && this.isIdle && now - this.#idleSince > this.#parser.idleLimit) this.#drop();
    for (const [to, { idleSince, idleLimit }] of this.#parked) if (now - idleSince > idleLimit) this.#unpark(to);
  }

  /** The response to the oldest request, while its end is reported. */
  received(most: Bytes): Received {
    const earlier = this.#tape.bytes.subarray(0, most);
    const to = Math.min(this.#pieceTo, this.#pieceFrom + most - earlier.length);
    return { form: 'wire', bytes: Buffer.concat([earlier, this.#piece.subarray(this.#pieceFrom, to)]) };
  }

  /** Drops the socket; requests in flight stay unfinished. */
  close(): void {
    this.#endRetry();
    this.#drop();
    for (const to of this.#parked.keys()) this.#unpark(to);
  }

  #goTo(to: Destination): void {
    if (to === this.#to) return;
    if (this.#isOpen) this.#park();
    else this.#drop();
    this.#connectedAhead = ABSENT;
    this.#to = to;
    const back = this.#parked.get(to);
    if (back === undefined) return;
    this.#parked.delete(to);
    this.#parser.reset();
    this.#socket = back.socket;
    this.#generation = back.generation;
    this.#isOpen = true;
    this.#idleSince = back.idleSince;
    this.#connectedAhead = back.connectedAhead;
  }

  #park(): void {
    this.#parked.set(this.#to, {
      socket: this.#socket!,
      generation: this.#generation,
      idleSince: this.#idleSince,
      idleLimit: this.#parser.idleLimit,
      connectedAhead: this.#connectedAhead,
    });
    this.#socket = null;
    this.#isOpen = false;
    this.#generation = ++this.#generations;
  }

  #unpark(to: Destination): void {
    this.#parked.get(to)?.socket.destroy();
    this.#parked.delete(to);
  }

  /** Counted from the oldest request in flight. */
  #placeAt(nth: number): Place {
    return this.#places[(this.#oldest + nth) % this.#places.length]!;
  }

  #isLate(now: Microseconds): boolean {
    const { start, progress } = this.#placeAt(0);
    return now - (this.#owner.timesWhole ? start : progress) > this.#exchange.timeoutUs;
  }

  #open(now: Microseconds): void {
    this.#openedAt = now;
    const generation = ++this.#generations;
    const to = this.#to;
    this.#generation = generation;
    const isCurrent = () => generation === this.#generation;
    /** Any event on an idle socket closes it. */
    const leave = () => this.#parked.get(to)?.generation === generation && this.#unpark(to);
    const buffer = sharedBuffer ?? Buffer.allocUnsafeSlow(READ_BYTES);
    const onread: OnReadOpts = {
      buffer,
      callback: (length) => {
        if (isCurrent()) this.#received(buffer, length);
        else leave();
        return true;
      },
    };
    this.#parser.reset();
    const { secure } = this.#to;
    const socket = this.#outside.connect(this.#to, onread);
    this.#socket = socket;
    socket.on(secure ? 'secureConnect' : 'connect', () => isCurrent() && this.#opened());
    socket.on('end', () => (isCurrent() ? this.#closedByPeer() : leave()));
    socket.on('error', (error) => (isCurrent() ? this.#broke(error) : leave()));
    socket.on('close', () => (isCurrent() ? this.#closedByPeer() : leave()));
  }

  #opened(): void {
    this.#isOpen = true;
    this.#backoff = FIRST_BACKOFF;
    this.#settled();
    const now = this.#outside.now();
    if (this.isIdle) {
      this.#connectedAhead = now - this.#openedAt;
      this.#idleSince = now;
      return;
    }
    const first = this.#placeAt(0);
    // Time before the request is no part of its latency.
    first.connect = now - Math.max(this.#openedAt, first.start);
    for (let i = 0; i < this.#inFlight; i++) this.#write(this.#placeAt(i));
  }

  #write(place: Place): void {
    const socket = this.#socket!;
    if (this.#exchange.recordsPorts) place.port = socket.localPort ?? 0;
    socket.write(place.message.bytes);
  }

  #settled(): void {
    this.#onOpened?.();
    this.#onOpened = null;
  }

  #received(chunk: Uint8Array, length: number): void {
    const now = this.#outside.now();
    if (!this.isIdle) this.#owner.progressed(now);
    let freed = 0;
    this.#piece = chunk;
    for (let from = 0; from < length && this.#isOpen; from = this.#parser.offset) freed += this.#read(chunk, from, length, now);
    this.#pieceTo = this.#pieceFrom;
    // Not earlier: everything in this chunk responds to requests that had already been sent.
    this.#free(freed);
  }

  /** Reads to the end of a response or of the chunk; returns how many places have become free. */
  #read(chunk: Uint8Array, from: number, to: number, now: Microseconds): number {
    if (this.isIdle) {
      this.#drop(); // unsolicited data: the next request gets a new connection
      return 0;
    }
    this.#pieceFrom = from;
    this.#pieceTo = to;
    if (this.#isLate(now) && this.#owner.mayTimeOut(now)) return this.#fail('TIMEOUT', now);
    const place = this.#placeAt(0);
    place.progress = now;
    if (place.firstByte === ABSENT) {
      place.firstByte = now - place.start;
      this.#tape.restart();
      this.#parser.expect(place.message.method);
      const other = from === 0 ? otherProtocolOf(chunk, to) : null;
      if (other !== null) return this.#fail(other, now);
    }
    const progress = this.#parser.feed(chunk, from, to, now);
    place.bytes += this.#parser.offset - from;
    this.#pieceTo = this.#parser.offset;
    if (progress === COMPLETE) return this.#complete(now);
    if (progress === BAD) return this.#fail('BAD_ANSWER', now);
    this.#tape.add(chunk, from, this.#pieceTo, this.#owner.mostKeptOf(place));
    return 0;
  }

  /** The oldest request has its response. If that is the last on this socket, those behind it will have none. */
  #complete(now: Microseconds): number {
    const isLast = !this.#parser.keepAlive || !this.#exchange.keepAlive;
    if (isLast) this.#drop();
    this.#idleSince = now;
    this.#endOldest(now, this.#parser.status);
    return isLast ? 1 + this.#endAll(now, 'CLOSED') : 1;
  }

  #closedByPeer(): void {
    if (this.isIdle) {
      this.#idleEnded();
      return;
    }
    const now = this.#outside.now();
    const progress = this.#isOpen ? this.#parser.feedEnd() : BAD;
    if (progress === COMPLETE && this.#placeAt(0).firstByte !== ABSENT) this.#free(this.#complete(now));
    else this.#lost('CLOSED', now);
  }

  /** Opened in advance and closed before it was needed: no request has failed. */
  #idleEnded(): void {
    this.#drop();
    this.#settled();
  }

  #broke(error: Error): void {
    if (this.isIdle) this.#idleEnded();
    else this.#lost(kindOfError(error), this.#outside.now());
  }

  /** If the connection could not be opened, the requests are tried again later; those that failed on an open one are a result. */
  #lost(kind: ErrorKind, now: Microseconds): void {
    const wasOpen = this.#isOpen;
    const isStale = wasOpen && this.#mayBeStale && this.#placeAt(0).firstByte === ABSENT;
    const freed = this.#fail(isStale ? 'STALE' : kind, now);
    if (wasOpen || !this.#owner.hasMore || !this.#owner.isUnpaced) this.#free(freed);
    else this.#freeLater(freed);
  }

  /** Gives up the socket with all requests in flight, which are not sent again; returns how many. */
  #fail(kind: ErrorKind, now: Microseconds): number {
    this.#drop();
    this.#endOldest(now, statusOfKind(kind));
    return 1 + this.#endAll(now, isOfConnection(kind) ? kind : 'ABANDONED');
  }

  #endAll(now: Microseconds, kind: ErrorKind): number {
    const count = this.#inFlight;
    while (!this.isIdle) this.#endOldest(now, statusOfKind(kind));
    return count;
  }

  #endOldest(now: Microseconds, status: number): void {
    const place = this.#placeAt(0);
    this.#oldest = (this.#oldest + 1) % this.#places.length;
    this.#inFlight--;
    // Those behind it cannot have a response yet.
    this.#owner.ended(place, now, status, place.firstByte === ABSENT ? null : this);
  }

  #free(places: number): void {
    for (let i = 0; i < places; i++) this.#owner.free(this);
  }

  /** Where the source lets some places wait, the connection can be refused again for one of them while the timer runs. */
  #freeLater(places: number): void {
    this.#freedByRetry += places;
    if (this.#retry !== null) return;
    this.#retry = this.#outside.after(this.#backoff, () => {
      const freed = this.#freedByRetry;
      this.#endRetry();
      this.#free(freed);
    });
    this.#backoff = Math.min(2 * this.#backoff, LONGEST_BACKOFF);
  }

  #endRetry(): void {
    this.#retry?.();
    this.#retry = null;
    this.#freedByRetry = 0;
  }

  #drop(): void {
    this.#generation = ++this.#generations;
    this.#isOpen = false;
    this.#socket?.destroy();
    this.#socket = null;
  }
}
