/** A server that others ask, which answers after a time that is told by the path, and a store that does so after a time of its own; both count. */
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { doAfterEach } from './after-each.ts';

export interface Asked {
  /** Without a path: `/20` answers after 20 ms. */
  readonly url: string;
  readonly calls: () => number;
}

const running: Server[] = [];
const connections = new Set<Socket>();

export async function askedServer(): Promise<Asked> {
  let calls = 0;
  const server = createHttpServer((request, response) => {
    calls += 1;
    setTimeout(() => response.end('ok'), Number(request.url!.slice(1)));
  });
  return { url: `http://127.0.0.1:${await listen(server)}`, calls: () => calls };
}

/** Speaks as Redis does, as far as that is needed here. */
export async function askedStore(delayMs: number): Promise<Asked> {
  let calls = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const asked = bytes.toString().split('*2\r\n').length - 1;
      calls += asked;
      setTimeout(() => socket.write('$2\r\nok\r\n'.repeat(asked)), delayMs);
    });
  });
  return { url: String(await listen(server)), calls: () => calls };
}

async function listen(server: Server): Promise<number> {
  running.push(server);
  server.on('connection', (socket: Socket) => connections.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

doAfterEach(() => {
  for (const server of running.splice(0)) server.close();
  for (const socket of connections) socket.destroy();
  connections.clear();
});
