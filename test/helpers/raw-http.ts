import { connect, type Socket } from 'node:net';

/** An HTTP answer as it came over the wire. */
export interface RawResponse {
  readonly status: number;
  /** Lower-case name -> all values. */
  readonly headers: ReadonlyMap<string, string[]>;
  readonly body: string;
}

/** No answer at all, and no more of one that has no length. A busy machine takes its time over both. */
const FIRST_BYTE_MS = 15_000;
const QUIET_MS = 1_000;

/**
 * Sends exactly these bytes and reads until the other side closes or is quiet. Attacks are made of headers that a real
 * client would put right, so none is used.
 */
export function rawHttp(port: number, text: string | Buffer): Promise<RawResponse | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = Buffer.alloc(0);
    let timer = setTimeout(finish, FIRST_BYTE_MS);
    function finish() {
      clearTimeout(timer);
      socket.destroy();
      resolve(received.length === 0 ? null : parseAnswer(received.toString('latin1')));
    }
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      clearTimeout(timer);
      // A moment longer even when the answer is whole, so that bytes after its end would be noticed.
      timer = setTimeout(finish, isWhole(received.toString('latin1')) ? 5 : QUIET_MS);
    });
    socket.on('close', finish);
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? finish() : reject(error),
    );
  });
}

function isWhole(text: string): boolean {
  const bodyAt = text.indexOf('\r\n\r\n') + 4;
  // Another protocol follows, or nothing.
  if (bodyAt >= 4 && /^HTTP\/1\.1 (101|204) /.test(text)) return true;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, bodyAt))?.[1];
  return bodyAt >= 4 && (length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= bodyAt + Number(length));
}

function parseAnswer(text: string): RawResponse {
  const [head, ...rest] = text.split('\r\n\r\n');
  const [statusLine, ...lines] = head!.split('\r\n');
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [name, ...value] = line.split(': ');
    const key = name!.toLowerCase();
    headers.set(key, [...(headers.get(key) ?? []), value.join(': ')]);
  }
  return { status: Number(statusLine!.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}

/** A request as text. `headers` in the order they are sent; a name may come twice. */
export function rawRequest(method: string, path: string, headers: readonly (readonly [string, string])[], body = ''): string {
  return `${method} ${path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** A socket that is connected and reads nothing. */
export function stalledSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.pause()));
    socket.once('error', reject);
  });
}
