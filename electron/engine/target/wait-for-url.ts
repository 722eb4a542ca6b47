import type { Seconds } from '../../../shared/base/units.ts';
import { type Failure, fail } from '../../../shared/model/failure.ts';
import { say } from '../../../shared/words/said.ts';
import type { LaunchedKind, LaunchedScript, Listener } from './launched-script.ts';
import { type Look, lookAtUrl, PATIENCE, type Patience, type UrlOutcome } from './look-at-url.ts';
import { findHolder } from './port-owner.ts';
import { explainExit, explainSilence } from './start-failures.ts';
import { accepts } from './try-port.ts';

const LOOK_EVERY_MS = 20;
/** A script that opens two ports usually opens the second right after the first. */
const SETTLE_MS = 300;
/** A port of unknown kind (a helper's, a cluster primary's) or a socket file: the HTTP port may follow. */
const DOUBTFUL_SETTLE_MS = 1_200;

/**
 * Waits until the script accepts connections, and returns its address. `url` is a path (`/x`) or a full URL; `addresses`: the addresses of the
 * host of a full URL, null: resolve it. No request is sent, so that the server's own counters contain only the run. Rejects with the signal's
 * reason when aborted.
 */
export async function waitForUrl(
  target: LaunchedScript,
  url: string,
  timeoutS: Seconds,
  signal: AbortSignal,
  { addresses = null, patience = PATIENCE }: { addresses?: readonly string[] | null; patience?: Patience } = {},
): Promise<UrlOutcome> {
  const started = performance.now();
  const look = url.startsWith('/') ? lookForPort(target, url) : lookAtUrl(target, new URL(url), addresses, timeoutS, patience);
  while (performance.now() - started < timeoutS * 1e3) {
    signal.throwIfAborted();
    if (target.exited) return { kind: 'failed', failure: explainExit(target.exited, target.evidence(), findHolder) };
    const outcome = await look();
    if (outcome) return outcome;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return { kind: 'failed', failure: explainSilence(timeoutS, url, target.evidence(), findHolder, target.listeners) };
}

function lookForPort(target: LaunchedScript, path: string): Look {
  let firstSeen: number | null = null;
  return async () => {
    if (target.listeners.length === 0) return null;
    firstSeen ??= performance.now();
    const age = performance.now() - firstSeen;
    if (age < (target.listeners.some(speaksHttp) ? SETTLE_MS : DOUBTFUL_SETTLE_MS)) return null;
    return outcomeOf(target, path);
  };
}

async function outcomeOf({ launched, listeners }: LaunchedScript, path: string): Promise<UrlOutcome | null> {
  const certain = listeners.filter(speaksHttp);
  const candidates = certain.length > 0 ? certain : listeners.filter(({ port }) => port !== null);
  const origins = await originsOf(candidates);
  const urls = origins.map((origin) => origin + path);
  if (urls.length === 1) return { kind: 'found', url: urls[0]! };
  if (urls.length > 1) return { kind: 'several', urls, failure: severalPorts(urls, launched) };
  const socket = listeners.find(({ socketPath, protocol }) => socketPath !== null && protocol !== 'unknown');
  return socket && certain.length === 0 ? { kind: 'failed', failure: unixSocketOnly(socket.socketPath!, launched) } : null;
}

/** `http://host:port` of each port that accepts a connection. */
export async function originsOf(listeners: readonly Listener[]): Promise<string[]> {
  const origins = await Promise.all(groupByPort(listeners).map(findOrigin));
  return origins.filter((origin) => origin !== null);
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

/** `http://host:port` that accepts a connection; null: none does, or no longer. */
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

function severalPorts(urls: readonly string[], launched: LaunchedKind): Failure {
  const says = say('target.severalPorts', { launched, count: urls.length, urls: { list: urls, by: 'and' } });
  return fail('several-ports', says, say('target.choosePort', { url: urls[0]! })).failure;
}

function unixSocketOnly(path: string, launched: LaunchedKind): Failure {
  return fail('unix-socket-only', say('target.unixSocketOnly', { launched, path }), say('target.needsTcp', { launched })).failure;
}
