import type { Socket } from 'node:net';
import type { Microseconds, Milliseconds } from '../../../shared/base/units.ts';
import { ExactDistribution } from '../../../shared/load/distribution.ts';
import type { AutocannonResult } from '../../../shared/model/load/autocannon-result.ts';
import { connectionsOf, endOf } from '../../../shared/model/load-models.ts';
import { ABSENT, type ErrorKind, type LoadCounts, UNANSWERED } from '../../../shared/model/run.ts';
import { isSent } from '../../../shared/model/setup/header-rules.ts';
import type { LoadPlan } from '../../../shared/model/setup/setup.ts';
import type { OpenStream } from '../../../shared/model/silence.ts';
import { clockUs } from '../machine/clock.ts';
import { Alarm, SYSTEM_CLOCK } from './alarm.ts';
import type { AutocannonConnection, AutocannonHead, AutocannonOptions, AutocannonRun, StartAutocannon } from './autocannon.ts';
import type { Client, ClientEvents } from './client.ts';
import type { Exchange } from './connection.ts';
import { isLateThen, lateFrom, longestWait } from './end-wait.ts';
import { kindOfError, statusOfKind } from './error-kind.ts';
import { EventCounter, streamOf } from './event-counter.ts';
import type { LoadOrder } from './protocol.ts';
import type { RequestTimes } from './request-log.ts';
import type { Received, ResponseSource } from './response-keeper.ts';

const US_PER_MS = 1_000;

/** A request that has no outcome yet. */
interface Pending {
  /** The socket that the request was written to. */
  readonly socket: Socket;
  readonly start: Microseconds;
  /** From sending to the first byte of the response. */
  firstByte: Microseconds;
  /** When the newest byte arrived; before the first one, when it was sent. */
  progress: Microseconds;
}

/** What is known of a connection of autocannon. */
interface Line extends ResponseSource {
  readonly index: number;
  readonly connection: AutocannonConnection;
  /** The oldest first, as responses come. */
  readonly pending: Pending[];
  /** The socket of its last request. */
  socket: Socket | null;
  /** It still waits for responses that will not come, and matches each response to the oldest of them. */
  isStale: boolean;
  /** Head of the response being read; autocannon does not hand over bodies. */
  head: AutocannonHead | null;
  /** Counts the events of the response being read; null: it is no event stream. */
  events: EventCounter | null;
}

/**
 * autocannon as the client. Every response is a row: it ends when autocannon reports it, and started as long before as autocannon measured.
 *
 *   request ──► sent      response ──► row      socket over ──► failed row      deadline ──► late requests are waited for ──► autocannon
 *                                                                               goes on to its next tick, where it sums up
 *
 * It reports errors without saying of which request, so the requests in flight are kept here, with the sockets they were written to.
 */
export class AutocannonClient implements Client {
  readonly #options: Omit<AutocannonOptions, 'setupClient'>;
  readonly #url: string;
  readonly #firstConnection: number;
  readonly #events: ClientEvents;
  readonly #startAutocannon: StartAutocannon;
  readonly #alarm = new Alarm(SYSTEM_CLOCK, () => this.#deadlineCame());
  readonly #waitAlarm = new Alarm(SYSTEM_CLOCK, () => this.#giveUp(clockUs(), this.#deadline));
  readonly #lines: Line[] = [];
  #run: AutocannonRun | null = null;
  #deadline: Microseconds = Infinity;
  /** When the measured phase ended; null: it goes on. */
  #endedAt: Microseconds | null = null;
  /** The phase has ended, and we wait for late responses. */
  #isWaiting = false;
  #isDone = false;
  #hasWaited = false;
  #waited: Microseconds = 0;
  #startedAt: Microseconds = 0;
  /** Requests older than this when the phase ended are late. */
  #lateFrom: Microseconds = Infinity;
  #lastEnd: Microseconds = 0;
  readonly #latencies = new ExactDistribution();
  readonly #streams: OpenStream[] = [];
  #sent = 0;
  #ended = 0;

