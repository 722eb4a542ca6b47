/** The inspector of another process, over the WebSocket that Node opens for debuggers. */
import { request } from 'node:http';
import { WebSocket } from 'ws';
import type { Milliseconds } from '../../../shared/base/units.ts';
import { Inspector, type InspectorParams } from '../agent/inspector-client.ts';
import { LOOPBACK } from './open-inspector.ts';

const CONNECT_WITHIN_MS: Milliseconds = 2_000;
/** A list of inline source maps has at most 50 MB, a slice of a very large program some 10. */
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_LIST_BYTES = 100_000;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

type Message =
  | { readonly id: number; readonly result?: unknown; readonly error?: { readonly message: string } }
  | { readonly id?: undefined; readonly method: string; readonly params: InspectorParams };

export class RemoteInspector extends Inspector {
  private readonly waiting = new Map<number, Waiting>();
  private readonly listeners = new Map<string, (params: InspectorParams) => void>();
  private last = 0;

  private constructor(private readonly socket: WebSocket) {
    super();
    socket.on('message', (data) => this.receive(JSON.parse(String(data)) as Message));
    socket.on('error', () => {});
    socket.on('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('the connection to its inspector was closed'));
      this.waiting.clear();
    });
  }

  /** Rejects when nothing there speaks the protocol. */
  static async connect(port: number): Promise<RemoteInspector> {
    const url = await debuggerUrlAt(port);
    const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: MOST_BYTES, handshakeTimeout: CONNECT_WITHIN_MS });
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return new RemoteInspector(socket);
  }

  post<T = unknown>(method: string, params: InspectorParams = {}): Promise<T> {
    const id = ++this.last;
    return new Promise<T>((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) return reject(new Error('the connection to its inspector was closed'));
      this.waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  on(event: string, listener: (params: InspectorParams) => void): void {
    this.listeners.set(event, listener);
  }

  /** The profiler is done; whoever has connected may have something left to say. */
  close(): void {}

  /**
   * Any number of times. Without the closing handshake, which a process that does not respond would never complete. What was posted is on its
   * way all the same.
   */
  disconnect(): void {
    this.socket.terminate();
  }

  private receive(message: Message): void {
    if (message.id === undefined) {
      this.listeners.get(message.method)?.(message.params);
      return;
    }
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) asked?.reject(new Error(message.error.message));
    else asked?.resolve(message.result);
  }
}

/** The address has a secret in it, which Node tells to whoever asks on this machine. */
async function debuggerUrlAt(port: number): Promise<string> {
  const list = JSON.parse(await get(port, '/json/list')) as readonly { readonly webSocketDebuggerUrl?: string }[];
  const url = list[0]?.webSocketDebuggerUrl;
  if (url === undefined || new URL(url).hostname !== LOOPBACK) throw new Error('no inspector responded');
  return url;
}

function get(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: LOOPBACK, port, path, agent: false, timeout: CONNECT_WITHIN_MS }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
        if (body.length > MOST_LIST_BYTES) asked.destroy(new Error('no inspector responded'));
      });
      response.on('end', () => resolve(body));
      response.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error('no inspector responded')));
    asked.on('error', reject);
    asked.end();
  });
}
