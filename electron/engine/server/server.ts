import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { isLeftOut } from '../../../shared/model/left-out.ts';
import {
  bearerIn,
  type DownloadTicket,
  KEY_HEADER,
  KEY_PATH,
  KEY_SHAPE,
  keyInProtocol,
  linkTo,
  SOCKET_PATH,
  TICKET_PARAMETER,
  UPLOAD_PATH,
  WITHOUT_PARAMETER,
} from '../../../shared/protocol/http.ts';
import { MAX_REQUEST_BYTES } from '../../../shared/protocol/messages.ts';
import { may, type Right } from '../../../shared/protocol/request.ts';
import { say } from '../../../shared/words/said.ts';
import { text } from '../../../shared/words/words.ts';
import { within } from '../agent/within.ts';
import type { EngineApi } from '../api/engine-api.ts';
import { Access } from './access.ts';
import { serveConnection } from './connection.ts';
import { findOwnHost, isForeignFetch, securityHeaders } from './headers.ts';
import { readStaticFiles, type StaticFile } from './static-files.ts';
import { receiveUpload, sendBody, sendDownload } from './transfers.ts';

export interface ServerOptions {
  readonly api: EngineApi;
  /** 0: any free port. */
  readonly port: number;
  /** Null: no files are served, because the interface is loaded from elsewhere. */
  readonly rendererDir: string | null;
  /** Origin of the desktop window's page, which has its own key; absent: there is no window. */
  readonly windowOrigin?: string;
  /** Called when a one-time link has been exchanged for a key. */
  readonly onLinkUsed?: () => void;
  /** Where bugs are reported; default: stderr. */
  readonly log?: (message: string) => void;
}

export interface RunningServer {
  readonly port: number;
  /** The first one-time link. */
  readonly link: string;
  /** The key with which the page of `windowOrigin` opens the socket, any number of times. */
  readonly windowKey: string;
  /** Another one-time link, for another browser or one that has lost its key. */
  mintLink(): string;
  /** Closes all connections; resolves when the server no longer listens. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const DOWNLOAD = /^\/download\/([\w.-]{1,200})$/;
/** How long a page may take to return a close frame before the connection is destroyed. */
const CLOSE_PATIENCE_MS = 300;

/**
 * Starts the interface's server, on loopback only. The files of the interface, the same in every copy of Loopscope, are served to any
 * program; everything about this machine or this user needs a key.
 */
export async function startServer(options: ServerOptions): Promise<Outcome<RunningServer>> {
  const files = options.rendererDir === null ? succeed(new Map<string, StaticFile>()) : await readStaticFiles(options.rendererDir);
  if (!files.ok) return files;
  // A missing Host header must get our empty 403, not Node's own 400.
  const server = createServer({ requireHostHeader: false });
  const listening = await listen(server, options.port);
  if (!listening.ok) return listening;
  const port = listening.value;
  const access = new Access();
  const log = options.log ?? ((message: string) => console.error(message));
  const { api, windowOrigin = null, onLinkUsed = () => {} } = options;
  const door = new Door({ api, log, port, access, files: files.value, windowOrigin, onLinkUsed });
  server.on('request', (request, response) => void door.onRequest(request, response));
  server.on('upgrade', (request, socket, head) => door.onUpgrade(request, socket, head));
  const mintLink = () => linkTo(`http://${LOOPBACK}:${port}`, access.mintLinkToken('act'));
  return succeed({ port, link: mintLink(), windowKey: access.mintWindowKey(), mintLink, close: () => door.close(server) });
}

function listen(server: Server, port: number): Promise<Outcome<number>> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const says = taken ? say('engine.portInUse', { port }) : say('engine.cannotListen', { port, error: error.message });
      resolve(fail(taken ? 'port-in-use' : 'not-available', says, say('engine.choosePort')));
    });
    server.listen(port, LOOPBACK, () => resolve(succeed((server.address() as AddressInfo).port)));
  });
}

interface DoorParts {
  readonly api: EngineApi;
  readonly log: (message: string) => void;
  readonly port: number;
  readonly access: Access;
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly windowOrigin: string | null;
  readonly onLinkUsed: () => void;
}

/** Checks each request in this order: Host, origin, path and method, credential (key, link or ticket). */
class Door {
  readonly #parts: DoorParts;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_REQUEST_BYTES, perMessageDeflate: false });

  constructor(parts: DoorParts) {
    this.#parts = parts;
  }

  async onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = findOwnHost(request, this.#parts.port);
    if (host === null) {
      refuseStranger(response);
      return;
    }
    for (const [name, value] of Object.entries(securityHeaders(host))) response.setHeader(name, value);
    try {
      await this.#route(request, response, host);
    } catch (error) {
      const told = text('said.engine.bugIn', { request: String(request.method) });
      this.#parts.log(`${told}\n${error instanceof Error ? error.stack : error}`);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, text('server.bug'));
    }
  }

