/** Load goes to this machine only, unless the user has named the other one. The address is checked once and then used for the whole run. */
import { lookup } from 'node:dns/promises';
import { BlockList, connect, isIP } from 'node:net';
import type { Milliseconds } from '../../../shared/base/units.ts';
import type { Failure, Outcome } from '../../../shared/model/failure.ts';
import { fail, succeed } from '../../../shared/model/failure.ts';
import { redactText } from '../../../shared/privacy/redact-text.ts';
import { type Said, say, sayBoth } from '../../../shared/words/said.ts';

export interface CheckedUrl {
  /** As serialised by WHATWG URL. */
  readonly url: string;
  /** IP literal that every connection must go to. */
  readonly address: string;
  /** All addresses of the host, including `address`. A name is resolved once per run, as the next look-up could differ. */
  readonly addresses: readonly string[];
}

/** All addresses of a name, in the resolver's order. */
export type Resolve = (host: string) => Promise<string[]>;

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Names that mean this machine without being resolved. */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && isLoopback(host));
}

/**
 * Whether load may go to this URL, and the address to use. Loopback literals and the one name `localhost` are allowed (the latter only when
 * all of its addresses are loopback); any other host only when `allowHost` is that very host.
 */
export async function checkHost(text: string, allowHost: string | null, resolve: Resolve = resolveAll): Promise<Outcome<CheckedUrl>> {
  if (!URL.canParse(text)) return badUrl(say('load.notAUrl', { url: redactText(text) }));
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return badUrl(say('load.badProtocol', { protocol: url.protocol }));
  if (url.username !== '' || url.password !== '') return badUrl(say('load.hasUser'), say('load.useHeader'));
  url.hash = '';
  const host = hostOfUrl(url);
  const isAllowed = allowHost !== null && allowHost.toLowerCase().replace(/^\[|\]$/g, '') === host;
  if (!isAllowed && isAnyAddress(host))
    return fail('host-refused', say('load.refused', { host }), say('load.whereItListens', { url: onLoopback(url) }));
  if (isIP(host) !== 0) return isAllowed || isLoopback(host) ? succeed({ url: url.href, address: host, addresses: [host] }) : refused(host);
  if (!isAllowed && host !== 'localhost') return refused(host);
  return resolveName(url, host, isAllowed, resolve);
}

/** What servers print when they listen at all addresses of the machine. */
function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function onLoopback(url: URL): string {
  const there = new URL(url);
  there.hostname = hostOfUrl(url) === '::' ? '[::1]' : '127.0.0.1';
  // A query may hold what is secret.
  return redactText(there.href);
}

async function resolveName(url: URL, host: string, isAllowed: boolean, resolve: Resolve): Promise<Outcome<CheckedUrl>> {
  const addresses = await resolve(host).catch(() => []);
  if (addresses.length === 0) return fail('unreachable', say('load.noAddress', { host }), say('load.checkName'));
  const stranger = addresses.find((address) => !isLoopback(address));
  if (!isAllowed && stranger !== undefined) return refused(host, say('load.alsoMeans', { address: stranger }));
  return succeed({ url: url.href, address: await findAccepting(addresses, portOfUrl(url)), addresses });
}

function badUrl(says: Said, hint = say('load.urlForm')): { ok: false; failure: Failure } {
  return fail('bad-url', says, hint);
}

function refused(host: string, reason: Said | null = null): { ok: false; failure: Failure } {
  const says = say('load.refused', { host });
  return fail('host-refused', reason === null ? says : sayBoth(says, reason), say('load.allowHost', { host }));
}

async function resolveAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
}

export function portOfUrl(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** An address of IPv6 without its brackets, as sockets want it. */
export function hostOfUrl(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** A server may listen on only one of a name's addresses. If none accepts, the first is used, so that the requests report the failure. */
async function findAccepting(addresses: readonly string[], port: number): Promise<string> {
  if (addresses.length === 1) return addresses[0]!;
  for (const address of addresses) if (await accepts(address, port)) return address;
  return addresses[0]!;
}

const PATIENCE: Milliseconds = 1_000;

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.setTimeout(PATIENCE, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
