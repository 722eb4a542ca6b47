/**
 * The only code that talks to the engine. Requests get an Outcome, never an exception; events are counted, and a gap or
 * a new connection makes listeners request again what they show.
 *
 *   connecting --open--> open --close--> lost --(0.25 s, 0.5 s ... 8 s)--> connecting ...
 *   connecting --no key that the engine knows--> locked --(a new link)--> connecting ...
 */
import { fail, type Outcome } from '../shared/model/failure.ts';
import { decodeColumns } from '../shared/protocol/columns.ts';
import type { EngineEvent, RequestName, RequestParams, RequestReply } from '../shared/protocol/contract.ts';
import { SOCKET_PATH, socketProtocols } from '../shared/protocol/http.ts';
import { BINARY_HEAD_BYTES, type TextFrame } from '../shared/protocol/messages.ts';
import type { EngineAddress } from '../shared/protocol/shell.ts';
import { say } from '../shared/words/said.ts';
import { desktop } from './desktop.ts';
import { findKey, type Lock, setupKey } from './key.ts';

export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'locked';

export interface Connection {
  readonly status: ConnectionStatus;
  /** Grows with each new connection: earlier replies may be out of date. */
  readonly generation: number;
  /** When the next attempt is made (Date.now()); null unless lost. */
  readonly retryAt: number | null;
  /** Why the engine does not let this page in; null unless locked. Nothing is tried again then, as only a new link helps. */
  readonly lock: Lock | null;
}

export type EventListener = (event: EngineEvent) => void;

/** The part of WebSocket used here, so that tests can supply one where the platform has none. */
export type Socket = Pick<WebSocket, 'binaryType' | 'onopen' | 'onclose' | 'onmessage' | 'send' | 'close'>;

const FIRST_RETRY_MS = 250;
/** Delays between attempts: an engine that is back is noticed soon, and one that stays away is not flooded. */
const LAST_RETRY_MS = 8_000;

type Reply = Outcome<unknown>;

export class Bridge {
  readonly #connect: () => Promise<Socket | Lock>;
  #socket: Socket | null = null;
  /** Number of the current attempt; events of attempts with other numbers are ignored. */
  #attempt = 0;
  #isTrying = false;
  /** The key has changed since the current attempt began. */
  #keyIsNewer = false;
  #connection: Connection = { status: 'connecting', generation: 0, retryAt: null, lock: null };
  #retryMs = FIRST_RETRY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextId = 1;
  #lastSeq: number | null = null;
  readonly #pending = new Map<number, (reply: Reply) => void>();
  /** Requests made before the connection is open, sent as soon as it is. */
  #outbox: string[] = [];
  readonly #events = new Set<EventListener>();
  readonly #connectionListeners = new Set<() => void>();
  readonly #gapListeners = new Set<() => void>();

  constructor(connect: () => Promise<Socket | Lock>) {
    this.#connect = connect;
  }

