import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { fail, type Outcome, succeed } from '../../../shared/model/failure.ts';
import { SOCKET_PATH, UPLOAD_PATH } from '../../../shared/protocol/http.ts';
import { MAX_REQUEST_BYTES } from '../../../shared/protocol/messages.ts';
import type { EngineApi } from '../api.ts';
import { Access, type Exchange } from './access.ts';
import { serveConnection } from './connection.ts';
import { findOwnHost, isForeignFetch, securityHeaders } from './headers.ts';
import { NO_KEY_PAGE, STEP_INSIDE_PAGE, UNKNOWN_LINK_PAGE, USED_LINK_PAGE } from './pages.ts';
import { readStaticFiles, type StaticFile } from './static-files.ts';
import { isOwnUpload, receiveUpload, sendBody, sendDownload } from './transfers.ts';

export interface ServerOptions {
  readonly api: EngineApi;
  /** 0: any free port. */
  readonly port: number;
  /** Null: no files are served, the interface comes from elsewhere. */
  readonly rendererDir: string | null;
  /** Origin of the desktop window's page, which opens the socket with a token instead of a cookie; absent: there is no such window. */
  readonly windowOrigin?: string;
  /** Where bugs are reported; default: stderr. */
  readonly log?: (message: string) => void;
}

export interface RunningServer {
  readonly port: number;
  /** The first one-time link. */
  readonly link: string;
  /** Opens the socket for the page of `windowOrigin`, any number of times. */
  readonly windowToken: string;
  /** A further one-time link, for another browser. */
  mintLink(): string;
  /** Ends all connections; resolves when nothing listens any more. */
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const DOWNLOAD = /^\/download\/([\w.-]{1,200})$/;
const OPEN = /^\/open\/([\w-]{1,100})$/;
/** How long a page has to answer the closing of its socket before the line is cut. */
const CLOSE_PATIENCE_MS = 300;

/** Starts the interface's server. Loopback only; serves nothing without the cookie of a one-time link. */
export async function startServer(options: ServerOptions): Promise<Outcome<RunningServer>> {
  const files = options.rendererDir === null ? succeed(new Map<string, StaticFile>()) : await readStaticFiles(options.rendererDir);
  if (!files.ok) return files;
  // A missing Host header must get our empty 403, not Node's own 400.
  const server = createServer({ requireHostHeader: false });
  const listening = await listen(server, options.port);
  if (!listening.ok) return listening;
  const port = listening.value;
  const access = new Access(port);
  const log = options.log ?? ((message: string) => console.error(message));
  const door = new Door({ api: options.api, log, port, access, files: files.value, windowOrigin: options.windowOrigin ?? null });
  server.on('request', (request, response) => void door.onRequest(request, response));
  server.on('upgrade', (request, socket, head) => door.onUpgrade(request, socket, head));
  const mintLink = () => `http://${LOOPBACK}:${port}/open/${access.mintToken()}`;
  return succeed({ port, link: mintLink(), windowToken: access.mintWindowToken(), mintLink, close: () => door.close(server) });
}

function listen(server: Server, port: number): Promise<Outcome<number>> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const message = taken ? `Port ${port} is in use by another program.` : `Loopscope cannot listen on port ${port}: ${error.message}.`;
      resolve(fail(taken ? 'port-in-use' : 'not-available', message, 'Choose another with --port, or leave it out for any free one.'));
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
}

