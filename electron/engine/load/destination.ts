import { isIP } from 'node:net';
import type { Destination } from './surroundings.ts';

/** Where connections for this URL go; `address`: the IP literal its host was checked to mean. */
export function destinationOf(url: URL, address: string): Destination {
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    address,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    secure,
    servername: isIP(host) === 0 ? host : undefined,
  };
}
