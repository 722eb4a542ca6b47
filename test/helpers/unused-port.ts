import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ranges from which systems answer `listen(0)` and number outgoing connections: nobody gets such a port by chance. */
const FIRST = 20_000;
const LAST = 29_999;
/** Tests of other files run in other processes, at the same time. */
const PER_PROCESS = 16;

let next = FIRST + ((process.pid * PER_PROCESS) % (LAST - FIRST));

/** A port for a program that must know its own before it starts. Where it can find one itself, let it listen on port 0. */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = next;
    next = next === LAST ? FIRST : next + 1;
    // No host: all addresses of the machine.
    const server = createServer().listen(port);
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) {
      await once(server, 'close');
      return port;
    }
  }
}