/** Decides about each request, in this order: is it for us (Host), who asks (link or cookie), from where (origin), what for. */
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
      this.#parts.log(`loopscope: ${request.method} failed unexpectedly\n${error instanceof Error ? error.stack : error}`);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'Loopscope made a mistake. The terminal it runs in says more.');
    }
  }

  /** `ws` checks neither cookie nor origin nor host: all three are ours to check before it sees the request. */
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {});
    const refusal = this.#whyNotUpgrade(request);
    if (refusal !== null) refuseUpgrade(socket, refusal);
    else this.#sockets.handleUpgrade(request, socket, head, (page) => serveConnection(page, this.#parts.api, this.#parts.log));
  }

  #whyNotUpgrade(request: IncomingMessage): string | null {
    const host = findOwnHost(request, this.#parts.port);
    const { access, windowOrigin } = this.#parts;
    const isWindow = windowOrigin !== null && request.headers.origin === windowOrigin;
    if (host === null || !(isWindow || request.headers.origin === `http://${host}`)) return '403 Forbidden';
    // Each origin with its own key: a cookie is of no use to the window's page, nor the window's token to a page in a browser.
    const { cookie, 'sec-websocket-protocol': protocols } = request.headers;
    if (!(isWindow ? access.isWindow(protocols) : access.isGranted(cookie))) return '401 Unauthorized';
    return request.url === SOCKET_PATH ? null : '404 Not Found';
  }

  async close(server: Server): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const page of this.#sockets.clients) page.close(1001, 'Loopscope has ended');
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_PATIENCE_MS))]);
    for (const page of this.#sockets.clients) page.terminate();
    server.closeAllConnections();
    await closed;
  }

  async #route(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    const path = request.url!.split('?')[0]!;
    const known = this.#parts.access.isGranted(request.headers.cookie);
    const token = OPEN.exec(path)?.[1];
    // GET only: a HEAD, which looks at a link without opening it, must not use it up.
    if (token !== undefined && request.method === 'GET') this.#openLink(token, known, request, response);
    else if (!known) sendPage(response, 401, NO_KEY_PAGE);
    else if (isForeignFetch(request)) sendText(response, 403, 'Another site may not ask this.');
    else if (path === UPLOAD_PATH) await this.#upload(request, response, host);
    else if (request.method === 'GET' || request.method === 'HEAD') await this.#read(path, request, response);
    else refuseMethod(response, 'GET, HEAD');
  }

  #openLink(token: string, known: boolean, request: IncomingMessage, response: ServerResponse): void {
    // Back button or a second click in the same browser: it has the cookie, so the link need not be good any more.
    const exchange: Exchange = known ? { result: 'granted', cookie: null } : this.#parts.access.exchange(token);
    if (exchange.result === 'used') sendPage(response, 410, USED_LINK_PAGE);
    else if (exchange.result === 'unknown') sendPage(response, 401, UNKNOWN_LINK_PAGE);
    else stepInside(request, response, exchange.cookie);
  }

  async #read(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sessionId = DOWNLOAD.exec(path)?.[1];
    const file = this.#parts.files.get(path);
    if (sessionId !== undefined) await sendDownload(this.#parts.api, sessionId, request, response);
    else if (file !== undefined) sendFile(request, response, file);
    else sendText(response, 404, 'There is nothing here.');
  }

  async #upload(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
    if (request.method !== 'POST') refuseMethod(response, 'POST');
    else if (!isOwnUpload(request, host)) sendText(response, 403, 'Only the page of Loopscope itself may hand over a file.');
    else {
      const outcome = await receiveUpload(this.#parts.api, request);
      // What is left of a refused body is not read; the connection ends with the answer.
      if (!request.readableEnded) response.setHeader('Connection', 'close');
      sendBody(response, 200, 'application/json', JSON.stringify(outcome));
    }
  }
}

/** Not one byte of content or header about who we are to somebody who asked for another host. */
function refuseStranger(response: ServerResponse): void {
  response.writeHead(403, { 'Content-Length': 0, Connection: 'close' }).end();
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => socket.destroy());
}

function refuseMethod(response: ServerResponse, allowed: string): void {
  response.setHeader('Allow', allowed);
  sendText(response, 405, `Only ${allowed} may be used here.`);
}

function stepInside(request: IncomingMessage, response: ServerResponse, cookie: string | null): void {
  if (cookie !== null) response.setHeader('Set-Cookie', cookie);
  if (request.headers['sec-fetch-site'] === 'cross-site') sendPage(response, 200, STEP_INSIDE_PAGE);
  else response.writeHead(303, { Location: '/', 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  sendBody(response, status, 'text/html; charset=utf-8', html);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  sendBody(response, status, 'text/plain; charset=utf-8', `${text}\n`);
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.body.length, 'Cache-Control': file.cacheControl });
  response.end(request.method === 'HEAD' ? undefined : file.body);
}