  /** `ws` checks neither key nor origin nor host, so all three are checked before it sees the request. */
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {});
    const { api, log } = this.#parts;
    const admitted = this.#admit(request);
    if ('refusal' in admitted) refuseUpgrade(socket, admitted.refusal);
    else this.#sockets.handleUpgrade(request, socket, head, (page) => serveConnection(page, { api, log, ...admitted }));
  }

  #admit(request: IncomingMessage): { readonly refusal: string } | { readonly right: Right } {
    const host = findOwnHost(request, this.#parts.port);
    const { access, windowOrigin } = this.#parts;
    const isWindow = windowOrigin !== null && request.headers.origin === windowOrigin;
    if (host === null || !(isWindow || request.headers.origin === `http://${host}`)) return { refusal: '403 Forbidden' };
    // Each origin has its own key: that of a browser is not valid for the window's page, nor vice versa.
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => keyInProtocol(protocol.trim()));
    const right = offered.map((key) => access.rightOf(isWindow ? 'window' : 'browser', key)).find((one) => one !== null);
    if (right === undefined) return { refusal: '401 Unauthorized' };
    return request.url === SOCKET_PATH ? { right } : { refusal: '404 Not Found' };
  }

  async close(server: Server): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const page of this.#sockets.clients) page.close(1001, 'Loopscope has ended');
    await within(closed, CLOSE_PATIENCE_MS);
    for (const page of this.#sockets.clients) page.terminate();
    server.closeAllConnections();
    await closed;
  }

  async #route(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const path = request.url!.split('?')[0]!;
    const download = DOWNLOAD.exec(path)?.[1];
    if (isForeignFetch(request)) sendText(response, 403, text('server.otherSite'));
    else if (path === KEY_PATH) this.#key(request, response, host);
    else if (path === UPLOAD_PATH) await this.#upload(request, response, host);
    else if (download !== undefined) await this.#download(download, request, response, host);
    else if (request.method === 'GET' || request.method === 'HEAD') this.#file(path, request, response);
    else refuseMethod(response, 'GET, HEAD');
  }

  #file(path: string, request: IncomingMessage, response: ServerResponse): void {
    const file = this.#parts.files.get(path);
    if (file !== undefined) sendFile(request, response, file);
    else sendText(response, 404, text('server.nothingHere'));
  }

  #key(request: IncomingMessage, response: ServerResponse, host: string): void {
    const key = String(request.headers[KEY_HEADER] ?? '');
    if (request.method === 'GET') this.#sayIfGood(request, response);
    else if (request.method !== 'POST') refuseMethod(response, 'GET, POST');
    else if (!isOwnPage(request, host)) refuseOrigin(response);
    else if (!KEY_SHAPE.test(key)) sendText(response, 400, text('server.notAKey'));
    else {
      const exchange = this.#parts.access.exchange(bearerIn(request.headers.authorization), key);
      if (exchange.result === 'granted') this.#parts.onLinkUsed();
      sendJson(response, 200, exchange);
    }
  }

  #sayIfGood(request: IncomingMessage, response: ServerResponse): void {
    if (this.#rightOf(request) !== null) response.writeHead(204, { 'Cache-Control': 'no-store' }).end();
    else refuseKey(response);
  }

  async #download(sessionId: string, request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const { access, api } = this.#parts;
    if (request.method === 'GET') {
      const query = new URLSearchParams(request.url!.split('?')[1]);
      const without = query.get(WITHOUT_PARAMETER)?.split(',') ?? [];
      // An unknown part could not be left out of the copy, so the request is refused.
      if (!without.every(isLeftOut)) sendText(response, 400, text('server.unknownPart'));
      else if (access.redeem(query.get(TICKET_PARAMETER) ?? '', sessionId)) await sendDownload(api, sessionId, without, response);
      else sendText(response, 401, text('server.usedTicket'));
    } else if (request.method !== 'POST') refuseMethod(response, 'GET, POST');
    else if (!isOwnPage(request, host)) refuseOrigin(response);
    else if (this.#rightOf(request) === null) refuseKey(response);
    else sendJson(response, 200, { ticket: access.mintTicket(sessionId) } satisfies DownloadTicket);
  }

  async #upload(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const right = this.#rightOf(request);
    if (request.method !== 'POST') refuseMethod(response, 'POST');
    else if (!isOwnPage(request, host)) refuseOrigin(response);
    else if (right === null) refuseKey(response);
    else if (!may(right, 'act')) sendText(response, 403, text('server.mayNotUpload'));
    else {
      const outcome = await receiveUpload(this.#parts.api, request);
      // The rest of a refused body is not read; the connection is closed after the response.
      if (!request.readableEnded) response.setHeader('Connection', 'close');
      sendJson(response, 200, outcome);
    }
  }

  /** Null: it has no key. */
  #rightOf(request: IncomingMessage): Right | null {
    return this.#parts.access.rightOf('browser', bearerIn(request.headers.authorization));
  }
}

/** Browsers send the origin with every POST, and a page cannot forge it. */
function isOwnPage(request: IncomingMessage, host: string): boolean {
  return request.headers.origin === `http://${host}`;
}

/** A request for another host gets no content and no header that identifies Loopscope. */
function refuseStranger(response: ServerResponse): void {
  response.writeHead(403, { 'Content-Length': 0, Connection: 'close' }).end();
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => socket.destroy());
}

function refuseMethod(response: ServerResponse, allowed: string): void {
  response.setHeader('Allow', allowed);
  sendText(response, 405, text('server.otherMethod', { methods: allowed }));
}

function refuseOrigin(response: ServerResponse): void {
  sendText(response, 403, text('server.otherPage'));
}

function refuseKey(response: ServerResponse): void {
  sendText(response, 401, text('server.needsKey'));
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  sendBody(response, status, 'application/json', JSON.stringify(value));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  sendBody(response, status, 'text/plain; charset=utf-8', `${text}\n`);
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.body.length, 'Cache-Control': file.cacheControl });
  response.end(request.method === 'HEAD' ? undefined : file.body);
}
