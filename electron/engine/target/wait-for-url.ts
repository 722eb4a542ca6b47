import { connect } from 'node:net';
import { type Failure, fail } from '../../../shared/model/failure.ts';
import type { Seconds } from '../../../shared/model/units.ts';
import type { Listener, Target } from './launch.ts';
import { explainExit, explainSilence } from './start-failures.ts';

export type UrlAnswer =
  | { kind: 'found'; url: string }
  | { kind: 'several'; urls: string[]; failure: Failure }
  | { kind: 'failed'; failure: Failure };

const LOOK_EVERY_MS = 20;
/** A script that opens two ports opens the second one right after the first. */
const SETTLE_MS = 300;
/** A port of unknown kind (a helper's, a cluster primary's) or a socket file: the HTTP port may follow. */
const DOUBTFUL_SETTLE_MS = 1_200;
/** An open port nobody reported may belong to another program, if ours is about to fail on it. */
const FOREIGN_SETTLE_MS = 2_000;
const CONNECT_TIMEOUT_MS = 1_000;

/**
 * Waits until the script can be loaded, and answers the address. `url` is a path (`/x`) or a whole URL. No request is
 * sent: the server's own counts stay the run's. Rejects with the signal's reason when aborted.
 */
export async function waitForUrl(target: Target, url: string, timeoutS: Seconds, signal: AbortSignal): Promise<UrlAnswer> {
  const started = performance.now();
  const look = url.startsWith('/') ? lookForPort(target, url) : lookAtUrl(target, new URL(url));
  while (performance.now() - started < timeoutS * 1e3) {
    signal.throwIfAborted();
    if (target.exited) return { kind: 'failed', failure: explainExit(target.exited, target.stderrTail()) };
    const answer = await look();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return { kind: 'failed', failure: explainSilence(timeoutS, url, target.stderrTail()) };
}

type Look = () => Promise<UrlAnswer | null>;

function lookForPort(target: Target, path: string): Look {
  let firstSeen: number | null = null;
  return async () => {
    if (target.listeners.length === 0) return null;
    firstSeen ??= performance.now();
    const age = performance.now() - firstSeen;
    if (age < (target.listeners.some(speaksHttp) ? SETTLE_MS : DOUBTFUL_SETTLE_MS)) return null;
    return answerOf(target.listeners, path);
  };
}

async function answerOf(listeners: readonly Listener[], path: string): Promise<UrlAnswer | null> {
  const certain = listeners.filter(speaksHttp);
  const candidates = certain.length > 0 ? certain : listeners.filter(({ port }) => port !== null);
  const origins = (await Promise.all(groupByPort(candidates).map(findOrigin))).filter((origin) => origin !== null);
  const urls = origins.map((origin) => origin + path);
  if (urls.length === 1) return { kind: 'found', url: urls[0]! };
  if (urls.length > 1) return { kind: 'several', urls, failure: severalPorts(urls) };
  const socket = listeners.find(({ socketPath, protocol }) => socketPath !== null && protocol !== 'unknown');
  return socket && certain.length === 0 ? { kind: 'failed', failure: unixSocketOnly(socket.socketPath!) } : null;
}

function speaksHttp({ protocol, port }: Listener): boolean {
  return protocol !== 'unknown' && port !== null;
}

/** A cluster's workers share a port; a server bound to 127.0.0.1 and ::1 is one server. */
function groupByPort(listeners: readonly Listener[]): Listener[][] {
  const groups = new Map<number, Listener[]>();
  for (const listener of listeners) groups.set(listener.port!, [...(groups.get(listener.port!) ?? []), listener]);
  return [...groups.values()];
}

/** `http://host:port` that accepts a connection; null: none does (any more). */
async function findOrigin(group: readonly Listener[]): Promise<string | null> {
  const scheme = group.some(({ protocol }) => protocol === 'https') ? 'https' : 'http';
  const port = group[0]!.port!;
  for (const host of new Set(group.flatMap(({ host }) => reachableHosts(host)))) {
    if (await accepts(host, port)) return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  }
  return null;
}

function reachableHosts(host: string): string[] {
  return ['0.0.0.0', '::', ''].includes(host) ? ['127.0.0.1', '::1'] : [host];
}

function lookAtUrl(target: Target, url: URL): Look {
  const started = performance.now();
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return async () => {
    const isOurs = target.listeners.some((listener) => listener.port === port);
    if (!isOurs && performance.now() - started < FOREIGN_SETTLE_MS) return null;
    return (await accepts(host, port)) ? { kind: 'found', url: url.href } : null;
  };
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

function severalPorts(urls: readonly string[]): Failure {
  const list = urls.join(' and ');
  return fail(
    'several-ports',
    `The script listens on ${urls.length} ports: ${list}.`,
    `Say which one with --url, for example --url ${urls[0]}`,
  ).failure;
}

function unixSocketOnly(path: string): Failure {
  return fail(
    'unix-socket-only',
    `The script listens only on the Unix socket ${path}.`,
    'Loopscope loads TCP ports. Make the script listen on a port as well, for example through an environment variable.',
  ).failure;
}
