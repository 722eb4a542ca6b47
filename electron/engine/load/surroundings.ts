import { connect as connectPlain, type OnReadOpts, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { type Clock, SYSTEM_CLOCK } from './alarm.ts';

/** Where a connection goes. */
export interface Destination {
  /** IP literal. */
  readonly address: string;
  readonly port: number;
  readonly secure: boolean;
  /** For TLS; undefined when the host is an IP address. */
  readonly servername: string | undefined;
}

/** The clock, timers and sockets of the client. Tests replace them, so that hours pass in seconds. */
export interface Surroundings extends Clock {
  /** Begins to connect; events and data come as from a socket. */
  connect(destination: Destination, onread: OnReadOpts): Socket;
}

export const SYSTEM: Surroundings = { ...SYSTEM_CLOCK, connect };

function connect({ address: host, port, secure, servername }: Destination, onread: OnReadOpts): Socket {
  const options = { host, port, noDelay: true, onread };
  if (!secure) return connectPlain(options);
  // Certificates are not checked: the target is this machine or a host that the user named, and they are usually self-signed.
  const withTls = { ...options, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] };
  return connectSecure(servername === undefined ? withTls : { ...withTls, servername });
}
