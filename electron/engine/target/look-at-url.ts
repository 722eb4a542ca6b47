/** Whether an address belongs to the script; otherwise the load would measure another server. */
import type { Seconds } from '../../../shared/base/units.ts';
import type { Failure } from '../../../shared/model/failure.ts';
import { hostOfUrl, portOfUrl } from '../load/loopback.ts';
import type { LaunchedScript } from './launched-script.ts';
import { findHolder, isThisMachine } from './port-owner.ts';
import { explainForeignPort, explainOtherPort, explainPortInUse, explainScheme } from './start-failures.ts';
import { accepts } from './try-port.ts';

export type UrlOutcome =
  | { kind: 'found'; url: string }
  | { kind: 'several'; urls: string[]; failure: Failure }
  | { kind: 'failed'; failure: Failure };

/** Null: not yet. */
export type Look = () => Promise<UrlOutcome | null>;

export interface Patience {
  /** An open port that no process of the script reported may belong to another program; the script is then about to fail and report it. */
  readonly foreignMs: number;
  /**
   * How long a script that listens elsewhere may take to open the requested port, as a fraction of the timeout: 5 s of the default 30.
   * Scripts usually open their ports in quick succession, some after waiting for a database; a longer wait needs a longer timeout.
   */
  readonly otherPortShare: number;
}

export const PATIENCE: Patience = { foreignMs: 2_000, otherPortShare: 1 / 6 };

/** `addresses`: the addresses of the URL's host; null: resolve it. */
export function lookAtUrl(
  target: LaunchedScript,
  url: URL,
  addresses: readonly string[] | null,
  timeoutS: Seconds,
  patience: Patience,
): Look {
  const started = performance.now();
  const port = portOfUrl(url);
  const hosts = addresses ?? [hostOfUrl(url)];
  let listeners = 0;
  let newestAt = started;
  return async () => {
    const now = performance.now();
    if (target.listeners.length > listeners) [listeners, newestAt] = [target.listeners.length, now];
    const isReported = target.listeners.some((listener) => listener.port === port);
    if (!isReported && now - started < patience.foreignMs) return null;
    const host = await findAccepting(hosts, port);
    if (host === null) {
      const isElsewhere = listeners > 0 && !isReported && hosts.every(isThisMachine);
      const isOver = now - newestAt >= timeoutS * 1e3 * patience.otherPortShare;
      return isElsewhere && isOver ? { kind: 'failed', failure: explainOtherPort(port, target) } : null;
    }
    // Another process accepts connections there; the script has failed to listen and carries on without.
    const evidence = target.evidence();
    if (evidence.takenPort === port) return { kind: 'failed', failure: explainPortInUse(String(port), evidence, findHolder) };
    const owner = target.ownerOf(host, port);
    if (owner.kind === 'foreign') return { kind: 'failed', failure: explainForeignPort(port, owner, target) };
    const wrong = wrongScheme(target, url, port);
    return wrong === null ? { kind: 'found', url: url.href } : { kind: 'failed', failure: wrong };
  };
}

async function findAccepting(hosts: readonly string[], port: number): Promise<string | null> {
  for (const host of hosts) if (await accepts(host, port)) return host;
  return null;
}

/** HTTP to a server that is known to speak HTTPS, or vice versa: every request would fail. */
function wrongScheme(target: LaunchedScript, url: URL, port: number): Failure | null {
  const spoken = new Set(target.listeners.filter((listener) => listener.port === port).map(({ protocol }) => protocol));
  const asked = url.protocol.slice(0, -1) as 'http' | 'https';
  return spoken.size === 0 || spoken.has(asked) || spoken.has('unknown')
    ? null
    : explainScheme(url, asked === 'http' ? 'https' : 'http', target);
}