  /** The URL of the order is what the user knows; `exchange` has the address to go to. */
  constructor({ plan, firstConnection, url }: LoadOrder, exchange: Exchange, startAutocannon: StartAutocannon, events: ClientEvents) {
    this.#options = optionsOf(plan, url, exchange);
    this.#url = url;
    this.#firstConnection = firstConnection;
    this.#startAutocannon = startAutocannon;
    this.#events = events;
  }

  /** autocannon opens its connections when it starts. */
  openAhead(onReady: () => void): void {
    onReady();
  }

  start(now: Microseconds): void {
    const { amount, duration } = this.#options;
    if (amount === undefined) this.#deadline = now + duration! * 1e6;
    this.#startedAt = now;
    this.#lastEnd = now;
    this.#alarm.set(this.#deadline);
    const setupClient = (connection: AutocannonConnection): void => this.#watch(connection);
    // It is stopped at the deadline or at the end of the wait.
    const longest = amount === undefined ? { duration: duration! + longestWait(duration! * 1e6) / 1e6 + 1 } : {};
    this.#run = this.#startAutocannon({ ...this.#options, ...longest, setupClient }, (error, result) => this.#summedUp(error, result));
  }

  stop(): void {
    const now = clockUs();
    this.#endPhase(Math.min(this.#deadline, now));
    this.#giveUp(now, Math.min(this.#endedAt!, now - this.#lateFrom));
    this.#run?.stop();
  }

  get oldestStart(): Microseconds {
    return this.#lines.reduce((oldest, { pending }) => Math.min(oldest, pending[0]?.start ?? Infinity), Infinity);
  }

