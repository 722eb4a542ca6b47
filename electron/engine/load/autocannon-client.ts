import type { Socket } from 'node:net';
import type { AutocannonResult } from '../../../shared/load/autocannon-result.ts';
import { connectionsOf, endOf } from '../../../shared/model/load-models.ts';
import { ABSENT, type ErrorKind, type LoadCounts } from '../../../shared/model/run.ts';
import type { LoadPlan } from '../../../shared/model/setup.ts';
import type { Microseconds, Milliseconds } from '../../../shared/model/units.ts';
import { clockUs } from '../machine/clock.ts';
import { Alarm, SYSTEM_CLOCK } from './alarm.ts';
import type { AnswerSource, Received } from './answer-keeper.ts';
import type { AutocannonConnection, AutocannonHead, AutocannonOptions, AutocannonRun, StartAutocannon } from './autocannon.ts';
import type { Client, ClientEvents } from './client.ts';
import type { Exchange } from './connection.ts';
import { kindOfError, statusOfKind } from './error-kind.ts';
import type { LoadOrder } from './protocol.ts';
import type { RequestTimes } from './request-log.ts';

const US_PER_MS = 1_000;

/** A request that has no outcome yet. */
interface Pending {
  /** That it was written to. */
  readonly socket: Socket;
  readonly start: Microseconds;
}

/** What is known of a connection of autocannon. */
interface Line extends AnswerSource {
  readonly index: number;
  readonly connection: AutocannonConnection;
  /** The oldest first, as responses come. */
  readonly pending: Pending[];
  /** The socket of its last request. */
  socket: Socket | null;
  /** It still waits for responses that will not come, and takes each response for that to the oldest of them. */
  isStale: boolean;
  /** Of the response that is being read. It does not hand over bodies. */
  head: AutocannonHead | null;
}

/**
 * autocannon as the client. Every response is a row: it ends when autocannon reports it, and started as long before as autocannon measured.
 *
 *   request ──► sent      response ──► row      socket over ──► failed row      deadline ──► counts stay as they are, and autocannon
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
  readonly #alarm = new Alarm(SYSTEM_CLOCK, () => this.#end(this.#deadline));
  readonly #lines: Line[] = [];
  #run: AutocannonRun | null = null;
  #deadline: Microseconds = Infinity;
  /** When the load ended; null: it goes on. */
  #endedAt: Microseconds | null = null;
  #lastEnd: Microseconds = 0;
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
    this.#lastEnd = now;
    this.#alarm.set(this.#deadline);
    const setupClient = (connection: AutocannonConnection): void => this.#watch(connection);
    this.#run = this.#startAutocannon({ ...this.#options, setupClient }, (error, result) => this.#summedUp(error, result));
  }

  stop(): void {
    this.#end(Math.min(this.#deadline, clockUs()));
    this.#run?.stop();
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
      received: () => line.head && receivedOf(line.head),
    };
    this.#lines.push(line);
    connection.on('request', () => this.#requested(line));
    connection.on('headers', (head) => {
      line.head = head;
    });
    connection.on('response', (status, bytes, duration) => this.#responded(line, status, bytes, duration));
    connection.on('connError', (error) => this.#lost(line, kindOfError(error)));
    connection.on('timeout', () => this.#replaced(line));
    connection.on('done', () => this.#replaced(line));
  }

  #requested(line: Line): void {
    const now = clockUs();
    if (this.#isOver(now)) return;
    const socket = line.connection.conn;
    if (socket !== line.socket) this.#replaced(line);
    line.socket = socket;
    line.pending.push({ socket, start: now });
    this.#sent++;
  }

  #responded(line: Line, status: number, bytes: number, duration: Milliseconds): void {
    const end = clockUs();
    if (this.#isOver(end)) return;
    // Otherwise the request has failed before: it has its row.
    if (line.pending.shift() === undefined) return;
    this.#row(line, end - duration * US_PER_MS, end, status, bytes, line.isStale, line);
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
    if (this.#isOver(now)) return;
    for (const { start } of lost) this.#row(line, start, now, statusOfKind(kind), 0, false, null);
  }

  #row(
    line: Line,
    start: Microseconds,
    end: Microseconds,
    status: number,
    bytes: number,
    isStale: boolean,
    source: AnswerSource | null,
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

  #isOver(now: Microseconds): boolean {
    return this.#endedAt !== null || now > this.#deadline;
  }

  #end(at: Microseconds): void {
    this.#endedAt ??= at;
    this.#alarm.clear();
  }

  #summedUp(error: Error | null, result: unknown): void {
    // It refuses options only, and those were checked.
    if (error !== null) throw error;
    this.#end(this.#lastEnd);
    // As `--json` prints it. It was given an address in place of the name.
    this.#events.onResult({ ...(JSON.parse(JSON.stringify(result)) as AutocannonResult), url: this.#url });
    this.#events.onDone(this.#endedAt!);
  }
}

function receivedOf({ versionMajor, versionMinor, statusCode, statusMessage, headers }: AutocannonHead): Received {
  return { form: 'head', line: `HTTP/${versionMajor}.${versionMinor} ${statusCode} ${statusMessage}`, headers };
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
  for (const { name, value } of request.headers) {
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