  open(): void {
    if (this.#socket || this.#isTrying) return;
    clearTimeout(this.#timer);
    this.#become({ status: this.#connection.status === 'lost' ? 'lost' : 'connecting', retryAt: null, lock: null });
    void this.#try();
  }

  /** There may be a new key: a locked page tries it. An attempt under way may have read the old one; it is repeated if it ends locked. */
  keyChanged(): void {
    if (this.#isTrying) this.#keyIsNewer = true;
    else if (this.#connection.status === 'locked') this.open();
  }

  /** No further attempts, until it is opened again. */
  close(): void {
    clearTimeout(this.#timer);
    this.#attempt++;
    this.#isTrying = false;
    const socket = this.#socket;
    this.#socket = null;
    if (socket) socket.onclose = null;
    socket?.close();
    this.#outbox = [];
    this.#failPending();
  }

  /** Drops the current connection, whatever its state, and opens a new one; resolves when that is open. */
  renew(): Promise<void> {
    this.close();
    this.open();
    return this.untilOpen();
  }

  /** Resolves when the connection is open. */
  untilOpen(): Promise<void> {
    if (this.#connection.status === 'open') return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.onConnection(() => {
        if (this.#connection.status !== 'open') return;
        stop();
        resolve();
      });
    });
  }

  request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestReply<N>> {
    const id = this.#nextId++;
    const frame = JSON.stringify({ id, name, params });
    return new Promise((resolve) => {
      if (this.#connection.status === 'lost' || this.#connection.status === 'locked') return resolve(connectionLost());
      this.#pending.set(id, resolve as (reply: Reply) => void);
      if (this.#connection.status === 'open') this.#socket?.send(frame);
      else this.#outbox.push(frame);
    });
  }

  /** A reply is still to come. */
  get isWaiting(): boolean {
    return this.#pending.size > 0;
  }

  onEvent(listener: EventListener): () => void {
    this.#events.add(listener);
    return () => this.#events.delete(listener);
  }

  /** Called when events may have been missed. */
  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => this.#gapListeners.delete(listener);
  }

  get connection(): Connection {
    return this.#connection;
  }

  onConnection(listener: () => void): () => void {
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  }

  async #try(): Promise<void> {
    const attempt = ++this.#attempt;
    this.#isTrying = true;
    this.#keyIsNewer = false;
    const found = await this.#connect().catch(() => null);
    if (attempt !== this.#attempt) {
      if (found !== null && typeof found !== 'string') found.close();
      return;
    }
    this.#isTrying = false;
    if (found === null) this.#lost();
    else if (typeof found !== 'string') this.#listen(found);
    else if (this.#keyIsNewer) void this.#try();
    else this.#locked(found);
  }

  #listen(socket: Socket): void {
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => this.#opened();
    socket.onclose = () => this.#socket === socket && this.#lost();
    socket.onmessage = ({ data }) => this.#received(data);
  }

  #opened(): void {
    this.#retryMs = FIRST_RETRY_MS;
    this.#lastSeq = null;
    const generation = this.#connection.generation + 1;
    this.#become({ status: 'open', generation, retryAt: null });
    for (const frame of this.#outbox) this.#socket?.send(frame);
    this.#outbox = [];
    if (generation > 1) this.#tellGap();
  }

  #locked(lock: Lock): void {
    this.#outbox = [];
    this.#failPending();
    this.#become({ status: 'locked', retryAt: null, lock });
  }

  #lost(): void {
    this.#socket = null;
    this.#outbox = [];
    this.#failPending();
    this.#become({ status: 'lost', retryAt: Date.now() + this.#retryMs });
    this.#timer = setTimeout(() => this.open(), this.#retryMs);
    this.#retryMs = Math.min(LAST_RETRY_MS, this.#retryMs * 2);
  }

  #failPending(): void {
    for (const resolve of this.#pending.values()) resolve(connectionLost());
    this.#pending.clear();
  }

  #received(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      const id = new DataView(data).getUint32(0, true);
      this.#reply(id, { ok: true, value: decodeColumns(new Uint8Array(data, BINARY_HEAD_BYTES)) });
      return;
    }
    const frame = JSON.parse(String(data)) as TextFrame;
    if ('id' in frame) this.#reply(frame.id, frame.reply as Reply);
    else this.#event(frame.seq, frame.event);
  }

  #reply(id: number, reply: Reply): void {
    this.#pending.get(id)?.(reply);
    this.#pending.delete(id);
  }

  #event(seq: number, event: EngineEvent): void {
    const missed = this.#lastSeq !== null && seq !== this.#lastSeq + 1;
    this.#lastSeq = seq;
    for (const listener of this.#events) listener(event);
    if (missed) this.#tellGap();
  }

  #tellGap(): void {
    for (const listener of this.#gapListeners) listener();
  }

  #become(change: Partial<Connection>): void {
    this.#connection = { ...this.#connection, ...change };
    for (const listener of this.#connectionListeners) listener();
  }
}

function connectionLost(): Outcome<never> {
  return fail('not-available', say('page.connectionLost'), say('page.connectAgain'));
}

/** A page served by the engine connects to its own origin, with the key from its link. */
async function connectToOrigin(): Promise<Socket | Lock> {
  const found = await findKey();
  if ('lock' in found) return found.lock;
  const { protocol, host } = window.location;
  return new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${SOCKET_PATH}`, socketProtocols(found.key));
}

/** The engine's address from the window: the last reply, or the pending one. */
let asked: Promise<EngineAddress> | null = null;

/**
 * In the desktop window the page has another origin; the window knows the engine's address and the key. It is asked for each
 * connection, because the engine may have been restarted; the reply arrives when the next engine is up.
 */
async function connectToEngine(): Promise<Socket | Lock> {
  if (desktop === null) return connectToOrigin();
  asked = desktop.engineAddress();
  const address = await asked;
  return new WebSocket(`ws://127.0.0.1:${address.port}${SOCKET_PATH}`, socketProtocols(address.token));
}

export const bridge = new Bridge(connectToEngine);

/** Opens the page's first connection, and a new one when a link is opened in a locked page. Must run before anything else reads the address. */
export function setupConnection(): void {
  if (desktop === null) setupKey(() => bridge.keyChanged());
  bridge.open();
}

/** The engine was restarted; the page may already be reconnecting. Resolves when the connection is open. */
export async function connectTo({ token }: EngineAddress): Promise<void> {
  const found = await asked?.catch(() => null);
  await (found?.token === token ? bridge.untilOpen() : bridge.renew());
}

/** Sends a request to the engine; expected failures are in the reply. */
export function request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestReply<N>> {
  return bridge.request(name, params);
}

export function isWaiting(): boolean {
  return bridge.isWaiting;
}

/** Listens to the engine's events; returns the function that stops listening. */
export function onEvent(listener: EventListener): () => void {
  return bridge.onEvent(listener);
}