  get counts(): LoadCounts {
    return { sent: this.#sent, inFlight: this.#sent - this.#ended };
  }

  #watch(connection: AutocannonConnection): void {
    const line: Line = {
      index: this.#firstConnection + this.#lines.length,
      connection,
      pending: [],
      socket: null,
      isStale: false,
      head: null,
      events: null,
      received: () => line.head && receivedOf(line.head),
    };
    this.#lines.push(line);
    connection.on('request', () => this.#requested(line));
    connection.on('headers', (head) => {
      line.head = head;
      line.events = isEventStream(head) ? new EventCounter() : null;
    });
    connection.on('body', (piece) => line.events?.read(piece, 0, piece.length, clockUs()));
    connection.on('response', (status, bytes, duration) => this.#responded(line, status, bytes, duration));
    connection.on('connError', (error) => this.#lost(line, kindOfError(error)));
    connection.on('timeout', () => this.#replaced(line));
    connection.on('done', () => this.#replaced(line));
  }

  #requested(line: Line): void {
    const now = clockUs();
    if (this.#isOver(now)) return;
    const socket = line.connection.conn;
    if (socket !== line.socket) {
      this.#replaced(line);
      // Read before autocannon does, because it may send the next request at once.
      socket.prependListener('data', () => this.#progressed(line, socket));
    }
    line.socket = socket;
    line.pending.push({ socket, start: now, firstByte: ABSENT, progress: now });
    this.#sent++;
  }

  #progressed({ pending }: Line, socket: Socket): void {
    const now = clockUs();
    const [oldest] = pending;
    if (oldest === undefined || oldest.socket !== socket) return;
    this.#events.onProgress?.(now);
    if (oldest.firstByte === ABSENT) oldest.firstByte = now - oldest.start;
    oldest.progress = now;
  }

  #responded(line: Line, status: number, bytes: number, duration: Milliseconds): void {
    const end = clockUs();
    const pending = line.pending.shift();
    // Otherwise the request failed earlier and already has its row.
    if (pending === undefined || this.#isTooLate(pending, end)) return;
    this.#latencies.record(Math.floor(end - pending.start));
    this.#row(line, end - duration * US_PER_MS, end, status, bytes, line.isStale, line);
    this.#lookAtLate(end);
  }

  /** autocannon has given up a socket. It says nothing when the server closed it, and forgets what it waited for only after a time-out. */
  #replaced(line: Line): void {
    const over = line.pending.find(isLost);
    if (over === undefined) return;
    if (over.socket.readableEnded) this.#lost(line, 'CLOSED');
    else {
      this.#lost(line, 'TIMEOUT');
      line.isStale = false;
    }
  }

  #lost(line: Line, kind: ErrorKind): void {
    const now = clockUs();
    const lost = line.pending.filter(isLost);
    if (lost.length === 0) return;
    line.pending.splice(0, line.pending.length, ...line.pending.filter((one) => !isLost(one)));
    line.isStale = true;
    for (const one of lost) {
      if (!this.#isTooLate(one, now)) this.#row(line, one.start, now, statusOfKind(kind), 0, false, null);
    }
    this.#lookAtLate(now);
  }

  #row(
    line: Line,
    start: Microseconds,
    end: Microseconds,
    status: number,
    bytes: number,
    isStale: boolean,
    source: ResponseSource | null,
  ): void {
    this.#ended++;
    this.#lastEnd = end;
    const { index } = line;
    const request: RequestTimes = {
      index,
      user: index,
      intended: start,
      start,
      connect: ABSENT,
      firstByte: ABSENT,
      bytes,
      request: 0,
      phase: 0,
      stale: isStale ? 1 : 0,

      unmet: 0,
      port: 0,
    };
    this.#events.onRequest(request, end, status, source);
  }

  /** Whether the measured phase is over: requests sent later do not count. */
  #isOver(now: Microseconds): boolean {
    return this.#endedAt !== null || now > this.#deadline;
  }

  /** An outcome after the end counts only if the request is waited for. */
  #isTooLate({ start }: Pending, now: Microseconds): boolean {
    if (!this.#isOver(now) || this.#isWaiting) return false;
    if (this.#isDone) return true;
    this.#endPhase(this.#deadline);
    const isLate = this.#deadline - start > this.#lateFrom;
    if (isLate) this.#events.onPhaseEnd?.(this.#deadline, true);
    return !isLate;
  }

  /** Fixes now from which age on a request is late: later responses do not change it. */
  #endPhase(at: Microseconds): void {
    if (this.#endedAt !== null) return;
    this.#endedAt = at;
    this.#lateFrom = lateFrom(at - this.#startedAt, this.#latencies.percentile(99));
  }

  #deadlineCame(): void {
    this.#endPhase(this.#deadline);
    this.#isWaiting = true;
    this.#lookAtLate(clockUs());
    if (!this.#isWaiting) return;
    this.#hasWaited = true;
    this.#events.onPhaseEnd?.(this.#deadline, true);
    const wait = longestWait(this.#deadline - this.#startedAt);
    this.#waitAlarm.set(this.#deadline + wait);
    for (const { connection } of this.#lines) {
      // Requests on the same connection would go down with it.
      if (this.#options.pipelining === 1) connection.responseMax = 1;
      connection.timeoutTicker.reschedule(2 * Math.ceil(wait / US_PER_MS) + US_PER_MS);
    }
  }

  /** Ends the wait if no late request is left. An event stream that goes on is alive, and not waited for. */
  #lookAtLate(now: Microseconds): void {
    const { isWaiting, endedAt } = { isWaiting: this.#isWaiting, endedAt: this.#endedAt };
    if (!isWaiting || endedAt === null) return;
    const late = this.#lateFrom;
    const isWaitedFor = this.#lines.some(({ pending, events }) =>
      pending.some(({ start, progress }) => endedAt - start > late && (events === null || progress <= endedAt)),
    );
    if (!isWaitedFor) this.#giveUp(now, endedAt);
  }

  /** Ends the wait. A late request without a byte since `aliveFrom` is unanswered. */
  #giveUp(now: Microseconds, aliveFrom: Microseconds): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#isWaiting = false;
    this.#alarm.clear();
    this.#waitAlarm.clear();
    const endedAt = this.#endedAt!;
    if (this.#hasWaited) this.#waited = Math.max(0, now - endedAt);
    this.#events.onPhaseEnd?.(endedAt, false);
    const latest = lateFrom(endedAt - this.#startedAt, this.#latencies.percentile(99));
    const givenUp = { endedAt, now, hasWaited: this.#hasWaited, lateFrom: [this.#lateFrom, latest] } as const;
    for (const line of this.#lines) {
      for (const [nth, { start, firstByte, progress }] of line.pending.entries()) {
        if (!isLateThen(start, givenUp)) continue;
        const events = nth === 0 ? line.events : null;
        if (firstByte !== ABSENT && progress > aliveFrom) this.#streams.push(streamOf(start, firstByte, events));
        else this.#row(line, start, now, UNANSWERED, 0, false, null);
      }
    }
    this.#run?.stop();
  }

  #summedUp(error: Error | null, result: unknown): void {
    // It rejects invalid options only, and ours have been checked.
    if (error !== null) throw error;
    this.#endPhase(this.#lastEnd);
    this.#giveUp(clockUs(), this.#endedAt!);
    // As `--json` prints it. It was given an address in place of the name.
    this.#events.onResult({ type: 'autocannon', result: { ...(JSON.parse(JSON.stringify(result)) as AutocannonResult), url: this.#url } });
    this.#events.onDone(this.#endedAt!, { waited: this.#waited, streams: this.#streams });
  }
}

function receivedOf({ versionMajor, versionMinor, statusCode, statusMessage, headers }: AutocannonHead): Received {
  return { form: 'head', line: `HTTP/${versionMajor}.${versionMinor} ${statusCode} ${statusMessage}`, headers };
}

function isEventStream({ headers }: AutocannonHead): boolean {
  return headers.some(
    (name, at) => at % 2 === 0 && name.toLowerCase() === 'content-type' && /^text\/event-stream\b/i.test(headers[at + 1] ?? ''),
  );
}

function isLost({ socket }: Pending): boolean {
  return socket.destroyed || socket.readableEnded;
}

/**
 * It connects to what the URL names, so that is the pinned address; the server is told the name that was asked for. The headers of one name
 * are one header, separated as HTTP allows.
 */
function optionsOf(
  { load, requests: [request], client }: LoadPlan,
  url: string,
  exchange: Exchange,
): Omit<AutocannonOptions, 'setupClient'> {
  const { timeoutS } = load;
  const end = endOf(load);
  const asked = new URL(url);
  const pinned = new URL(url);
  pinned.hostname = exchange.address.includes(':') ? `[${exchange.address}]` : exchange.address;
  const headers: Record<string, string> = { Host: asked.host };
  const nameOf = (name: string): string => Object.keys(headers).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;
  for (const { name, value } of request.headers.filter(isSent)) {
    // It writes its own beside that of the user.
    if (request.body !== '' && name.toLowerCase() === 'content-length') continue;
    const known = nameOf(name);
    const before = known === 'Host' ? undefined : headers[known];
    headers[known] = before === undefined ? value : `${before}${known.toLowerCase() === 'cookie' ? '; ' : ', '}${value}`;
  }
  return {
    url: pinned.href,
    method: request.method,
    headers,
    ...(request.body === '' ? {} : { body: request.body }),
    ...(exchange.servername === undefined ? {} : { servername: exchange.servername }),
    connections: end.by === 'amount' ? Math.min(connectionsOf(load), end.requests) : connectionsOf(load),
    pipelining: client.pipelining,
    timeout: timeoutS,
    ...(end.by === 'amount' ? { amount: end.requests } : { duration: end.seconds }),
  };
}
