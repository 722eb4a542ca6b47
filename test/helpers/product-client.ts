import { randomBytes } from 'node:crypto';
import WebSocket from 'ws';
import type { Outcome } from '../../shared/model/failure.ts';
import { decodeColumns } from '../../shared/protocol/columns.ts';
import type { EngineEvent, RequestName, RequestParams, RequestReplies } from '../../shared/protocol/contract.ts';
import {
  bearer,
  type DownloadTicket,
  downloadPath,
  type Exchange,
  KEY_HEADER,
  KEY_PATH,
  SOCKET_PATH,
  socketProtocols,
  tokenInHash,
  UPLOAD_PATH,
} from '../../shared/protocol/http.ts';
import { BINARY_HEAD_BYTES } from '../../shared/protocol/messages.ts';
import { messageOf } from './worded.ts';

/** What the page does with the engine, without a page: for tests that are about the engine and its door, not about pixels. */
export class ProductClient {
  readonly events: EngineEvent[] = [];
  readonly #socket: WebSocket;
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly #pending = new Map<number, (reply: Outcome<unknown>) => void>();
  readonly #watchers = new Set<() => void>();
  #nextId = 1;
  #lastSeq = 0;

  private constructor(socket: WebSocket, origin: string, key: string) {
    this.#socket = socket;
    this.#origin = origin;
    this.#headers = { origin, ...bearer(key) };
    socket.on('message', (data: Buffer, isBinary) => this.#received(data, isBinary));
  }

  /** Uses up the one-time link. */
  static async connect(link: string): Promise<ProductClient> {
    const { origin, host } = new URL(link);
    const key = randomBytes(16).toString('base64url');
    const token = tokenInHash(new URL(link).hash)!;
    const response = await fetch(`${origin}${KEY_PATH}`, { method: 'POST', headers: { origin, ...bearer(token), [KEY_HEADER]: key } });
    const exchange = (await response.json()) as Exchange;
    if (exchange.result !== 'granted') throw new Error(`the link is ${exchange.result}`);
    const socket = new WebSocket(`ws://${host}${SOCKET_PATH}`, socketProtocols(key), { headers: { origin } });
    const client = new ProductClient(socket, origin, key);
    await new Promise<void>((resolve, reject) => socket.once('open', () => resolve()).once('error', reject));
    return client;
  }

  request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<Outcome<RequestReplies[N]>> {
    const id = this.#nextId++;
    this.#socket.send(JSON.stringify({ id, name, params }));
    return new Promise((resolve) => this.#pending.set(id, resolve as (reply: Outcome<unknown>) => void));
  }

  /** The reply of a request that must succeed. */
  async ask<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestReplies[N]> {
    const reply = await this.request(name, params);
    if (!reply.ok) throw new Error(`${name}: ${reply.failure.code}: ${messageOf(reply.failure)}`);
    return reply.value;
  }

  /** The first event, past or to come, for which `wanted` holds. */
  async until(wanted: (event: EngineEvent) => boolean): Promise<EngineEvent> {
    for (;;) {
      const found = this.events.find(wanted);
      if (found) return found;
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  async upload(
    name: string,
    body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>,
  ): Promise<Outcome<{ sessionId: string }>> {
    const path = `${UPLOAD_PATH}?name=${encodeURIComponent(name)}`;
    // Node asks for `duplex` with a body of unknown length.
    const options = { method: 'POST', headers: this.#headers, body, duplex: 'half' };
    const response = await fetch(`${this.#origin}${path}`, options);
    return (await response.json()) as Outcome<{ sessionId: string }>;
  }

  async download(sessionId: string): Promise<{ status: number; disposition: string | null; bytes: Uint8Array<ArrayBuffer> }> {
    const asked = await fetch(`${this.#origin}${downloadPath(sessionId)}`, { method: 'POST', headers: this.#headers });
    const { ticket } = (await asked.json()) as DownloadTicket;
    const response = await fetch(`${this.#origin}${downloadPath(sessionId, ticket)}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, disposition: response.headers.get('content-disposition'), bytes };
  }

  close(): void {
    this.#socket.terminate();
  }

  #received(data: Buffer, isBinary: boolean): void {
    if (isBinary) {
      const value = decodeColumns(new Uint8Array(data).subarray(BINARY_HEAD_BYTES));
      this.#reply(data.readUInt32LE(0), { ok: true, value });
      return;
    }
    const frame = JSON.parse(data.toString());
    if ('id' in frame) this.#reply(frame.id, frame.reply);
    else this.#event(frame.seq, frame.event);
  }

  #reply(id: number, reply: Outcome<unknown>): void {
    this.#pending.get(id)?.(reply);
    this.#pending.delete(id);
  }

  #event(seq: number, event: EngineEvent): void {
    if (seq !== this.#lastSeq + 1) throw new Error(`event ${seq} came after ${this.#lastSeq}`);
    this.#lastSeq = seq;
    this.events.push(event);
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
  }
}
