/**
 * The only code that talks to the engine. Requests get an Outcome, never an exception; events are counted, and a gap or
 * a new connection tells listeners to ask again for what they show.
 *
 *   connecting --open--> open --close--> lost --(0.25 s, 0.5 s ... 8 s)--> connecting ...
 */
import { fail, type Outcome } from '../shared/model/failure.ts';
import { decodeColumns } from '../shared/protocol/columns.ts';
import type { EngineEvent, RequestAnswer, RequestName, RequestParams } from '../shared/protocol/contract.ts';
import { downloadPath, SOCKET_PATH, UPLOAD_HEADER, UPLOAD_PATH, windowProtocols } from '../shared/protocol/http.ts';
import { BINARY_HEAD_BYTES, type TextFrame } from '../shared/protocol/messages.ts';
import type { EngineAddress } from '../shared/protocol/shell.ts';
import { desktop } from './desktop.ts';
import { text } from './i18n/i18n.tsx';

export type ConnectionStatus = 'connecting' | 'open' | 'lost';

export interface Connection {
  readonly status: ConnectionStatus;
  /** Grows with each connection made: what was asked before may be out of date. */
  readonly generation: number;
  /** When the next attempt is made (Date.now()); null unless lost. */
  readonly retryAt: number | null;
}

export type EventListener = (event: EngineEvent) => void;

/** The part of WebSocket used here, so that tests can bring one where the platform has none. */
export type Socket = Pick<WebSocket, 'binaryType' | 'onopen' | 'onclose' | 'onmessage' | 'send' | 'close'>;

const FIRST_RETRY_MS = 250;
/** An engine that is back is noticed within this, and one that stays away is not hammered. */
const LAST_RETRY_MS = 8_000;

type Answer = Outcome<unknown>;

export class Bridge {
  readonly #connect: () => Promise<Socket>;
  #socket: Socket | null = null;
  /** Number of the attempt that counts; one with another number has been given up. */
  #attempt = 0;
  #isTrying = false;
  #connection: Connection = { status: 'connecting', generation: 0, retryAt: null };
  #retryMs = FIRST_RETRY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #nextId = 1;
  #lastSeq: number | null = null;
  readonly #pending = new Map<number, (answer: Answer) => void>();
  /** Written before the first connection is open, sent as soon as it is. */
  #outbox: string[] = [];
  readonly #events = new Set<EventListener>();
  readonly #connectionListeners = new Set<() => void>();
  readonly #gapListeners = new Set<() => void>();

  constructor(connect: () => Promise<Socket>) {
    this.#connect = connect;
  }

  open(): void {
    if (this.#socket || this.#isTrying) return;
    clearTimeout(this.#timer);
    this.#become({ status: this.#connection.status === 'lost' ? 'lost' : 'connecting', retryAt: null });
    void this.#try();
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

  /** Leaves the connection, in whatever state it is, for a new one; resolves when that is open. */
  renew(): Promise<void> {
    this.close();
    this.open();
    return this.untilOpen();
  }

  /** Resolves when requests are answered, which may be now. */
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

  request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestAnswer<N>> {
    const id = this.#nextId++;
    const frame = JSON.stringify({ id, name, params });
    return new Promise((resolve) => {
      if (this.#connection.status === 'lost') return resolve(connectionLost());
      this.#pending.set(id, resolve as (answer: Answer) => void);
      if (this.#connection.status === 'open') this.#socket?.send(frame);
      else this.#outbox.push(frame);
    });
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
    const socket = await this.#connect().catch(() => null);
    if (attempt !== this.#attempt) {
      socket?.close();
      return;
    }
    this.#isTrying = false;
    if (socket === null) this.#lost();
    else this.#listen(socket);
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
      this.#answer(id, { ok: true, value: decodeColumns(new Uint8Array(data, BINARY_HEAD_BYTES)) });
      return;
    }
    const frame = JSON.parse(String(data)) as TextFrame;
    if ('id' in frame) this.#answer(frame.id, frame.answer as Answer);
    else this.#event(frame.seq, frame.event);
  }

  #answer(id: number, answer: Answer): void {
    this.#pending.get(id)?.(answer);
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
  return fail('not-available', text('common.failure.connectionLost'), text('common.failure.connectionLostHint'));
}

/** Served by the engine, the page finds it at its own address; the cookie it came with opens the socket. */
function connectToOrigin(): Socket {
  const { protocol, host } = window.location;
  return new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${SOCKET_PATH}`);
}

/** Where the window says the engine is: the last answer, or the one that is being waited for. */
let asked: Promise<EngineAddress> | null = null;

/**
 * In the desktop window the page comes from elsewhere; the window says where the engine is and gives the key. Asked each time, as
 * the engine of the last time may be gone; the answer comes when there is another.
 */
async function connectToEngine(): Promise<Socket> {
  if (desktop === null) return connectToOrigin();
  asked = desktop.engineAddress();
  const address = await asked;
  return new WebSocket(`ws://127.0.0.1:${address.port}${SOCKET_PATH}`, windowProtocols(address.token));
}

export const bridge = new Bridge(connectToEngine);

/** The first connection of the page. */
export function setupConnection(): void {
  bridge.open();
}

/** Another engine has come, which the page may be about to find by itself. Resolves when it answers. */
export async function connectTo({ token }: EngineAddress): Promise<void> {
  const found = await asked?.catch(() => null);
  await (found?.token === token ? bridge.untilOpen() : bridge.renew());
}

/** Ask the engine; expected failures are in the answer. */
export function request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestAnswer<N>> {
  return bridge.request(name, params);
}

/** Hear what the engine says by itself; returns the way to stop. */
export function onEvent(listener: EventListener): () => void {
  return bridge.onEvent(listener);
}

/** Sends a session or profile from this computer to the engine, which opens it. */
export async function uploadFile(file: File): Promise<Outcome<{ sessionId: string }>> {
  try {
    const headers = { [UPLOAD_HEADER.name]: UPLOAD_HEADER.value };
    const response = await fetch(`${UPLOAD_PATH}?name=${encodeURIComponent(file.name)}`, { method: 'POST', headers, body: file });
    return (await response.json()) as Outcome<{ sessionId: string }>;
  } catch (error) {
    const { message } = error as Error;
    return fail(
      'not-available',
      text('common.failure.uploadFailed', { name: file.name }),
      text('common.failure.uploadFailedHint'),
      message,
    );
  }
}

/** Where the browser gets the session file from. */
export function downloadUrl(sessionId: string): string {
  return downloadPath(sessionId);
}
