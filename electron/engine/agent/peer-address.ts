/** The other end of a connection. */

interface Address {
  address?: string;
  family?: string;
  port?: number;
}

export interface Connected {
  getpeername?(into: Address): unknown;
}

/**
 * `127.0.0.1:5432`. Empty: it is not connected, or has no address. The system is asked: a socket that is asked for its `remoteAddress` remembers it, and
 * tells it after it was closed.
 */
export function peerAddress(handle: Connected): string {
  const peer: Address = {};
  handle.getpeername?.(peer);
  const { address, port } = peer;
  return address === undefined || port === undefined ? '' : hostAndPort(address, port);
}

export function hostAndPort(address: string, port: number): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
