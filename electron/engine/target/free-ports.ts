/** Ports for programs that have to be told where to listen. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** All ports are held until the last one is found, so that no port is given out twice. */
export async function findFreePorts(count: number): Promise<readonly number[]> {
  const holders = Array.from({ length: count }, () => createServer());
  try {
    // No host: all addresses of the machine, as a server may listen on any of them.
    await Promise.all(holders.map((holder) => once(holder.listen(0), 'listening')));
    return holders.map((holder) => (holder.address() as AddressInfo).port);
  } finally {
    await Promise.all(holders.map((holder) => new Promise<void>((resolve) => holder.close(() => resolve()))));
  }
}
